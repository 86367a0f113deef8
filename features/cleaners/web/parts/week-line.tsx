import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { Ubin } from '#platform/web/design/tiles/tile.tsx';
import type { CleanerItem } from '../../cleaner-shapes.ts';
import styles from './parts.module.css';

const FROM_MONDAY = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

/** A week in seven small tiles, Monday first: laid on the days that she works. */
export function WeekLine({ cleaner }: { cleaner: CleanerItem }) {
  const working = FROM_MONDAY.filter((day) => cleaner[`${day}Availability`] && cleaner[`${day}Hours`] !== '');
  const words = working.map((day) => day.charAt(0).toUpperCase() + day.slice(1, 3)).join(', ');
  return (
    <span className={styles.week} role="img" aria-label={words || 'No working days'} title={words || 'No working days'}>
      {FROM_MONDAY.map((day) => (
        <Ubin key={day} size={13} state={working.includes(day) ? 'done' : 'bare'} />
      ))}
    </span>
  );
}
