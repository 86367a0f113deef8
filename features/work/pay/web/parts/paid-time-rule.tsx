import { TOLERANCE_MINUTES } from '../../rules/paid-time.ts';
import styles from './pay.module.css';

/** How the paid time is found, in words. */
export function PaidTimeRule() {
  return (
    <p className={styles.rule}>
      Clocked time counts. Up to {TOLERANCE_MINUTES} minutes more or less than planned, the planned time
      counts. Without both a clock-in and a clock-out, the planned time counts and the visit is marked. Agreed
      breaks are not paid.
    </p>
  );
}
