import { useState } from 'react';
import { PriceLayout } from '../booking/price-layout.tsx';
import { PricePanel } from '../booking/price-panel.tsx';
import { SlotPicker } from '../booking/slot-picker.tsx';
import { Button } from '../parts/button.tsx';
import { TextLink } from '../parts/link.tsx';
import { BackLink, PageTitle } from '../parts/page.tsx';
import { StepTiles } from '../tiles/tile.tsx';
import { DAYS, HOURS, SLOTS, VISIT } from './booking-parts.tsx';

const LINES = [
  { key: 'hours', label: '4 hours × S$30', note: '1 cleaner, Mdm Lim', amount: '120.00' },
  { key: 'supplies', label: 'Supplies brought along', amount: '15.00' },
];

const MONTH = {
  title: 'November to December',
  weekdays: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
  weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  previousLabel: 'Earlier',
  nextLabel: 'Later',
  legend: { free: 'all day free', nearlyFull: 'nearly full', full: 'full' },
};

const PANEL = (
  <PricePanel
    title="One-time, 4 hours"
    service="one-time"
    hours={4}
    tilesLabel="4 hours"
    details={['Sat 28 Nov, 9:00 am to 1:00 pm', 'Blk 145 Lor 2 Toa Payoh']}
    change={<TextLink href="#step">Change</TextLink>}
    lines={LINES}
    total={{ label: 'To pay', amount: 'S$135.00' }}
    gst="GST of S$11.15 included"
  />
);

/** A whole booking step made of the parts, at /#step: price dock on a phone, panel on a desktop. */
export function Step() {
  const [day, setDay] = useState('2026-11-28');
  const [first, setFirst] = useState(true);
  const [slot, setSlot] = useState<string | null>('0900');
  return (
    <PriceLayout
      panel={PANEL}
      title="Your price"
      dock={{
        title: 'Sat 28 Nov, 9:00 am',
        note: '4 hours with Mdm Lim',
        total: 'S$135.00',
        openLabel: 'Show the price',
        closeLabel: 'Close',
      }}
      action={
        <Button full disabledReason={slot === null && 'Pick a time first'}>
          Keep 9:00 am
        </Button>
      }
      footnote="Held for 15 minutes while you finish."
    >
      <BackLink href="#">Home and hours</BackLink>
      <StepTiles done={2} of={7} current size={15} label="3 of 7, date and time" />
      <PageTitle tab="When shall we come?">When shall we come?</PageTitle>
      <SlotPicker
        month={{ ...MONTH, days: DAYS, chosen: day, onChoose: setDay, onNext: () => undefined }}
        dayTitle="Saturday 28 November"
        live="just now"
        ruler={{ blocks: VISIT, hourLabels: HOURS, label: '9 am to 1 pm' }}
        sameCleaner={{
          id: 'cleaner-7',
          initials: 'LS',
          label: 'Mdm Lim first',
          hint: 'She cleaned your home on 7 Nov',
          on: first,
          onChange: setFirst,
        }}
        times={{ groups: SLOTS, chosen: slot, onChoose: (chosen) => setSlot(chosen.id) }}
      />
    </PriceLayout>
  );
}
