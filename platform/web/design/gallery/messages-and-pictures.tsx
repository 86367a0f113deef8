import { useState } from 'react';
import { FeeTimeline } from '../booking/fee-timeline.tsx';
import { MoneyLines } from '../booking/price-panel.tsx';
import { Facade, FooterStrip, Spot, Terrace } from '../parts/brand.tsx';
import { Button } from '../parts/button.tsx';
import { RadioTiles } from '../parts/choice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Stars } from '../parts/stars.tsx';
import { useToast } from '../parts/toast.tsx';
import { SERVICES, type Service } from '../tiles/drawings.ts';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

/** Toasts and the sheet, shown on a press. */
export function Toasts() {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [stars, setStars] = useState<number | null>(4);
  return (
    <Part title="Toast, sheet, rating">
      <div className={styles.stack}>
        <Button
          kind="quiet"
          full
          onClick={() => toast.show({ text: 'Visit moved to Tue 1 Dec.', undo: () => undefined })}
        >
          Move the visit
        </Button>
        <Button
          kind="quiet"
          full
          onClick={() =>
            toast.fail({
              text: 'Not saved. We keep trying.',
              action: { label: 'Try now', onPress: () => undefined },
            })
          }
        >
          Lose the signal
        </Button>
        <Button kind="quiet" full onClick={() => setOpen(true)}>
          Cancel the clean
        </Button>
        <Stars
          label="Rate Tuesday’s visit"
          names={['1 star', '2 stars', '3 stars', '4 stars', '5 stars']}
          value={stars}
          onChange={setStars}
        />
      </div>
      <CancelSheet open={open} onClose={() => setOpen(false)} />
    </Part>
  );
}

function CancelSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Cancel Saturday’s clean?"
      closeLabel="Close"
      actions={
        <>
          <Button full onClick={onClose}>
            Keep my clean
          </Button>
          <Button full kind="danger" onClick={onClose}>
            Cancel, get S$61.50 back
          </Button>
        </>
      }
    >
      <p>It starts in 14 hours. Inside 24 hours we keep half.</p>
      <FeeTimeline
        freeShare={0.37}
        nowShare={0.52}
        service="one-time"
        labels={{ now: 'Now', free: 'Free', half: 'Half from Fri 9:00 am', visit: 'Sat 9:00' }}
        label="Free until Friday 9:00 am, half after that. It is Friday evening."
      />
      <MoneyLines
        lines={[
          { key: 'paid', label: 'You paid', amount: 'S$123.00' },
          { key: 'kept', label: 'We keep half', amount: '−S$61.50' },
        ]}
        total={{ label: 'Back to Visa 4242', amount: 'S$61.50' }}
      />
    </Sheet>
  );
}

/** Fronts, spots, strip. */
export function Pictures() {
  const [open, setOpen] = useState<Service | null>('regular');
  return (
    <>
      <Part title="Terrace" span={6}>
        <Terrace open={open} label="Four shophouses; the chosen door stands open" />
        <RadioTiles
          label="Which door"
          hideLabel
          value={open}
          onChange={setOpen}
          options={SERVICES.map((service) => ({ value: service, label: service }))}
        />
      </Part>
      <Part title="Spots" span={6}>
        <div className={styles.tiles}>
          {(['done', 'gift', ...SERVICES] as const).map((name) => (
            <figure key={name}>
              <Spot name={name} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
          <Facade service="spring-cleaning" open />
        </div>
      </Part>
      <Part title="Footer strip" span={12}>
        <FooterStrip />
      </Part>
    </>
  );
}
