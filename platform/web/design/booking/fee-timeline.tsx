import type { Service } from '../tiles/drawings.ts';
import { Tile, vars } from '../tiles/tile.tsx';
import styles from './fee-timeline.module.css';

export interface FeeTimelineProps {
  /** Share of the line (0 to 1) that is free to cancel. */
  freeShare: number;
  /** The current time's position on the line, 0 to 1. */
  nowShare: number;
  service: Service;
  /** "Now", "Free", "Half from Fri 9:00 am", "Sat 9:00". */
  labels: { now: string; free: string; half: string; visit: string };
  /** The same as a sentence, for screen readers. */
  label: string;
}

/**
 * Shows until when cancelling is free, the slatted window in which half is kept, the current time, and the visit's
 * tile.
 */
export function FeeTimeline({ freeShare, nowShare, service, labels, label }: FeeTimelineProps) {
  return (
    <div className={styles.timeline} role="img" aria-label={label}>
      <div className={styles.bar}>
        <i className={styles.free} style={vars({ width: `${freeShare * 100}%` })} />
        <i className={styles.half} />
        <i className={styles.visit}>
          <Tile service={service} />
        </i>
        <i className={styles.now} style={vars({ left: `${nowShare * 100}%` })}>
          <span>{labels.now}</span>
        </i>
      </div>
      <div className={styles.words}>
        <span>{labels.free}</span>
        <span style={vars({ left: `${freeShare * 100}%` })}>{labels.half}</span>
        <span className={styles.end}>{labels.visit}</span>
      </div>
    </div>
  );
}
