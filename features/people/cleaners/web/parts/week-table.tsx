import { WEEKDAYS, type Weekday } from '#platform/kernel/business-time.ts';
import { DayRuler, type RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { readShifts, type WholeWeekFields } from '../../rules/week.ts';
import styles from './parts.module.css';

/** Weeks start on Monday in the office. */
export const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

export function dayName(weekday: Weekday): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

/** The hours of a weekday as blocks of a ruler; empty on a day off. */
export function shiftBlocks(week: WholeWeekFields, weekday: Weekday): RulerBlock[] {
  if (!week[`${weekday}Availability`]) return [];
  const shifts = readShifts(week[`${weekday}Hours`]) ?? [];
  return shifts.map(([start, end]) => ({ start: start / 60, hours: (end - start) / 60, service: 'regular' }));
}

/** `9:00 am to 1:00 pm, 2:00 pm to 6:00 pm`, or `Day off`. */
export function hoursInWords(week: WholeWeekFields, weekday: Weekday): string {
  if (!week[`${weekday}Availability`]) return t('Day off');
  const shifts = readShifts(week[`${weekday}Hours`]) ?? [];
  return shifts
    .map(([start, end]) => t('{{clock}} to {{clock2}}', { clock: clock(start), clock2: clock(end) }))
    .join(', ');
}

function clock(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return hour < 12
    ? t('{{hour}}:{{padStart}} am', { hour: hour % 12 || 12, padStart: String(minute % 60).padStart(2, '0') })
    : t('{{hour}}:{{padStart}} pm', {
        hour: hour % 12 || 12,
        padStart: String(minute % 60).padStart(2, '0'),
      });
}

/** The regular week, one row per day: a ruler, and the hours in words. */
export function WeekTable({ week }: { readonly week: WholeWeekFields }) {
  return (
    <table className={`k-table ${styles.weekTable}`}>
      <tbody>
        {FROM_MONDAY.map((weekday) => {
          const words = hoursInWords(week, weekday);
          return (
            <tr key={weekday}>
              <th scope="row">{dayName(weekday)}</th>
              <td>
                <DayRuler blocks={shiftBlocks(week, weekday)} label={words} />
              </td>
              <td className="k-figure">{words}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
