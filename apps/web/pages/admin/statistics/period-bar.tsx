import { type ReactNode, useState } from 'react';
import { today } from '#platform/web/business-time.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { isDay } from '#platform/web/office/list-state.ts';
import { type Period, PRESETS, type Preset, periodOf, problemOfPeriod } from './periods.ts';
import styles from './statistics.module.css';

const PRESET_NAMES: Readonly<Record<Preset, string>> = {
  today: 'Today',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter (GST)',
  'this-year': 'This year',
  'last-year': 'Last year',
};

interface PeriodBarProps {
  readonly period: Period;
  onChange(period: Period): void;
}

/** The period: a preset, or custom days; and what else there is to choose. */
export function PeriodBar({ period, onChange, children }: PeriodBarProps & { readonly children: ReactNode }) {
  const day = today();
  return (
    <div className={styles.bar}>
      <fieldset className={styles.presets}>
        <legend className="k-hidden">Period</legend>
        {PRESETS.map((preset) => {
          const presetPeriod = periodOf(preset, day);
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={presetPeriod.first === period.first && presetPeriod.last === period.last}
              onClick={() => onChange(presetPeriod)}
            >
              {PRESET_NAMES[preset]}
            </button>
          );
        })}
      </fieldset>
      <OwnDays key={`${period.first} ${period.last}`} period={period} onChange={onChange} />
      {children}
    </div>
  );
}

/** Two days; the figures update as soon as both are valid and in order. */
function OwnDays({ period, onChange }: PeriodBarProps) {
  const [days, setDays] = useState(period);
  const change = (next: Period) => {
    setDays(next);
    if (problemOfPeriod(next) === null) onChange(next);
  };
  const problem = problemOfPeriod(days);
  return (
    <div className={styles.days}>
      <DayField
        label="From"
        name="from_date"
        value={days.first}
        onChange={(first) => change({ ...days, first })}
        error={problem?.first}
      />
      <DayField
        label="To"
        name="to_date"
        value={days.last}
        min={isDay(days.first) ? days.first : undefined}
        onChange={(last) => change({ ...days, last })}
        error={problem?.last}
      />
    </div>
  );
}
