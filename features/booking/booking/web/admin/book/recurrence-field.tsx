import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { MAX_VISITS, MIN_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';

/** Interval and number of visits; `once`: a single visit. */
export interface Frequency {
  readonly interval: 'once' | 'weekly' | 'fortnightly';
  readonly count: number;
}

export const ONCE: Frequency = { interval: 'once', count: 4 };
const COUNTS = Array.from({ length: MAX_VISITS - MIN_VISITS + 1 }, (_, i) => String(i + MIN_VISITS));

/** The recurrence of a booking request; empty for a single visit. */
export function recurrenceOf({ interval, count }: Frequency) {
  return interval === 'once' ? {} : { recurrence: { interval, count } };
}

interface RecurrenceFieldProps {
  readonly frequency: Frequency;
  onChange(frequency: Frequency): void;
}

/** Whether the visit repeats weekly or fortnightly, and how often. */
export function RecurrenceField({ frequency, onChange }: RecurrenceFieldProps) {
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <Segments
        label="How often"
        hideLabel
        name="interval"
        options={[
          { value: 'once', label: 'Once' },
          { value: 'weekly', label: 'Weekly' },
          { value: 'fortnightly', label: 'Every two weeks' },
        ]}
        value={frequency.interval}
        onChange={(interval) => onChange({ ...frequency, interval })}
      />
      {frequency.interval !== 'once' && (
        <SelectField
          label="Visits"
          value={String(frequency.count)}
          onChange={(event) => onChange({ ...frequency, count: Number(event.target.value) })}
          options={COUNTS.map((value) => ({ value, label: value }))}
        />
      )}
    </div>
  );
}
