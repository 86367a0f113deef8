import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import styles from './statistics.module.css';
import type { Comparison, View } from './view.ts';

const COMPARED = [
  { value: 'period', label: 'Previous period' },
  { value: 'year', label: 'Previous year' },
] as const;
const GROUPED = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

interface ViewBarProps {
  readonly view: View;
  readonly by: Grouping;
  onChange(changes: Partial<View>): void;
}

/** What the period is compared with, and how many days a row covers. */
export function ViewBar({ view, by, onChange }: ViewBarProps) {
  return (
    <div className={styles.choices}>
      <Segments<Comparison>
        label="Compare with"
        options={COMPARED}
        value={view.compare}
        onChange={(compare) => onChange({ compare })}
      />
      <Segments<Grouping>
        label="By"
        options={GROUPED}
        value={by}
        onChange={(next) => onChange({ by: next })}
      />
    </div>
  );
}
