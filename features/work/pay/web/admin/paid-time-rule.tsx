import { t } from '#platform/web/i18n/office.ts';
import { IMPLAUSIBLE_AFTER_MINUTES, TOLERANCE_MINUTES } from '../../rules/paid-time.ts';
import styles from './pay.module.css';

/** How the paid time is found, in words. */
export function PaidTimeRule() {
  return (
    <p className={`k-muted ${styles.rule}`}>
      {t(
        'Cleaners are paid for the time they clock. If it is within {{tolerance_minutes}} minutes of the planned time, if a clock-in or clock-out is missing, or if a clock-out comes {{implausible_after_minutes}} hours too late or after midnight, they are paid the planned time; in these last cases the visit is marked until you correct the hours. Time that two visits share is paid once. Agreed breaks are not paid.',
        { tolerance_minutes: TOLERANCE_MINUTES, implausible_after_minutes: IMPLAUSIBLE_AFTER_MINUTES / 60 },
      )}
    </p>
  );
}
