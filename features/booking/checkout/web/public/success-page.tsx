import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { useHomeNeeds } from '#features/work/jobs/web/parts/home-needs.tsx';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { type Fact, FactList, PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { payForJob } from '../../rules/policy.ts';
import { useCheckoutText } from '../parts/text.ts';
import { BareGround, HoursChoice } from './hours-choice.tsx';
import { KeepAndShare } from './keep-and-share.tsx';
import { LikeItWeekly } from './like-it-weekly.tsx';
import styles from './success.module.css';

/** The success page: loads the booking from the server, so that it survives a reload. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  const isKnown = useHydrated();
  const isCustomer = useOwnId(payForJob) !== null;
  const booking = useQuery({
    ...queryOf(getJob, { params: { id: id ?? '' } }),
    enabled: isKnown && id !== null && isCustomer,
  });
  if (booking.data) return <Booked job={booking.data} />;
  const words = () => {
    if (!isKnown) return <OnItsWay />;
    if (id === null) return <Nothing />;
    if (!isCustomer) return <SignInFirst />;
    return booking.error ? <Failed booking={booking} error={booking.error} /> : <OnItsWay />;
  };
  return <Few>{words()}</Few>;
}

type Visits = readonly [Job, ...Job[]];

/** Up to this many further dates are listed. */
const FEW_DATES = 5;
/** All visits of the booking by date: only the known one until its series is loaded. */
function useVisits(job: Job): Visits {
  const { seriesID } = job;
  const series = useQuery({
    ...queryOf(listJobs, {
      query: { seriesID: seriesID ?? undefined, size: MAX_VISITS, sortby: 'startTime', order: 'asc' },
    }),
    enabled: seriesID !== null,
  });
  const [first, ...later] = series.data?.items.filter(({ status }) => status === job.status) ?? [];
  return first === undefined ? [job] : [first, ...later];
}

function Booked({ job }: { job: Job }) {
  const { t } = useCheckoutText();
  const { date } = useFormat();
  const visits = useVisits(job);
  const [first] = visits;
  const isPaid = job.status === 'paid';
  const place = placeOf(job);
  return (
    <article className={styles.page}>
      <Laid job={job} />
      <div className={styles.words}>
        <PageTitle size="big" tab={isPaid ? t('done.tab') : t('done.unpaid')}>
          {isPaid ? t('done.title', { day: date(first.startTime, 'weekday') }) : t('done.unpaid')}
        </PageTitle>
        {isPaid && <Lead visits={visits} />}
        <FactList facts={useFacts(visits)} />
        {isPaid && <KeepAndShare visits={visits} place={place} />}
        <ButtonLink full href={`/dashboard/bookings/${job.id}`}>
          {t('done.see')}
        </ButtonLink>
        {isPaid && <LikeItWeekly job={job} />}
      </div>
    </article>
  );
}

/** The hours of one visit: those of a whole series would be too many tiles. */
function Laid({ job }: { job: Job }) {
  const { t } = useCheckoutText();
  const { hours } = useFormat();
  const laid = job.hours * job.numCleaners;
  return <HoursChoice service={job.jobType} hours={laid} label={t('done.tiles', { hours: hours(laid) })} />;
}

function Lead({ visits }: { visits: Visits }) {
  const { t } = useCheckoutText();
  const { hours } = useFormat();
  const { email: ownEmail } = useSession();
  const [first] = visits;
  const email = first.job_customer_email || ownEmail;
  const length = hours(visits.reduce((sum, visit) => sum + visit.hours * visit.numCleaners, 0));
  const words = { hours: length, email: email ?? '', visits: t('done.visits', { count: visits.length }) };
  const isOne = visits.length === 1;
  const withMail = t(isOne ? 'done.lead' : 'done.leadSeries', words);
  return (
    <p className={styles.lead}>
      {email ? withMail : t(isOne ? 'done.leadPlain' : 'done.leadSeriesPlain', words)}
    </p>
  );
}

function placeOf(job: Job): string {
  return [job.job_address_addressLine1, job.job_address_addressLine2].filter(Boolean).join(', ');
}

function useFacts(visits: Visits): Fact[] {
  const { t } = useCheckoutText();
  const { date, timeRange } = useFormat();
  const paid = usePaidLabel(visits);
  const needs = useHomeNeeds();
  const [job, ...later] = visits;
  const crew = visits.flatMap(({ cleaners }) => cleaners.map(({ fullname }) => fullname));
  const names = [...new Set(crew)].join(t('done.comma'));
  const first = t('done.at', { day: date(job.startTime), time: timeRange(job.startTime, job.endTime) });
  const days = later.map(({ startTime }) => date(startTime));
  const [dates, last] = [days.join(t('done.comma')), days.at(-1) ?? ''];
  const many = t('done.firstOfMany', { when: first, count: later.length, last });
  const few = later.length === 0 ? first : t('done.firstOf', { when: first, dates });
  return [
    {
      key: 'when',
      icon: IconCalendar,
      name: t('done.when'),
      text: <b>{later.length > FEW_DATES ? many : few}</b>,
    },
    { key: 'where', icon: IconMapPin, name: t('done.where'), text: placeOf(job) },
    { key: 'who', icon: IconUser, name: t('done.who'), text: names },
    needs(job.package, job.requireCleaningSupplies),
    { key: 'cost', icon: IconReceipt2, name: t('done.cost'), text: paid },
  ];
}

/** The amount paid and how: hours, and the card if the bank has reported it. */
function usePaidLabel(visits: Visits): string {
  const { t } = useCheckoutText();
  const { money, hours } = useFormat();
  const card = useCardPaidWith(visits[0]);
  const amount = money(visits.reduce((sum, { price }) => sum + (price?.total ?? 0), 0));
  const used = visits.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0);
  const [{ paid }] = visits;
  if (!paid) return amount;
  const byCard =
    card === null ? t('done.paid', { amount }) : t('done.paidCard', { amount, card: cardName(card) });
  if (used === 0) return byCard;
  const byHours = t('done.paidHours', { hours: hours(used) });
  return amount === money(0) ? byHours : [byHours, byCard].join(t('done.comma'));
}

/** The card of the booking's payment; null until known. */
function useCardPaidWith({ id, paid }: Job): TransactionReply['card'] {
  const payments = useQuery({
    ...queryOf(listTransactions, { query: { jobID: id, type: 'job', size: 1 } }),
    enabled: paid,
  });
  return payments.data?.items[0]?.card ?? null;
}

/** The service by the first part of the URL: the background is shown before the booking is loaded. */
const SERVICE_OF: Readonly<Record<string, JobType>> = {
  regular: 'regular',
  'book-spring-cleaning': 'spring-cleaning',
  'bookmovingin-outcleaning': 'moving-in-out',
};

/** Text beside the plain background, until the booking is loaded. */
function Few({ children }: { readonly children: ReactNode }) {
  const [, booked = ''] = useLocation().pathname.split('/');
  return (
    <article className={styles.page}>
      <BareGround service={SERVICE_OF[booked] ?? 'one-time'} />
      <div className={styles.words} data-few>
        {children}
      </div>
    </article>
  );
}

function OnItsWay() {
  const { t } = useCheckoutText();
  return (
    <>
      <PageTitle size="big">{t('done.yours')}</PageTitle>
      <Skeleton bare words={t('done.loading')} lines={6} />
    </>
  );
}

function Nothing() {
  const { t } = useCheckoutText();
  return (
    <>
      <PageTitle size="big">{t('done.missing')}</PageTitle>
      <p>{t('done.missingText')}</p>
      <ButtonLink href="/dashboard/bookings">{t('done.toBookings')}</ButtonLink>
    </>
  );
}

function SignInFirst() {
  const { t } = useCheckoutText();
  const { pathname, search } = useLocation();
  return (
    <>
      <PageTitle size="big">{t('done.signIn')}</PageTitle>
      <p>{t('done.signInText')}</p>
      <ButtonLink href={signInPath('customer', pathname + search)}>{t('done.signIn')}</ButtonLink>
    </>
  );
}

interface FailedProps {
  readonly booking: { refetch(): unknown; readonly isFetching: boolean };
  readonly error: Error;
}

function Failed({ booking, error }: FailedProps) {
  const { t } = useCheckoutText();
  const { t: jobsText } = useJobsText();
  const sentenceOf = useJobSentence();
  return (
    <>
      <PageTitle size="big">{t('done.yours')}</PageTitle>
      <ErrorState
        retryLabel={jobsText('tryAgain')}
        onRetry={() => void booking.refetch()}
        retrying={booking.isFetching && jobsText('trying')}
      >
        {t('done.failed')} {sentenceOf(error)}
      </ErrorState>
    </>
  );
}
