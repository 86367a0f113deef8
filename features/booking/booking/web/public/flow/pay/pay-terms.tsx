import type { HoursOffer } from '#features/booking/checkout/rules/hours-offer.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { outcomeKeeping } from '#features/work/jobs/rules/cancellation.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import styles from '../booking.module.css';
import { useBookingText } from '../text.ts';

const HALF = 50;

interface Props {
  readonly job: Job;
  /** Set while hours are the chosen way to pay. */
  readonly offer: HoursOffer | null;
}

/**
 * The frozen terms of moving and cancelling, with the date and what is kept: money, or the hours that are about to pay.
 * For a series they apply to each visit.
 */
export function PayTerms({ job, offer }: Props) {
  const { t } = useBookingText();
  const { date, time, money, hours } = useFormat();
  if (job.policy === undefined) return null;
  const { freeHours, lateFeePercent } = job.policy;
  const until = new Date(Date.parse(job.startTime) - freeHours * 3_600_000);
  const payment = {
    paid: offer?.toPay ?? job.amountToPay ?? 0,
    credits: (job.creditsUsed ?? 0) + (offer?.use ?? 0),
  };
  const kept = outcomeKeeping(payment, lateFeePercent);
  const fee = [
    kept.fee > 0 || kept.creditsForfeited === 0 ? money(kept.fee) : '',
    kept.creditsForfeited > 0 ? hours(kept.creditsForfeited) : '',
  ]
    .filter(Boolean)
    .join(' + ');
  const wire = until.toISOString();
  if (lateFeePercent === 0 && until <= appClock.now()) return null;
  const named = { hours: hours(freeHours), percent: lateFeePercent, fee };
  const isHalf = lateFeePercent === HALF;
  const late = t(isHalf ? 'pay.late' : 'pay.lateOther', named);
  const free = t('pay.free', { when: t('at', { day: date(wire), time: time(wire) }) });
  const terms = lateFeePercent === 0 ? free : `${free} ${late}`;
  const each =
    lateFeePercent === 0 ? t('pay.freeEach', named) : t(isHalf ? 'pay.each' : 'pay.eachOther', named);
  if (job.seriesID !== null) return <p className={styles.terms}>{each}</p>;
  const now = t(isHalf ? 'pay.lateNow' : 'pay.lateNowOther', named);
  return <p className={styles.terms}>{until <= appClock.now() ? now : terms}</p>;
}
