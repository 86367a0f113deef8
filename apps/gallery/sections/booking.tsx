import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { useState } from 'react';
import { DayGrid, type GridDay, PetalMark, type Petals } from '#platform/web/design/booking/day-grid.tsx';
import { FeeTimeline } from '#platform/web/design/booking/fee-timeline.tsx';
import { CleanerJobCard, JobCard, VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { PriceLayout } from '#platform/web/design/booking/price-layout.tsx';
import { MoneyLines, PricePanel } from '#platform/web/design/booking/price-panel.tsx';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { SlotPicker } from '#platform/web/design/booking/slot-picker.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

/** Four weeks from Monday 2 November 2026. */
const DAYS: readonly GridDay[] = Array.from({ length: 28 }, (_, index) => {
  const number = String(index + 2);
  const full = index % 6 === 5;
  const open = full ? 'full' : 'open';
  return {
    date: `2026-11-${number.padStart(2, '0')}`,
    number,
    state: index < 5 ? 'past' : open,
    free: (full ? 0 : index % 5) as Petals,
    today: index === 5,
    name: `November ${number}`,
  };
});

const GROUPS = [
  {
    key: 'morning',
    slots: [
      { id: '9', time: '9:00 am', note: 'to 1:00 pm', person: { id: 'lim', initials: 'LM' } },
      { id: '9.5', time: '9:30 am', note: 'Just taken', taken: true },
      { id: '10', time: '10:00 am', note: '3 cleaners free' },
    ],
  },
];

const LINES = [
  { key: 'hours', label: '4 hours × S$30', amount: '120.00' },
  { key: 'weekend', label: 'Saturday', note: 'S$4 an hour', amount: '16.00' },
  { key: 'promo', label: 'TIDY10', amount: '−13.60', good: true },
];

const TOTAL = { label: 'To pay', amount: 'S$122.40' };

const PANEL = {
  title: 'One-time, 4 hours',
  service: 'one-time',
  hours: 4,
  tilesLabel: '4 hours',
  details: ['Sat 28 Nov, 9:00 am', 'Blk 145 Lor 2 Toa Payoh'],
  lines: LINES,
  total: TOTAL,
} as const;

const RULER = { blocks: [{ start: 9, hours: 4, service: 'regular' }], label: '9 am to 1 pm' } as const;

export function BookingSection() {
  const [day, setDay] = useState('2026-11-14');
  const [slot, setSlot] = useState<string | null>('9');
  const [same, setSame] = useState(true);
  const month = {
    title: 'November',
    weekdays: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    days: DAYS,
    chosen: day,
    onChoose: setDay,
    previousLabel: 'Previous month',
    nextLabel: 'Next month',
    legend: { free: 'Free', nearlyFull: 'Nearly full', full: 'Full' },
  };
  const times = (label: string) => ({
    groups: GROUPS.map((group) => ({ ...group, label })),
    chosen: slot,
    onChoose: ({ id }: { readonly id: string }) => setSlot(id),
  });
  return (
    <>
      <Example name="DayGrid" use="A month of days. Petals show how much of a day is free.">
        <div className={styles.column}>
          <DayGrid {...month} />
        </div>
        <span style={{ width: 40 }}>
          <PetalMark free={3} />
        </span>
      </Example>
      <Example name="SlotList" use="The times of a day. One of them is in the tab order; arrow keys move.">
        <div className={styles.column}>
          <SlotList {...times('Morning')} />
          <SlotList groups={[]} chosen={null} onChoose={() => undefined} loading="Getting free times" />
        </div>
      </Example>
      <Example name="SlotPicker" use="Both together, with the cleaner of the last visit first.">
        <div className={styles.wide}>
          <SlotPicker
            month={month}
            dayTitle="Saturday 14 November"
            live="just now"
            ruler={RULER}
            sameCleaner={{
              id: 'lim',
              initials: 'LM',
              label: 'Mdm Lim first',
              hint: 'She cleaned your home on 7 Nov',
              on: same,
              onChange: setSame,
            }}
            times={times('Before noon')}
          />
        </div>
      </Example>
      <Example name="PricePanel" use="The itemised price, while it loads, and after it changed.">
        <div className={styles.column}>
          <PricePanel
            {...PANEL}
            gst="GST of S$10.11 included"
            change={<TextLink href="#booking">Change</TextLink>}
          />
        </div>
        <div className={styles.column}>
          <PricePanel {...PANEL} loading="Getting the price" />
        </div>
        <div className={styles.column}>
          <PricePanel {...PANEL} changed="It was S$118.40. Nothing has been charged." />
        </div>
      </Example>
      <Example
        name="PriceLayout"
        use="A step with its price always visible: a dock on a phone, a panel on a desktop."
      >
        <div className={styles.wide}>
          <PriceLayout
            title="Your price"
            panel={<PricePanel {...PANEL} />}
            dock={{
              title: 'Sat 28 Nov, 9:00 am',
              note: '4 hours with Mdm Lim',
              total: 'S$122.40',
              openLabel: 'Show the price',
              closeLabel: 'Close',
            }}
            action={<Button full>Keep 9:00 am</Button>}
            footnote="Held for 15 minutes while you finish."
          >
            <p>The contents of the step.</p>
          </PriceLayout>
        </div>
      </Example>
      <Example name="MoneyLines" use="Lines above a total.">
        <div className={styles.column}>
          <MoneyLines lines={LINES} total={{ label: 'Refund', amount: 'S$61.20' }} />
        </div>
      </Example>
      <Example name="JobCard" use="A customer's visit.">
        <div className={styles.column}>
          <JobCard
            eyebrow="Next clean"
            when="Tue 24 Nov, 9:00 am"
            place="Blk 145 Lor 2 Toa Payoh #08-22"
            status="upcoming"
            statusText="Paid"
            ruler={RULER}
            service="regular"
            person={{ id: 'lim', initials: 'LM', name: 'Mdm Lim', note: '4.8, 212 visits' }}
            actions={
              <Button size="small" kind="quiet">
                Move
              </Button>
            }
          />
        </div>
      </Example>
      <Example name="CleanerJobCard" use="A cleaner's visit: large, in both languages, without prices.">
        <div className={styles.column}>
          <CleanerJobCard
            next={{ text: 'Next', zh: '下一个' }}
            time="9:00 am"
            until="to 1:00 pm"
            place="Blk 97 Lor 3 Toa Payoh"
            unit="#14-203"
            placeNote="Lift B, level 14"
            lines={[{ key: 'what', text: 'One-time, 4 hours', zh: '单次，4 小时' }]}
            facts={[{ key: 'key', icon: IconKey, name: 'Key', text: 'Under the mat', zh: '在垫子下面' }]}
            action={
              <Button full zh="开始">
                Start
              </Button>
            }
          />
        </div>
      </Example>
      <Example name="VisitLine" use="A visit in one line.">
        <div className={styles.column}>
          <VisitLine
            service="regular"
            title="Tue 17 Nov"
            note="Regular, 4 hours of credit"
            action={<TextLink href="#booking">Again</TextLink>}
          />
        </div>
      </Example>
      <Example name="FeeTimeline" use="Until when cancelling is free, and what is kept after.">
        <div className={styles.wide}>
          <FeeTimeline
            freeShare={0.6}
            nowShare={0.25}
            service="regular"
            labels={{ now: 'Now', free: 'Free', half: 'Half from Fri 9:00 am', visit: 'Sat 9:00' }}
            label="Free until Friday 9:00 am, then half of the price is kept"
          />
        </div>
      </Example>
    </>
  );
}
