import { useState } from 'react';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import styles from './booking.module.css';
import { NO_DATES } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Number of visits in a series: up to a year of weekly ones. */
const COUNTS = Array.from({ length: 51 }, (_, i) => i + 2);

/** One, two and three months of weekly visits. */
const USUAL_COUNTS: readonly number[] = [4, 8, 12];
const OTHER = 'other';

/** The interval, and the number of visits that are booked and paid together. */
export function HowOften({ flow: { draft, change } }: { flow: Flow }) {
  const { t } = useBookingText();
  const { interval, count } = draft;
  const weeks = count * (interval === 'weekly' ? 1 : 2);
  return (
    <div className={styles.often}>
      <RadioTiles
        label={t('often.label')}
        options={[
          { value: 'weekly', label: t('often.weekly') },
          { value: 'fortnightly', label: t('often.fortnightly') },
        ]}
        value={interval}
        onChange={(next) => change({ ...NO_DATES, interval: next })}
      />
      <HowMany count={count} weeks={weeks} onChange={(next) => change({ ...NO_DATES, count: next })} />
    </div>
  );
}

interface HowManyProps {
  count: number;
  weeks: number;
  onChange: (count: number) => void;
}

/** The usual numbers of visits as buttons, others in a list. */
function HowMany({ count, weeks, onChange }: HowManyProps) {
  const { t } = useBookingText();
  const [isOther, setOther] = useState(!USUAL_COUNTS.includes(count));
  const choose = (value: string) => {
    setOther(value === OTHER);
    if (value !== OTHER) onChange(Number(value));
  };
  return (
    <div className={styles.summary}>
      <RadioTiles
        label={t('often.count')}
        options={[
          ...USUAL_COUNTS.map((one) => ({ value: String(one), label: String(one) })),
          { value: OTHER, label: t('often.other') },
        ]}
        value={isOther ? OTHER : String(count)}
        onChange={choose}
      />
      {isOther && (
        <SelectField
          label={t('often.otherCount')}
          options={COUNTS.map((one) => ({ value: String(one), label: t('visits', { count: one }) }))}
          value={String(count)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
      <p className="k-muted k-small">{t('often.hint', { weeks })}</p>
    </div>
  );
}
