import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import type { CleanerItem } from '../../cleaner-shapes.ts';
import styles from './parts.module.css';
import { dayName, FROM_MONDAY } from './week-table.tsx';

/** A week as seven small tiles from Monday, filled on working days. */
export function WeekLine({ cleaner }: { readonly cleaner: CleanerItem }) {
  const working = FROM_MONDAY.filter((day) => cleaner[`${day}Availability`]);
  const words = working.map((day) => dayName(day).slice(0, 3)).join(', ');
  return (
    <span className={styles.week} title={words}>
      <span className="k-figure">
        {working.length} {working.length === 1 ? 'day' : 'days'}
      </span>
      <span>
        {FROM_MONDAY.map((day) => (
          <SmallTile key={day} size={13} state={working.includes(day) ? 'done' : 'bare'} />
        ))}
      </span>
    </span>
  );
}
