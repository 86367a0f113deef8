import { TOLERANCE_MINUTES } from '../../rules/paid-time.ts';
import styles from './pay.module.css';

/** How the paid time is found, in words. */
export function PaidTimeRule() {
  return (
    <p className={styles.rule}>
      Cleaners are paid for the time they clock. If it is within {TOLERANCE_MINUTES} minutes of the planned
      time, or if a clock-in or clock-out is missing, they are paid the planned time; in the second case the
      visit is marked. Agreed breaks are not paid.
    </p>
  );
}
