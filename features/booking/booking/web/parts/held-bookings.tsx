import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { PayNow } from '#features/booking/checkout/web/parts/paynow.tsx';
import { Reductions } from '#features/booking/checkout/web/parts/reductions.tsx';
import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { bookingPath } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { usePerson } from '#features/work/jobs/web/parts/customer/next-visit.tsx';
import { clockOf, useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { heldBookings, secondsHeld } from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { paidTogether, sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { money } from '#platform/web/amounts.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { businessDay } from '#platform/web/business-time.ts';
import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { draftOfHeld } from '../public/flow/draft-of-job.ts';
import { serviceOf, stepPath } from '../public/flow/steps.ts';
import { keepDraft } from '../public/flow/use-draft.ts';

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

/** Above the 52 held visits that a series can have. */
const HELD = 60;

/** A held or pay-later booking: its deadline, and payment with the stored card. */
export function HeldNotice({ job, now }: { job: Job; now: Date }) {
  const { t } = useText(customerTexts);
  const { creditCardLast4 } = useSession();
  const visits = useBooking(job);
  if (job.charge && job.charge.declines === 0) return <ChargedNotice job={job} when={job.charge.when} />;
  return (
    <section
      className="k-stack k-gap-10"
      aria-label={t(job.status === 'confirmed' ? 'held.dueTitle' : 'held.title')}
    >
      <Notice kind="sun" icon={IconClock}>
        {job.status === 'confirmed' ? (
          <DueNotice job={job} visits={visits} now={now} />
        ) : (
          t('held.keeps', { count: visits.length, time: clockOf(secondsHeld(job, now)) })
        )}
      </Notice>
      <Reductions job={job} />
      {creditCardLast4 !== null && <PayWithCard job={job} visits={visits} last4={creditCardLast4} />}
      <PayInFlow visits={visits} job={job} first={creditCardLast4 === null} />
      {job.status === 'confirmed' && <PayNow job={job} />}
    </section>
  );
}

/** A visit that the saved card pays: nothing is to be done. */
function ChargedNotice({ job, when }: { readonly job: Job; readonly when: ChargeWay }) {
  const { t } = useText(customerTexts);
  const { money } = useFormat();
  return (
    <section className="k-stack k-gap-10" aria-label={t('held.chargedTitle')}>
      <Notice kind="good" icon={IconCreditCard}>
        {t(`held.charged.${when}`, { amount: money(job.amountToPay ?? 0) })}
      </Notice>
      <Reductions job={job} />
    </section>
  );
}

/** Amount and due date of a confirmed booking. */
function DueNotice({ job, visits, now }: { job: Job; visits: readonly Job[]; now: Date }) {
  const { t } = useText(customerTexts);
  const { money, date } = useFormat();
  if (job.charge) {
    const amount = money(job.amountToPay ?? 0);
    const { againAt } = job.charge;
    return againAt === null
      ? t('held.declined', { amount })
      : t('held.declinedAgain', { amount, day: date(againAt) });
  }
  const dueOn = job.dueOn ?? businessDay(now);
  const words = { count: visits.length, amount: money(sumToPay(visits)), day: date(dueOn) };
  return t(dueOn < businessDay(now) ? 'held.overdue' : 'held.due', words);
}

/**
 * Reopens the held booking in the booking flow: at the payment, or at the dates to choose them again in a new
 * hold.
 */
function useResume(job: Job, visits: readonly Job[]): (step: 'pay' | 'dates') => void {
  const navigate = useNavigate();
  return (step) => {
    const service = serviceOf(job.jobType);
    const [earliest = job] = visits.toSorted((a, b) => a.startTime.localeCompare(b.startTime));
    const draft = draftOfHeld(earliest, visits);
    const held = { jobID: earliest.id, request: '' };
    keepDraft(service.type, step === 'dates' ? { ...draft, held } : draft);
    void navigate(stepPath(service, step));
  };
}

/** Resumes the booking at the payment step, with the card fields. */
function PayInFlow({ job, visits, first }: { job: Job; visits: readonly Job[]; first: boolean }) {
  const { t } = useText(customerTexts);
  const { money } = useFormat();
  const resume = useResume(job, visits);
  return (
    <Button full kind={first ? 'primary' : 'quiet'} onClick={() => resume('pay')}>
      {first ? t('held.pay', { amount: money(sumToPay(visits)) }) : t('held.anotherCard')}
    </Button>
  );
}

/** All visits that are paid together with this one: for a series, those held or confirmed with it. */
function useBooking(job: Job): readonly Job[] {
  const held = useCall(listJobs, { query: { status: job.status, size: HELD } });
  const series = paidTogether(job, held.data?.items ?? []).filter((one) => one.seriesID === job.seriesID);
  return job.seriesID === null || series.length === 0 ? [job] : series;
}

type Paid = CallReply<typeof commitJob>;

function PayWithCard({ job, visits, last4 }: { job: Job; visits: readonly Job[]; last4: string }) {
  const { t } = useText(customerTexts);
  const { money } = useFormat();
  const { weekdayOf } = useVisitLabels();
  const sentenceOf = useJobSentence();
  const toast = useToast();
  const resume = useResume(job, visits);
  const [asksBank, setAsksBank] = useState(false);
  const total = sumToPay(visits);
  const paid = (reply: Paid) => {
    if ('requiresAction' in reply) return setAsksBank(true);
    session.updateCredit({ creditsLeft: reply.creditsLeft });
    const isLater = job.status === 'confirmed';
    toast.show({ text: isLater ? t('held.paidLater') : t('held.paid', { day: weekdayOf(job.startTime) }) });
  };
  const pay = useAct(commitJob, { refresh: [getJob, listJobs], onSuccess: paid });
  return (
    <>
      <Button
        full
        busy={pay.isPending && t('held.paying')}
        onClick={() => pay.mutate({ params: { id: job.id }, body: { picked: true, total } })}
      >
        {t('held.payWith', { amount: money(total), last4 })}
      </Button>
      <div role="alert">
        {pay.error && <Notice kind="bad">{sentenceOf(pay.error)}</Notice>}
        {asksBank && <Notice kind="sun">{t('held.bank')}</Notice>}
      </div>
      {pay.error instanceof ApiError && pay.error.code === 'later_dates_taken' && (
        <Button full kind="quiet" onClick={() => resume('dates')}>
          {t('held.dates')}
        </Button>
      )}
    </>
  );
}
