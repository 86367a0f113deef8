import { useId } from 'react';
import type { Weekday } from '#platform/kernel/business-time.ts';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import styles from './parts.module.css';
import { dayName } from './week-table.tsx';

interface ShiftsFieldProps {
  readonly weekday: Weekday;
  readonly on: boolean;
  /** As on the wire: `09:00-13:00,14:00-18:00`. */
  readonly hours: string;
  readonly error: string | undefined;
  onChange(change: { readonly on: boolean; readonly hours: string }): void;
}

const USUAL = '09:00-18:00';

/** A weekday: working or not, and its hours. */
export function ShiftsField({ weekday, on, hours, error, onChange }: ShiftsFieldProps) {
  const errorID = useId();
  const shifts: string[][] = hours === '' ? [] : hours.split(',').map((shift) => shift.split('-'));
  const write = (written: readonly string[][]) =>
    onChange({ on, hours: written.map(([from = '', to = '']) => `${from}-${to}`).join(',') });
  const set = (at: number, shift: string[]) => write(shifts.with(at, shift));
  return (
    <fieldset className={`k-row k-wrap k-gap-6 k-gap-x-16 ${styles.shifts}`}>
      <legend className="k-hidden">{dayName(weekday)}</legend>
      <Checkbox
        label={dayName(weekday)}
        name={`${weekday}Availability`}
        checked={on}
        onChange={(event) => onChange({ on: event.target.checked, hours: hours || USUAL })}
      />
      {on && (
        <div className={`k-row k-wrap k-gap-6 k-gap-x-14 ${styles.shiftTimes}`}>
          {shifts.map(([from = '', to = ''], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a shift is identified by its position in the day
            <span key={at} className={`k-inline k-gap-8 ${styles.shift}`}>
              <Clock
                name={`${weekday}Hours`}
                label={t('{{dayName}} from', { dayName: dayName(weekday) })}
                value={from}
                onChange={(clock) => set(at, [clock, to])}
                errorID={error && errorID}
              />
              {t('to')}
              <Clock
                name={`${weekday}Hours`}
                label={t('{{dayName}} until', { dayName: dayName(weekday) })}
                value={to}
                onChange={(clock) => set(at, [from, clock])}
                errorID={error && errorID}
              />
              {at > 0 && (
                <TextButton onClick={() => write(shifts.filter((_, i) => i !== at))}>
                  {t('Remove')}
                  <span className="k-hidden">
                    {t(' the second part of {{dayName}}', { dayName: dayName(weekday) })}
                  </span>
                </TextButton>
              )}
            </span>
          ))}
          {shifts.length === 1 && (
            <TextButton onClick={() => write([...shifts, ['', '']])}>
              {t('Split')}
              <span className="k-hidden"> {dayName(weekday)}</span>
            </TextButton>
          )}
        </div>
      )}
      <span id={errorID} className={styles.shiftError} role="alert">
        {error}
      </span>
    </fieldset>
  );
}

interface ClockProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly errorID: string | undefined;
  onChange(clock: string): void;
}

function Clock({ name, label, value, errorID, onChange }: ClockProps) {
  return (
    <input
      type="time"
      name={name}
      aria-label={label}
      value={value}
      aria-invalid={errorID ? true : undefined}
      aria-describedby={errorID}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
