import type { z } from 'zod';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { hoursInWords } from '#features/people/cleaners/web/parts/week-table.tsx';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { today, weekdayOf } from '#platform/web/business-time.ts';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { DayRuler, type RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { unavailablePeriod } from '../../contract.ts';
import { useRemoveTimeOff, useTimeOffLabel } from '../office/time-off-list.tsx';

type Period = z.output<typeof unavailablePeriod>;

interface DiaryDayProps {
  /** `2026-11-24` */
  readonly day: string;
  readonly cleaner: CleanerReply;
  readonly periods: readonly Period[];
}

/** One day of a diary: its hours as tiles, its entries as text. */
export function DiaryDay({ day, cleaner, periods }: DiaryDayProps) {
  const { date } = useFormat();
  const weekday = WEEKDAYS[weekdayOf(day)] ?? 'sunday';
  const works = cleaner[`${weekday}Availability`];
  return (
    <div className={styles.day} data-today={day === today() || undefined}>
      <b className="k-figure">{date(day)}</b>
      {works || periods.length > 0 ? (
        <DayRuler
          blocks={periods.map((period) => blockOf(day, period))}
          label={`${periods.length} entries`}
        />
      ) : (
        <span className="k-muted">Day off</span>
      )}
      <ul>
        {periods.map((period) => (
          <DiaryPeriod key={period.id} period={period} cleanerId={cleaner.id} />
        ))}
        {works && periods.length === 0 && day >= today() && (
          <li className="k-muted">Free {hoursInWords(cleaner, weekday)}</li>
        )}
      </ul>
    </div>
  );
}

function blockOf(day: string, period: Period): RulerBlock {
  const start = Math.max(0, hourWithin(day, period.startTime));
  const end = Math.min(24, hourWithin(day, period.endTime));
  return { start, hours: end - start, service: 'regular', kind: period.kind === 'job' ? 'visit' : 'travel' };
}

/** A time as hours since midnight of `day`: 9.5; below 0 or over 24 on other days. */
function hourWithin(day: string, written: string): number {
  return (Date.parse(`${written.replace(' ', 'T')}Z`) - Date.parse(`${day}T00:00:00Z`)) / 3_600_000;
}

function DiaryPeriod({ period, cleanerId }: { readonly period: Period; readonly cleanerId: string }) {
  const { timeRange } = useFormat();
  const timeOffLabel = useTimeOffLabel();
  const remove = useRemoveTimeOff(cleanerId);
  if (period.kind === 'job') {
    return (
      <li>
        <TextLink href={`/admin/jobs/${period.id}/view`}>
          {timeRange(period.startTime, period.endTime)} {period.description || 'Job'}
        </TextLink>
      </li>
    );
  }
  return (
    <li>
      <span>
        {period.kind === 'block' ? 'Blocked' : 'Time off'} {timeOffLabel(period, true)}{' '}
        <span className="k-muted">{period.description}</span>
      </span>
      {period.kind === 'time-off' && (
        <TextButton onClick={() => void remove(period)}>
          Remove<span className="k-hidden"> time off {timeOffLabel(period)}</span>
        </TextButton>
      )}
    </li>
  );
}
