import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { bookingPath } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { Anchor, TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';

/** Past visits, one line each: the day links to the booking, the end books the same service again. */
export function PastLines({ jobs }: { jobs: readonly Job[] }) {
  const noteOf = usePaidNote();
  return (
    <ul className={`k-line-above ${styles.lines}`}>
      {jobs.map((job) => (
        <li key={job.id}>
          <VisitLine
            service={job.jobType}
            title={<ToBooking job={job} />}
            note={noteOf(job)}
            action={<Again job={job} />}
          />
        </li>
      ))}
    </ul>
  );
}

/** `One-time, 3 hours, S$90.00`; if paid with hours, that replaces the length: `Regular, 4 hours of credit`. */
function usePaidNote() {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const { money, hours } = useFormat();
  const { whatOf } = useVisitLabels();
  return (job: Job): string => {
    const { creditsUsed = 0, amountToPay = 0 } = job;
    if (creditsUsed === 0 || amountToPay > 0) {
      return t('line', { what: whatOf(job), more: money(amountToPay) });
    }
    const used = shared('price.credits', { hours: hours(creditsUsed) });
    return t('line', { what: shared(`service.${job.jobType}`), more: used });
  };
}

/** Books the same service again, with the same details. */
function Again({ job }: { job: Job }) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  return (
    <TextLink roomy href={bookAgainAddress(job)} aria-label={t('againLike', { when: date(job.startTime) })}>
      {t('again')}
    </TextLink>
  );
}

/** Visits after the next one. */
export function ComingLines({ jobs }: { jobs: readonly Job[] }) {
  const { timeRange } = useFormat();
  const { whatOf } = useVisitLabels();
  const { t } = useText(customerTexts);
  return (
    <ul className={`k-line-above ${styles.lines}`}>
      {jobs.map((job) => (
        <li key={job.id}>
          <VisitLine
            service={job.jobType}
            title={<ToBooking job={job} />}
            note={t('line', { what: whatOf(job), more: timeRange(job.startTime, job.endTime) })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Cancelled visits. */
export function CancelledLines({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  const { whatOf } = useVisitLabels();
  const noteOf = (job: Job) =>
    job.cancelledAt === null ? whatOf(job) : t('bookings.cancelledOn', { day: date(job.cancelledAt) });
  return (
    <ul className={`k-line-above ${styles.lines}`}>
      {jobs.map((job) => (
        <li key={job.id}>
          <VisitLine service={job.jobType} title={<ToBooking job={job} />} note={noteOf(job)} />
        </li>
      ))}
    </ul>
  );
}

function ToBooking({ job }: { job: Job }) {
  const { date } = useFormat();
  return (
    <Anchor href={bookingPath(job.id)} className={styles.day}>
      {date(job.startTime)}
    </Anchor>
  );
}
