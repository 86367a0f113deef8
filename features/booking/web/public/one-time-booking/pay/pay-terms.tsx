import type { Job } from '#features/jobs/contract/shapes.ts';
import { keptOf } from '#features/jobs/rules/cancellation.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import styles from '../booking.module.css';
import { useBookingText } from '../text.ts';

const HALF = 50;

/** What moving and calling off costs, in cents and with the date: the terms frozen on the booking. */
export function PayTerms({ job }: { job: Job }) {
  const { t } = useBookingText();
  const { date, time, money, hours } = useFormat();
  if (job.policy === undefined) return null;
  const { freeHours, lateFeePercent } = job.policy;
  const until = new Date(Date.parse(job.startTime) - freeHours * 3_600_000);
  const kept = keptOf({ paid: job.amountToPay ?? 0, credits: job.creditsUsed ?? 0 }, lateFeePercent);
  const fee = [
    kept.fee > 0 || kept.creditsForfeited === 0 ? money(kept.fee) : '',
    kept.creditsForfeited > 0 ? hours(kept.creditsForfeited) : '',
  ]
    .filter(Boolean)
    .join(' + ');
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
