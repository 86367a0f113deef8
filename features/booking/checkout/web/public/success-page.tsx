import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import { bookingAddress } from '#features/site/pages/rules/booking-address.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { listPriceOf } from '#features/work/jobs/rules/quote.ts';
import { useHomeNeeds } from '#features/work/jobs/web/parts/customer/home-needs.tsx';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { type Fact, FactList, PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { payForJob } from '../../rules/policy.ts';
import { regularPrice, weeklyOffer } from '../../rules/weekly-offer.ts';
import { checkoutTexts } from '../parts/texts.ts';
import { CalendarAndShare } from './calendar-and-share.tsx';
import styles from './success.module.css';

/** The success page: loads the booking from the server, so that it survives a reload. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  const isKnown = useHydrated();
  const isCustomer = useOwnID(payForJob) !== null;
  const booking = useQuery({
    ...queryOf(getJob, { params: { id: id ?? '' } }),
    enabled: isKnown && id !== null && isCustomer,
  });
  if (booking.data) return <BookedPanel job={booking.data} />;
  const words = () => {
    if (!isKnown) return <BookingLoading />;
    if (id === null) return <NoBookingNotice />;
    if (!isCustomer) return <SignInFirst />;
    return booking.error ? <LoadFailedNotice booking={booking} error={booking.error} /> : <BookingLoading />;
  };
  return <PlainPanel>{words()}</PlainPanel>;
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

function BookedPanel({ job }: { job: Job }) {
  const { t } = useText(checkoutTexts);
  const { date } = useFormat();
  const visits = useVisits(job);
  const [first] = visits;
  // Booked for good: paid, or charged to the saved card at its time.
  const isPaid = job.status === 'paid' || Boolean(job.charge);
  const place = placeOf(job);
  return (
    <article className={styles.page}>
      <VisitHours job={job} />
      <div className={`k-stack k-gap-20 k-full ${styles.words}`}>
        <PageTitle size="big" tab={isPaid ? t('done.tab') : t('done.unpaid')}>
          {isPaid ? t('done.title', { day: date(first.startTime, 'weekday') }) : t('done.unpaid')}
        </PageTitle>
        {isPaid && <BookedLead visits={visits} />}
        <FactList facts={useFacts(visits)} />
        {isPaid && <CalendarAndShare visits={visits} place={place} />}
        <ButtonLink full href={`/dashboard/bookings/${job.id}`}>
          {t('done.see')}
        </ButtonLink>
        {isPaid && <WeeklyOffer job={job} />}
      </div>
    </article>
  );
}

/** The hours of one visit: those of a whole series would be too many tiles. */
function VisitHours({ job }: { job: Job }) {
  const { t } = useText(checkoutTexts);
  const { hours } = useFormat();
  const laid = job.hours * job.numCleaners;
  return <HoursChoice service={job.jobType} hours={laid} label={t('done.tiles', { hours: hours(laid) })} />;
}

function BookedLead({ visits }: { visits: Visits }) {
  const { t } = useText(checkoutTexts);
  const { hours } = useFormat();
  const { email: ownEmail } = useSession();
  const [first] = visits;
  const email = first.job_customer_email || ownEmail;
  const length = hours(visits.reduce((sum, visit) => sum + visit.hours * visit.numCleaners, 0));
  const words = { hours: length, email: email ?? '', visits: t('done.visits', { count: visits.length }) };
  const isOne = visits.length === 1;
  if (first.charge) return <p className={styles.lead}>{t('done.leadEach', words)}</p>;
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
  const { t } = useText(checkoutTexts);
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
    { key: 'cost', icon: IconReceipt2, name: t(job.charge ? 'done.price' : 'done.cost'), text: paid },
  ];
}

/** The amount paid and how: hours, and the card if the bank has reported it. */
function usePaidLabel(visits: Visits): string {
  const { t } = useText(checkoutTexts);
  const { money, hours } = useFormat();
  const card = useCardPaidWith(visits[0]);
  const amount = money(visits.reduce((sum, { price }) => sum + (price?.total ?? 0), 0));
  const used = visits.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0);
  const [{ paid, charge, amountToPay = 0 }] = visits;
  if (charge)
    return t(`done.each.${charge.when}`, { amount: money(visits.at(-1)?.amountToPay ?? amountToPay) });
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
function PlainPanel({ children }: { readonly children: ReactNode }) {
  const [, booked = ''] = useLocation().pathname.split('/');
  return (
    <article className={styles.page}>
      <BareGround service={SERVICE_OF[booked] ?? 'one-time'} />
      <div className={`k-stack k-gap-20 k-full ${styles.words}`} data-few>
        {children}
      </div>
    </article>
  );
}

function BookingLoading() {
  const { t } = useText(checkoutTexts);
  return (
    <>
      <PageTitle size="big">{t('done.yours')}</PageTitle>
      <Skeleton bare words={t('done.loading')} lines={6} />
    </>
  );
}

function NoBookingNotice() {
  const { t } = useText(checkoutTexts);
  return (
    <>
      <PageTitle size="big">{t('done.missing')}</PageTitle>
      <p>{t('done.missingText')}</p>
      <ButtonLink href="/dashboard/bookings">{t('done.toBookings')}</ButtonLink>
    </>
  );
}

function SignInFirst() {
  const { t } = useText(checkoutTexts);
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

function LoadFailedNotice({ booking, error }: FailedProps) {
  const { t } = useText(checkoutTexts);
  const { t: jobsText } = useText(jobsTexts);
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

/**
 * After a one-time booking: what the same visit would cost every week, and then with hours bought ahead. Nothing if a
 * regular visit is not cheaper.
 */
function WeeklyOffer({ job }: { readonly job: Job }) {
  const { t } = useText(checkoutTexts);
  const { hours, money } = useFormat();
  const packages = useCall(listPackages, { query: { size: 200, count: '0' } });
  const isOneTime = job.jobType === 'one-time' && job.seriesID === null;
  if (job.price === undefined || !isOneTime || (job.creditsUsed ?? 0) > 0) return null;
  const { work, workHours } = listPriceOf(job.price);
  const sold = packages.data?.items ?? [];
  const regular = regularPrice(sold, { hours: workHours, price: work });
  if (regular === null) return null;
  const pack = weeklyOffer(sold, { hours: workHours, price: regular });
  const price = money(regular, { short: true });
  return (
    <section className={`k-row k-gap-16 ${styles.weekly}`}>
      <div>
        <h2>{t('done.weekly')}</h2>
        <p>
          {t('done.weeklyText', { price, now: money(work, { short: true }) })}
          {pack !== null && (
            <>
              {' '}
              {t('done.weeklyPack', {
                pack: hours(pack.credits),
                price: money(pack.visit, { short: true }),
              })}
            </>
          )}
        </p>
        <TextLink roomy href={bookingAddress('regular')}>
          {t('done.bookWeekly')}
        </TextLink>
        {pack !== null && (
          <TextLink roomy href="/regular-purchase-credit-package">
            {t('done.seeCredits')}
          </TextLink>
        )}
      </div>
      <Illustration name="gift" />
    </section>
  );
}

interface Props {
  service: JobType;
  /** Of all cleaners. */
  hours: number;
  label: string;
}

/** As close to a square as possible: four hours are two by two. */
function columnsOf(hours: number): number {
  return Math.max(2, Math.ceil(Math.sqrt(hours)));
}

/** Services whose pattern repeats every two tiles. Every other pattern repeats with each tile. */
const BY_TWO: readonly JobType[] = ['spring-cleaning'];

/** The background's shift in half tiles, so that its joints meet those of the centred tiles. */
function shiftOf(service: JobType, columns: number): 0 | 1 {
  return (columns % 2 === 0) === BY_TWO.includes(service) ? 0 : 1;
}

/** The booked hours as tiles on the background pattern. */
function HoursChoice({ service, hours, label }: Props) {
  const columns = columnsOf(hours);
  return (
    <TileGround service={service} columns={columns} rows={Math.ceil(hours / columns)}>
      <div className={styles.laid}>
        <TileWall service={service} laid={hours} columns={columns} label={label} />
      </div>
    </TileGround>
  );
}

/** The background without tiles, while the hours are unknown. */
function BareGround({ service }: Pick<Props, 'service'>) {
  return <TileGround service={service} columns={2} rows={2} />;
}

interface GroundProps {
  service: JobType;
  /** Columns of the tiles on it. */
  columns: number;
  rows: number;
  children?: ReactNode;
}

function TileGround({ service, columns, rows, children }: GroundProps) {
  return (
    <div
      className={styles.ground}
      data-service={service}
      style={vars({ '--columns': columns, '--rows': rows, '--shift': shiftOf(service, columns) })}
    >
      {children}
    </div>
  );
}
