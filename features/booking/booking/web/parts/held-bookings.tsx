import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { bookingPath } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { usePerson } from '#features/work/jobs/web/parts/customer/next-visit.tsx';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { heldBookings } from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { money } from '#platform/web/amounts.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useText } from '#platform/web/i18n/texts.ts';

const SECOND_MS = 1000;

/** Bookings that are held until paid, each with a countdown. */
export function HeldBookings({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useText(customerTexts);
  const now = useNow(SECOND_MS);
  const bookings = heldBookings(jobs, now);
  useRefetchWhenHoldEnds(bookings.length);
  if (bookings.length === 0) return null;
  return (
    <section className={`k-stack k-gap-16 ${styles.cards}`}>
      <h2 className="k-hidden">{t('held.title')}</h2>
      {bookings.map((booking, index) => (
        <HeldCard key={booking[0].id} booking={booking} now={now} first={index === 0} />
      ))}
    </section>
  );
}

/** Refetches the lists when a hold expires. */
function useRefetchWhenHoldEnds(count: number): void {
  const client = useQueryClient();
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void client.invalidateQueries({ queryKey: keyOf(listJobs) });
    before.current = count;
  }, [count, client]);
}

interface HeldCardProps {
  booking: readonly [Job, ...Job[]];
  now: Date;
  /** Highlights the booking to pay first. */
  first: boolean;
}

function HeldCard({ booking, now, first }: HeldCardProps) {
  const { t } = useText(customerTexts);
  const labels = useVisitLabels();
  const [job] = booking;
  const person = usePerson(job);
  const amount = money(booking.reduce((sum, one) => sum + (one.amountToPay ?? 0), 0));
  const chip = labels.chipOf(job, now);
  return (
    <JobCard
      eyebrow={t('held.title')}
      when={labels.whenOf(job.startTime)}
      place={labels.homeOf(job)}
      service={job.jobType}
      status={chip.status}
      statusText={chip.text}
      ruler={{ blocks: [rulerBlockOf(job)], label: labels.rulerLabelOf(job) }}
      person={
        person &&
        (booking.length === 1
          ? person
          : { ...person, note: t('held.visits', { count: booking.length, amount }) })
      }
      actions={
        <ButtonLink size="small" kind={first ? 'primary' : 'quiet'} href={bookingPath(job.id)}>
          {t('held.pay', { amount })}
        </ButtonLink>
      }
    />
  );
}
