import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useState } from 'react';
import { Button, ButtonLink, IconButton, IconLink } from '../parts/button.tsx';
import { RadioRows, RadioTiles, Segments } from '../parts/choice.tsx';
import { CodeField } from '../parts/code-field.tsx';
import { Checkbox, SelectField, Switch, TelField, TextArea, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { TextButton } from '../parts/link.tsx';
import { Card, FactList, Notice } from '../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { Ubin } from '../tiles/tile.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

/** Buttons by what they are for. */
export function Buttons() {
  const [day, setDay] = useState('day');
  return (
    <Part title="Buttons">
      <div className={styles.stack}>
        <Button full>Keep 9:00 am</Button>
        <Button full icon={IconCreditCard}>
          Pay S$123.00
        </Button>
        <Button full busy="Paying">
          Pay S$123.00
        </Button>
        <Button full kind="quiet">
          Move
        </Button>
        <Button full kind="danger">
          Cancel, get S$61.50 back
        </Button>
        <Button full kind="chosen">
          Chosen
        </Button>
        <Button full disabledReason="Pick a time first">
          Keep 9:00 am
        </Button>
        <p className={styles.wrap}>
          <ButtonLink href="#small" size="small">
            See Saturday
          </ButtonLink>
          <ButtonLink href="#small-quiet" size="small" kind="quiet">
            Move
          </ButtonLink>
          <IconButton icon={IconBell} label="Messages" />
          <IconLink href="tel:+6580000000" icon={IconPhone} label="Call" look="square" />
          <TextButton onClick={() => setDay('day')}>Change</TextButton>
        </p>
        <Segments
          label="Board"
          hideLabel
          value={day}
          onChange={setDay}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <div data-area="office" className={styles.wrap}>
          <Button icon={IconPlus}>New job</Button>
          <Button kind="quiet">Open day board</Button>
          <Button kind="danger">Trash</Button>
        </div>
      </div>
      <Status />
    </Part>
  );
}

/** Every field, resting and wrong. */
export function Fields() {
  const [code, setCode] = useState('481');
  const [home, setHome] = useState<string | null>('4');
  const [pay, setPay] = useState<string | null>('visa');
  return (
    <Part title="Fields">
      <div className={styles.loose}>
        <TextField label="Postal code" code defaultValue="310145" hint="Blk 145 Lor 2 Toa Payoh" saved />
        <TelField label="Mobile" defaultValue="8009 2231" error="Singapore mobiles do not start with 800." />
        <CodeField label="Code we texted you" value={code} onChange={setCode} />
        <SelectField
          label="Home"
          defaultValue="4"
          options={[
            { value: '4', label: 'HDB 4-room' },
            { value: '5', label: 'HDB 5-room' },
          ]}
        />
        <TextArea label="Anything we should know?" aside="Optional" defaultValue="The balcony door sticks." />
        <RadioTiles
          label="How big is home?"
          value={home}
          onChange={setHome}
          even
          options={['3-room', '4-room', '5-room', 'Condo', 'Landed'].map((label) => ({
            value: label[0] ?? '',
            label,
          }))}
        />
        <Switch label="Mdm Lim first" hint="She cleaned your home on 7 Nov" defaultChecked />
        <Checkbox label="Bring supplies along, S$15.00" defaultChecked />
        <Checkbox label="I have read the terms" error="Tick this to go on." />
        <RadioRows
          label="Pay with"
          value={pay}
          onChange={setPay}
          options={[
            {
              value: 'visa',
              label: 'Visa ending 4242',
              note: 'Expires 08/28',
              picture: <Icon of={IconCreditCard} />,
            },
            { value: 'card', label: 'Another card', picture: <Icon of={IconPlus} /> },
            {
              value: 'credits',
              label: 'Credits',
              note: 'Yours are for regular visits',
              picture: <Ubin state="bare" size={30} />,
              disabled: true,
            },
          ]}
        />
      </div>
    </Part>
  );
}

/** Nothing yet, on its way, and went wrong. */
export function EmptyAndLoading() {
  return (
    <Part title="Empty, loading, wrong">
      <div className={styles.stack}>
        <EmptyState
          title="Nothing booked yet"
          spot="done"
          action={
            <ButtonLink href="#saturday" size="small">
              See Saturday
            </ButtonLink>
          }
        >
          Saturday morning has 6 free times.
        </EmptyState>
        <Skeleton words="Getting your bookings" />
        <ErrorState retryLabel="Try again" onRetry={() => undefined}>
          We could not load your bookings.
        </ErrorState>
        <Notice
          kind="good"
          icon={IconRosetteDiscountCheck}
          action={<TextButton onClick={() => undefined}>Remove</TextButton>}
        >
          <b className="k-code">WELCOME10</b> is on
        </Notice>
        <Notice kind="sun" icon={IconBell}>
          <b>The price changed while you were away.</b> Was S$120.00, now S$123.00. Nothing is charged yet.
        </Notice>
        <Card>
          <FactList
            facts={[
              { key: 'when', icon: IconCalendar, name: 'When', text: <b>Sat 28 Nov, 9:00 am to 1:00 pm</b> },
              { key: 'where', icon: IconMapPin, name: 'Where', text: 'Blk 145 Lor 2 Toa Payoh, #08-112' },
            ]}
          />
        </Card>
      </div>
    </Part>
  );
}

const ICONS = [
  ['calendar', IconCalendar],
  ['place', IconMapPin],
  ['person', IconUser],
  ['receipt', IconReceipt],
  ['card', IconCreditCard],
  ['gift', IconGift],
  ['home', IconHome],
  ['phone', IconPhone],
  ['pets', IconPaw],
  ['search', IconSearch],
] as const;

/** Status chips and icons. */
function Status() {
  return (
    <>
      <h2 className={styles.heading}>Status</h2>
      <p className={styles.wrap}>
        <StatusChip status="held">Held 14:32</StatusChip>
        <StatusChip status="upcoming">Upcoming</StatusChip>
        <StatusChip status="now">In progress</StatusChip>
        <StatusChip status="done">Done</StatusChip>
        <StatusChip status="wrong">No crew</StatusChip>
        <StatusChip status="cancelled">Cancelled</StatusChip>
      </p>
      <h2 className={styles.heading}>Icons</h2>
      <p className={styles.wrap}>
        {ICONS.map(([name, drawing]) => (
          <Icon key={name} of={drawing} label={name} />
        ))}
      </p>
    </>
  );
}
