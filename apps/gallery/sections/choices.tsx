import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { useState } from 'react';
import { CheckTiles, RadioRows, RadioTiles, Segments } from '#platform/web/design/parts/choice.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Stars } from '#platform/web/design/parts/stars.tsx';
import { TickRow } from '#platform/web/design/parts/tick-row.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

const STAR_NAMES = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'] as const;

export function ChoicesSection() {
  const [rooms, setRooms] = useState('3');
  const [days, setDays] = useState(['Tue']);
  const [view, setView] = useState('day');
  const [method, setMethod] = useState('card');
  const [stars, setStars] = useState<number | null>(4);
  const [ticked, setTicked] = useState(true);
  return (
    <>
      <Example name="CheckTiles" use="A few short answers side by side, any of which can be chosen.">
        <CheckTiles
          label="Days"
          options={['Mon', 'Tue', 'Wed'].map((value) => ({ value, label: value }))}
          values={days}
          onChange={setDays}
        />
      </Example>
      <Example name="RadioTiles" use="A few short answers side by side.">
        <RadioTiles
          label="Rooms"
          options={['1', '2', '3', '4', '5'].map((value) => ({
            value,
            label: value,
            disabled: value === '5',
          }))}
          value={rooms}
          onChange={setRooms}
        />
        <RadioTiles
          label="Language"
          options={[
            { value: 'en', label: 'English' },
            { value: 'zh', label: <span lang="zh">中文</span> },
          ]}
          value={null}
          onChange={() => undefined}
          error="Choose a language."
        />
      </Example>
      <Example name="Segments" use="Two to four answers in a row.">
        <Segments
          label="Show"
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
          value={view}
          onChange={setView}
        />
      </Example>
      <Example name="RadioRows" use="Answers with a second line.">
        <div className={styles.column}>
          <RadioRows
            label="Pay with"
            options={[
              {
                value: 'card',
                label: 'Visa ending 4242',
                note: 'Expires 12/28',
                picture: <Icon of={IconCreditCard} />,
              },
              {
                value: 'hours',
                label: '4 hours of credit',
                note: '12 h left',
                picture: <Icon of={IconTicket} />,
              },
            ]}
            value={method}
            onChange={setMethod}
          />
        </div>
      </Example>
      <Example name="Stars" use="A rating. Stars are used for nothing else.">
        <Stars label="Rate Tuesday's visit" names={STAR_NAMES} value={stars} onChange={setStars} />
      </Example>
      <Example name="TickRow" use="A line of the cleaner's checklist. The whole row is the target.">
        <div className={styles.column}>
          <TickRow zh="炉灶和抽油烟机" checked={ticked} onChange={setTicked} note="Ticked by Nur, 10:20">
            Hob and hood
          </TickRow>
          <TickRow zh="窗户" checked={false} onChange={() => undefined} disabled>
            Windows
          </TickRow>
        </div>
      </Example>
    </>
  );
}
