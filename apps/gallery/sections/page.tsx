import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { CheckoutStep, CheckoutStepSlot, CheckoutSteps } from '#platform/web/design/parts/checkout-step.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, Card, FactList, Notice, SectionTitle, TabBar } from '#platform/web/design/parts/page.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

const TABS = [
  { href: '#page', label: 'Home', icon: IconHome, current: true },
  { href: '#booking', label: 'Bookings', icon: IconCalendar, current: false },
  { href: '#office', label: 'Hours', icon: IconCoin, current: false },
  { href: '#brand', label: 'Account', icon: IconUser, current: false },
];

export function PageSection() {
  return (
    <>
      <Example
        name="PageTitle"
        use="The only h1 of a page: see the top of this one. It takes the focus after a navigation."
      >
        <BackLink href="#page">Bookings</BackLink>
      </Example>
      <Example name="SectionTitle" use="A heading with something at the end of its line.">
        <div className={styles.column}>
          <SectionTitle end={<TextLink href="#page">All 12</TextLink>}>Upcoming</SectionTitle>
          <SectionTitle ruled>Kitchen</SectionTitle>
        </div>
      </Example>
      <Example name="Card" use="A white card. FactList has rows of an icon and a text.">
        <div className={styles.column}>
          <Card>
            <FactList
              facts={[
                { key: 'when', icon: IconCalendar, name: 'When', text: 'Sat 28 Nov, 9:00 am to 1:00 pm' },
                { key: 'where', icon: IconHome, name: 'Where', text: 'Blk 145 Lor 2 Toa Payoh #08-22' },
                { key: 'who', icon: IconUser, name: 'Who', text: 'Mdm Lim' },
              ]}
            />
          </Card>
        </div>
      </Example>
      <Example name="Notice" use="A sentence in a tinted band.">
        <div className={styles.column}>
          <Notice
            kind="good"
            icon={IconInfoCircle}
            action={<TextButton onClick={() => undefined}>Remove</TextButton>}
          >
            TIDY10 is applied.
          </Notice>
          <Notice kind="sun" icon={IconInfoCircle}>
            The price changed while you were away.
          </Notice>
          <Notice kind="bad" icon={IconInfoCircle}>
            Your bank declined the card.
          </Notice>
          <Notice>Receipts are sent by e-mail.</Notice>
        </div>
      </Example>
      <Example name="TabBar" use="The tabs at the bottom of a phone.">
        <div className={styles.tabs}>
          <TabBar tabs={TABS} label="Example tabs" />
        </div>
      </Example>
      <Example name="CheckoutStep" use="A step that the page declares and the header shows.">
        <CheckoutSteps>
          <div>
            In the header: <CheckoutStepSlot />
          </div>
          <CheckoutStep>3 of 7, date and time</CheckoutStep>
        </CheckoutSteps>
      </Example>
    </>
  );
}
