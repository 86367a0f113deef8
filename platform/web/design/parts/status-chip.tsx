import type { ReactNode } from 'react';
import { UBIN_PETALS } from '../tiles/drawings.ts';
import styles from './status-chip.module.css';

/** The meaning of the glyph's shape; the text next to it is exact. */
export type Status = 'held' | 'upcoming' | 'now' | 'done' | 'wrong' | 'cancelled';

const GLYPHS: Readonly<Record<Status, ReactNode>> = {
  held: <path d="M1 9L9 1M1 17L17 1M9 17l8-8" stroke="currentColor" strokeWidth="1.4" />,
  upcoming: <path fill="currentColor" transform="translate(1.8 1.8) scale(.3)" d={UBIN_PETALS.join('')} />,
  now: <path d="M1 17V1h8v16z" fill="currentColor" />,
  done: <path d="M5 9.5l3 3 5.5-6.5" stroke="var(--k-good-bg)" strokeWidth="2" fill="none" />,
  wrong: <path d="M5 5l8 8M13 5l-8 8" stroke="currentColor" strokeWidth="1.8" />,
  cancelled: null,
};

/** hatched held, petals upcoming, half in progress, tick done, cross wrong, empty cancelled. */
export function StatusGlyph({ status }: { status: Status }) {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className={styles.glyph}>
      <rect
        x="1"
        y="1"
        width="16"
        height="16"
        fill={status === 'done' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.6"
      />
      {GLYPHS[status]}
    </svg>
  );
}

/** Square glyph plus text: the meaning does not depend on colour. */
export function StatusChip({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={`k-inline k-nowrap ${styles.chip}`} data-status={status}>
      <StatusGlyph status={status} />
      {children}
    </span>
  );
}
