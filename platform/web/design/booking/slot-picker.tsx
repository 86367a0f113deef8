import type { ReactNode } from 'react';
import { Switch } from '../parts/field.tsx';
import { DayRuler, type DayRulerProps } from '../tiles/day-ruler.tsx';
import { PersonTile } from '../tiles/person-tile.tsx';
import { DayGrid, type DayGridProps } from './day-grid.tsx';
import { SlotList, type SlotListProps } from './slot-list.tsx';
import styles from './slot-picker.module.css';

export interface SameCleaner {
  id: string;
  initials: string;
  photo?: string | undefined;
  /** "Mdm Lim first". */
  label: ReactNode;
  /** "She cleaned your home on 7 Nov". */
  hint: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
}

export interface SlotPickerProps {
  month: DayGridProps;
  /** "Saturday 28 November". */
  dayTitle: ReactNode;
  /** Next to it, with a jade mark: "just now", while times update live. */
  live?: ReactNode | undefined;
  ruler: DayRulerProps;
  /** The cleaner of the previous visit, first. */
  sameCleaner?: SameCleaner | undefined;
  times: SlotListProps;
  /** Replaces the times when the day has none: an EmptyState or ErrorState. */
  noTimes?: ReactNode | undefined;
}

/** Choosing a time: month, day as tiles, same cleaner first, times. Two columns on a desktop. */
export function SlotPicker(props: SlotPickerProps) {
  const { month, dayTitle, live, ruler, sameCleaner, times, noTimes } = props;
  return (
    <div className={`k-stack k-gap-12 ${styles.picker}`}>
      <DayGrid {...month} />
      <div>
        <div className={`k-row k-baseline k-between k-gap-12 k-mb-8 ${styles.dayHead}`}>
          <h2 aria-live="polite">{dayTitle}</h2>
          {live && <span className={`k-row k-gap-8 k-nowrap k-muted ${styles.live}`}>{live}</span>}
        </div>
        <DayRuler {...ruler} />
        {sameCleaner && (
          <div className={`k-row k-gap-12 k-mt-16 k-py-12 ${styles.same}`}>
            <PersonTile
              id={sameCleaner.id}
              initials={sameCleaner.initials}
              size={52}
              photo={sameCleaner.photo}
            />
            <div className="k-grow">
              <Switch
                label={sameCleaner.label}
                hint={sameCleaner.hint}
                checked={sameCleaner.on}
                onChange={(event) => sameCleaner.onChange(event.target.checked)}
              />
            </div>
          </div>
        )}
        {noTimes ? <div className="k-mt-16">{noTimes}</div> : <SlotList {...times} />}
      </div>
    </div>
  );
}
