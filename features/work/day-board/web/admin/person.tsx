import { t } from '#platform/web/i18n/office.ts';
import type { BoardCleaner } from '../../contract.ts';
import styles from './person.module.css';

interface PersonProps {
  readonly cleaner: Pick<BoardCleaner, 'fullname' | 'regions' | 'languages'>;
}

/** A cleaner’s name, regions and languages. */
export function PersonName({ cleaner: { fullname, regions, languages } }: PersonProps) {
  const where = regions.join(', ') || t('Everywhere');
  return (
    <span className={`k-stack k-grow ${styles.who}`} title={[fullname, where, ...languages].join(', ')}>
      <b>{fullname}</b>
      <small>{[where, ...languages].join(' · ')}</small>
    </span>
  );
}

/** `3/9 h`: hours booked of those available; in sun if none are left. */
export function PersonLoad({
  cleaner: { hoursBooked, hoursAvailable },
}: {
  readonly cleaner: Pick<BoardCleaner, 'hoursBooked' | 'hoursAvailable'>;
}) {
  const isFull = hoursBooked > 0 && hoursBooked >= hoursAvailable;
  return (
    <span className={styles.load} data-full={isFull || undefined}>
      {hoursBooked}
      <i>{t('/{{hoursAvailable}} h', { hoursAvailable })}</i>
    </span>
  );
}
