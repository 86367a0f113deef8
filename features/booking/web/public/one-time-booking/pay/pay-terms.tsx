import type { Job } from '#features/jobs/contract/shapes.ts';
import { percentOf } from '#platform/kernel/money.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import styles from '../booking.module.css';
import { useBookingText } from '../text.ts';

const HALF = 50;

/** What moving and calling off costs, in cents and with the date: the terms frozen on the booking. */
export function PayTerms({ job }: { job: Job }) {
  const { t } = useBookingText();
  const { date, time, money } = useFormat();
  if (job.policy === undefined) return null;
  const { freeHours, lateFeePercent } = job.policy;
  const until = new Date(Date.parse(job.startTime) - freeHours * 3_600_000);
  const fee = money(percentOf(job.price?.total ?? 0, lateFeePercent));
  const wire = until.toISOString();
  const late =
    lateFeePercent === HALF ? t('pay.late', { fee }) : t('pay.lateOther', { percent: lateFeePercent, fee });
  return (
    <p className={styles.terms}>
      {until <= appClock.now()
        ? t('pay.lateNow', { fee })
        : `${t('pay.free', { when: t('at', { day: date(wire), time: time(wire) }) })} ${late}`}
    </p>
  );
}
