import { IMPLAUSIBLE_AFTER_MINUTES, TOLERANCE_MINUTES } from '../../rules/paid-time.ts';
import styles from './pay.module.css';

/** How the paid time is found, in words. */
export function PaidTimeRule() {
  return (
    <p className={`k-muted ${styles.rule}`}>
      Cleaners are paid for the time they clock. If it is within {TOLERANCE_MINUTES} minutes of the planned
      time, if a clock-in or clock-out is missing, or if a clock-out comes {IMPLAUSIBLE_AFTER_MINUTES / 60}{' '}
      hours too late or after midnight, they are paid the planned time; in these last cases the visit is
      marked until you correct the hours. Time that two visits share is paid once. Agreed breaks are not paid.
    </p>
  );
}
