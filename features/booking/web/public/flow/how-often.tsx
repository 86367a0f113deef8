import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import styles from './booking.module.css';
import { NO_DATES } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Of a series. Source: API.md 9. */
const COUNTS = Array.from({ length: 51 }, (_, i) => i + 2);

/** How often somebody comes, and how many visits are booked and paid together. */
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
      <SelectField
        label={t('often.count')}
        options={COUNTS.map((one) => ({ value: String(one), label: t('visits', { count: one }) }))}
        value={String(count)}
        onChange={(event) => change({ ...NO_DATES, count: Number(event.target.value) })}
        hint={t('often.hint', { weeks })}
      />
    </div>
  );
}
