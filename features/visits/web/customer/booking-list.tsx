import type { Job } from '#features/jobs/contract/shapes.ts';
import { BOOKINGS, bookingPath } from '#features/jobs/web/parts/booking-addresses.ts';
import styles from '#features/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/jobs/web/parts/customer-text.ts';
import { rulerBlockOf } from '#features/jobs/web/parts/job-day.ts';
import { usePerson } from '#features/jobs/web/parts/next-visit.tsx';
import { useVisitWords } from '#features/jobs/web/parts/use-visit-words.ts';
import { isOver, pastVisits } from '#features/jobs/web/parts/visit-state.ts';
import { BOOK_ONE_TIME } from '#features/site/web/parts/booking-address.ts';
import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { NothingBooked } from './nothing-booked.tsx';
import type { Segment } from './segments.ts';
import { CalledOffLines, PastLines } from './visit-lines.tsx';

interface BookingListProps {
  segment: Segment;
  jobs: readonly Job[];
  now: Date;
}

/** The bookings of one segment, or what to do where there are none. */
export function BookingList({ segment, jobs, now }: BookingListProps) {
  if (segment === 'upcoming') return <Upcoming jobs={jobs.filter((job) => !isOver(job, now))} now={now} />;
  if (segment === 'past') return <Past jobs={pastVisits(jobs, now)} />;
  return <CalledOff jobs={jobs} />;
}

function Upcoming({ jobs, now }: { jobs: readonly Job[]; now: Date }) {
  const { t } = useCustomerText();
  if (jobs.length === 0) return <NothingBooked />;
  return (
    <>
      <h2 className="k-hidden">{t('bookings.upcoming')}</h2>
      <ul className={styles.cards}>
        {jobs.map((job) => (
          <li key={job.id}>
            <VisitCard job={job} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}

function VisitCard({ job, now }: { job: Job; now: Date }) {
  const { t } = useCustomerText();
  const words = useVisitWords();
  const chip = words.chipOf(job, now);
  const when = words.whenOf(job.startTime);
  return (
    <JobCard
      when={when}
      place={words.homeOf(job)}
      service={job.jobType}
      status={chip.status}
      statusText={chip.status === 'upcoming' ? words.awayOf(job, now) : chip.text}
      ruler={{ blocks: [rulerBlockOf(job)], label: words.rulerLabelOf(job) }}
      person={usePerson(job)}
      end={
        <TextLink roomy href={bookingPath(job.id)} aria-label={t('seeVisitOf', { when })}>
          {t('seeVisit')}
        </TextLink>
      }
    />
  );
}

function Past({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useCustomerText();
  if (jobs.length > 0) return <PastLines jobs={jobs} />;
  return (
    <div className={styles.empty}>
      <EmptyState
        level={2}
        title={t('bookings.noPast')}
        spot="done"
        action={
          <ButtonLink size="small" full href={BOOK_ONE_TIME}>
            {t('bookings.book')}
          </ButtonLink>
        }
      >
        {t('bookings.noPastText')}
      </EmptyState>
    </div>
  );
}

function CalledOff({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useCustomerText();
  if (jobs.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState
          level={2}
          title={t('bookings.noCancelled')}
          action={
            <ButtonLink size="small" full kind="quiet" href={BOOKINGS}>
              {t('bookings.toUpcoming')}
            </ButtonLink>
          }
        >
          {t('bookings.noCancelledText')}
        </EmptyState>
      </div>
    );
  }
  return <CalledOffLines jobs={jobs} />;
}
