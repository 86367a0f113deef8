import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { HoursOffer } from '#features/booking/checkout/rules/hours-offer.ts';
import { HoursOn, PromoCode, useHoursOffer } from '#features/booking/checkout/web/parts/reductions.tsx';
import { checkoutTexts } from '#features/booking/checkout/web/parts/texts.ts';
import { readBilling } from '#features/booking/invoices/contract.ts';
import { useBusiness } from '#features/catalogue/settings/web/parts/use-business.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { BankQuestion } from '#features/money/payments/web/parts/bank-question.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { outcomeKeeping } from '#features/work/jobs/rules/cancellation.ts';
import { HomeNeeds } from '#features/work/jobs/web/parts/customer/home-needs.tsx';
import { clockOf } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { paidTogether } from '#features/work/jobs/web/parts/payment-sum.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { sumQuotes } from '../../../rules/sum-quotes.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame, PriceSummary } from './booking-frame.tsx';
import { getJob, listJobs } from './calls.ts';
import { type Draft, draftWithTime, listPriceBefore } from './draft.ts';
import { holdTime } from './hold-time.ts';
import { type EachVisit, type Method, PayForm, usePay } from './pay-form.tsx';
import { crewOfSeries, useCrewMessage } from './series-rows.ts';
import { alternativesOf, type OtherTime, SlotGoneNotice } from './slot-gone-notice.tsx';
import { type Service, stepPath } from './steps.ts';
import type { Flow } from './use-flow.ts';

/** Step 7: holds the time, then takes the payment. */
export function PayStep({ flow }: { flow: Flow }) {
  const hold = useHold(flow);
  const holdOther = (time: OtherTime) => {
    const other = draftWithTime(time);
    flow.change(other);
    hold.mutate({ ...flow.draft, ...other });
  };
  if (hold.data) {
    return (
      <HeldPay
        key={hold.data.id}
        flow={flow}
        held={hold.data}
        holdAgain={() => hold.mutate(flow.draft)}
        holdOther={holdOther}
      />
    );
  }
  return <NotHeld flow={flow} hold={hold} holdOther={holdOther} />;
}

interface Props {
  flow: Flow;
  hold: Hold;
  holdOther: (other: OtherTime) => void;
}

/** Before the time is held: the request, or why it failed. */
function NotHeld({ flow, hold, holdOther }: Props) {
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const { time } = useFormat();
  const sentenceOf = useJobSentence();
  const { startTime } = flow.draft;
  const at = startTime === null ? '' : time(startTime);
  const others = alternativesOf(hold.error);
  const code = hold.error instanceof ApiError ? hold.error.code : null;
  return (
    <BookingFrame
      flow={flow}
      title={t('pay.title')}
      action={
        others === null &&
        hold.isError && (
          <Button full onClick={() => hold.mutate(flow.draft)}>
            {jobsText('tryAgain')}
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        {!hold.isError && <Skeleton words={t('pay.holding', { time: at })} lines={5} />}
        {hold.error && others === null && (
          <Notice kind="bad" live>
            {t('pay.holdFailed', { time: at })} {sentenceOf(hold.error)}
          </Notice>
        )}
        {code === 'too_many_holds' && (
          <ButtonLink kind="quiet" href="/dashboard/bookings">
            {t('pay.tooMany')}
          </ButtonLink>
        )}
        {code === 'series_conflict' && (
          <ButtonLink kind="quiet" href={stepPath(flow.service, 'dates')}>
            {t('dates.toDates')}
          </ButtonLink>
        )}
        {others !== null && startTime !== null && (
          <SlotGoneNotice
            service={flow.service}
            startTime={startTime}
            alternatives={others}
            onChoose={holdOther}
          />
        )}
      </div>
    </BookingFrame>
  );
}

export type Hold = UseMutationResult<Job, Error, Draft>;

/** Holds the chosen time as soon as the step opens; `mutate` tries again, possibly with another time. */
function useHold(flow: Flow): Hold {
  const { draft, change, sizing, service } = flow;
  const client = useQueryClient();
  const hold = useMutation({
    mutationFn: (wanted: Draft) => holdTime(wanted, { sizing, service, change }),
    // A changed hold keeps its id, so the cached job is stale.
    onSuccess: (job) => client.setQueryData(queryOf(getJob, { params: { id: job.id } }).queryKey, job),
  });
  const hasBegun = useRef(false);
  const isReady = sizing.pack !== null;
  const { mutate } = hold;
  useEffect(() => {
    if (hasBegun.current || !isReady) return;
    hasBegun.current = true;
    mutate(draft);
  }, [mutate, draft, isReady]);
  return hold;
}

interface HeldPayProps {
  flow: Flow;
  held: Job;
  holdAgain: () => void;
  holdOther: (other: OtherTime) => void;
}

/** Polling interval in ms while the bank has not confirmed. */
const WAITING_MS = 3000;

/** The held booking as the server has it, all its visits, and its payment. */
function useHeldBooking(held: Job, service: Service) {
  const pay = usePay(held.id, service);
  const { data: job = held } = useQuery({
    ...queryOf(getJob, { params: { id: held.id } }),
    initialData: held,
    refetchInterval: pay.isWaiting ? WAITING_MS : false,
  });
  const { finish } = pay;
  const isPaid = job.status === 'paid';
  useEffect(() => {
    if (isPaid) finish(0);
  }, [isPaid, finish]);
  const visits = useHeldVisits(job);
  const total = visits?.reduce((sum, one) => sum + (one.amountToPay ?? 0), 0) ?? 0;
  const left = useSecondsUntil(job.holdExpiresAt);
  const isGone = pay.others !== null;
  // A pay-later booking does not expire.
  const isFirm = job.status === 'confirmed';
  const isOver = !isGone && !isFirm && left === 0 && !pay.isBusy && !pay.isWaiting && !isPaid;
  return { job, visits, total, pay, left, isPaid, isFirm, isGone, isOver, isOpen: !isGone && !isOver };
}

/** The time is held: review and pay before it expires. */
function HeldPay({ flow, held, holdAgain, holdOther }: HeldPayProps) {
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const { time } = useFormat();
  const form = useId();
  const booking = useHeldBooking(held, flow.service);
  const { job, visits, total, pay, isGone, isOver, isOpen } = booking;
  const hoursOffer = useHoursOffer(job, visits ?? []);
  const mayInvoice = useMayInvoice(job);
  const isEndless = flow.draft.count === null;
  const perVisit = useEachVisit(visits, { hasHours: hoursOffer !== null, isEndless });
  const each = mayInvoice ? null : perVisit;
  const isEach = each?.chosen === true;
  const way = usePayMethod(isEach ? null : hoursOffer, mayInvoice);
  const isByInvoice = way.method === 'invoice';
  const panel = <VisitsPrice flow={flow} visits={visits} isEach={isEach || isByInvoice} />;
  const at = time(job.startTime);
  const again = (
    <Button full onClick={holdAgain}>
      {t('pay.holdAgain', { time: at })}
    </Button>
  );
  const offer = way.method === 'hours' ? way.offer : null;
  return (
    <BookingFrame
      flow={flow}
      title={t('pay.title')}
      beside={!isGone && !booking.isFirm && <HeldChip left={booking.left} />}
      panel={panel}
      action={
        !isGone &&
        (isOver ? (
          again
        ) : (
          <PayButton form={form} offer={offer} isEach={isEach} isByInvoice={isByInvoice} {...booking} />
        ))
      }
      footnote={
        isOpen &&
        total >= SMALLEST_CHARGE &&
        way.method !== 'hours' &&
        !isByInvoice &&
        t(pay.key === null ? 'pay.footnoteSandbox' : 'pay.footnote')
      }
    >
      <div className={styles.inline}>
        <h2 className="k-hidden">{jobsText('price.title')}</h2>
        {panel}
      </div>
      {isOver && (
        <div className={styles.inset}>
          <Notice kind="sun" live>
            {t('pay.ranOutText', { time: at })}
          </Notice>
        </div>
      )}
      {pay.others && (
        <SlotGoneNotice
          service={flow.service}
          startTime={job.startTime}
          alternatives={pay.others}
          onChoose={holdOther}
        />
      )}
      {visits !== null && visits.length > 1 && <VisitDates visits={visits} />}
      <div className={styles.inset}>
        <HomeNeeds text={job.package} weBring={job.requireCleaningSupplies} />
      </div>
      {isOpen && <ReductionFields job={job} visits={visits ?? [job]} />}
      {isOpen && visits !== null && (
        <PayForm
          id={form}
          job={job}
          flow={flow}
          total={total}
          pay={pay}
          each={each}
          mayInvoice={mayInvoice}
          {...way}
        />
      )}
      <PayTerms job={job} offer={offer} isEach={isEach || isByInvoice} />
      {isEach && <Mandate when={each.when} />}
      <BankQuestion secret={pay.challenge} total={total} onAnswered={pay.afterBank} />
    </BookingFrame>
  );
}

/** Price reductions: promo code and hours. */
function ReductionFields({ job, visits }: { job: Job; visits: readonly Job[] }) {
  return (
    <div className={`k-stack k-gap-12 k-mb-24 ${styles.reductions}`}>
      <PromoCode job={job} />
      <HoursOn job={job} visits={visits} />
    </div>
  );
}

function HeldChip({ left }: { left: number }) {
  const { t } = useText(bookingTexts);
  const minutes = Math.ceil(left / 60);
  return (
    <>
      {left > 0 ? (
        <StatusChip status="held">{t('pay.held', { left: clockOf(left) })}</StatusChip>
      ) : (
        <StatusChip status="wrong">{t('pay.ranOut')}</StatusChip>
      )}
      {/* PublishedMessage only when little time is left, not every second. */}
      <span className="k-hidden" role="status">
        {left > 0 && minutes <= SPOKEN_FROM_MINUTES && <span>{t('pay.heldSpoken', { count: minutes })}</span>}
      </span>
    </>
  );
}

/** From here on, screen readers announce each minute. */
const SPOKEN_FROM_MINUTES = 3;

/** Whether the customer is billed by invoice, and the booking is held. */
function useMayInvoice({ customerID, status }: Job): boolean {
  const { data } = useCall(readBilling, { params: { id: customerID } });
  return data?.isAllowed === true && status === 'pending';
}

/** The payment method: the invoice for those who get one, then hours if there are any, then the stored card. */
function usePayMethod(offer: HoursOffer | null, mayInvoice: boolean) {
  const { creditCardLast4 } = useSession();
  const [chosen, onMethod] = useState<Method | null>(null);
  const card: Method = creditCardLast4 === null ? 'new' : 'stored';
  const withHours: Method = offer === null ? card : 'hours';
  const usual: Method = mayInvoice ? 'invoice' : withHours;
  const method = chosen === 'hours' && offer === null ? card : (chosen ?? usual);
  return { offer, method, onMethod };
}

/**
 * The choice between paying for each visit of a held series at its time, which is usual for customers without hours, and
 * for all of them now; null if there is none.
 */
function useEachVisit(
  visits: readonly Job[] | null,
  { hasHours, isEndless }: { readonly hasHours: boolean; readonly isEndless: boolean },
): EachVisit | null {
  const business = useBusiness();
  const [chosen, choose] = useState<boolean | null>(null);
  const [first] = visits ?? [];
  const when = business?.visitCharge ?? 'off';
  if (visits === null || first === undefined || visits.length < 2 || when === 'off') return null;
  const isHeld = visits.every(({ status }) => status === 'pending');
  const isWhole = visits.every(({ amountToPay = 0 }) => amountToPay >= SMALLEST_CHARGE);
  if (!isHeld || !isWhole) return null;
  const amount = visits.at(-1)?.amountToPay ?? 0;
  return {
    when,
    amount,
    visits: visits.length,
    isEndless,
    chosen: chosen ?? (isEndless || !hasHours),
    choose,
  };
}

/** What the customer agrees to by booking. */
function Mandate({ when }: Pick<EachVisit, 'when'>) {
  const { t } = useText(bookingTexts);
  const business = useBusiness()?.name ?? '';
  return <p className={styles.terms}>{t(`pay.mandate.${when}`, { business })}</p>;
}

interface PayButtonProps
  extends Pick<ReturnType<typeof useHeldBooking>, 'pay' | 'visits' | 'total' | 'isPaid'> {
  form: string;
  /** Set if paid with hours. */
  offer: HoursOffer | null;
  /** Each visit is paid at its time. */
  isEach: boolean;
  isByInvoice: boolean;
}

function PayButton(props: PayButtonProps) {
  const { form, total, offer, isEach, isByInvoice, pay, visits, isPaid } = props;
  const { t } = useText(bookingTexts);
  const { t: checkoutText } = useText(checkoutTexts);
  const { money, hours } = useFormat();
  const { t: jobsText } = useText(jobsTexts);
  const busy =
    (pay.isWaiting && t('pay.waiting')) ||
    ((pay.isBusy || isPaid) && t(isEach || isByInvoice ? 'pay.booking' : 'pay.paying')) ||
    (visits === null && jobsText('price.loading'));
  return (
    <Button full type="submit" form={form} busy={busy}>
      {label()}
    </Button>
  );

  function label(): string {
    if (total < SMALLEST_CHARGE) return t('pay.goFree');
    if (isByInvoice) return t('pay.goInvoice');
    if (isEach) return t('pay.goEach');
    if (offer === null) return t('pay.go', { amount: money(total) });
    const words = { hours: hours(offer.use) };
    return checkoutText(offer.toPay === 0 ? 'hours.go' : 'hours.goPart', words);
  }
}

/** Whole seconds until a moment by the app's clock, at least 0; re-renders every second until then. */
function useSecondsUntil(wire: string | null): number {
  const end = wire === null ? 0 : Date.parse(wire);
  const left = () => Math.max(0, Math.ceil((end - appClock.now().getTime()) / 1000));
  const [, tick] = useState(0);
  const seconds = left();
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}

/** All visits that are held and paid together with this one, by date. Null while loading. */
function useHeldVisits(job: Job): readonly Job[] | null {
  const { seriesID } = job;
  const series = useQuery({
    ...queryOf(listJobs, {
      query: {
        seriesID: seriesID ?? undefined,
        status: '*',
        size: MAX_VISITS,
        sortby: 'startTime',
        order: 'asc',
      },
    }),
    enabled: seriesID !== null,
  });
  if (seriesID === null) return [job];
  return (series.data && paidTogether(job, series.data.items)) ?? job.jobs ?? null;
}

const HALF = 50;

interface PayTermsProps {
  readonly job: Job;
  /** Set while hours are the chosen way to pay. */
  readonly offer: HoursOffer | null;
  readonly isEach: boolean;
}

/**
 * The frozen terms of moving and cancelling, with the date and what is kept: money, or the hours that are about to pay.
 * For a series they apply to each visit.
 */
function PayTerms({ job, offer, isEach }: PayTermsProps) {
  const { t } = useText(bookingTexts);
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
  if (isEach && lateFeePercent > 0) return <p className={styles.terms}>{t('pay.eachLate', named)}</p>;
  if (job.seriesID !== null) return <p className={styles.terms}>{each}</p>;
  const now = t(isHalf ? 'pay.lateNow' : 'pay.lateNowOther', named);
  return <p className={styles.terms}>{until <= appClock.now() ? now : terms}</p>;
}

interface VisitsPriceProps {
  flow: Flow;
  visits: readonly Job[] | null;
  isEach: boolean;
}

/** The frozen price of the held booking; for a series, of all its visits, or of each if it goes on. */
function VisitsPrice({ flow, visits, isEach }: VisitsPriceProps) {
  if (visits === null) return <WaitForPrice />;
  const [first] = visits;
  const endless = isEach && flow.draft.count === null;
  const prices = visits.flatMap((visit) => visit.price ?? []);
  const price = endless ? (prices.at(-1) ?? null) : sumQuotes(prices);
  if (first === undefined || price === null) return null;
  const isOneCrew = crewOfSeries(visits).others.length === 0;
  return (
    <PriceSummary
      change
      priced={{
        service: flow.service,
        visits: endless ? 1 : visits.length,
        endless,
        hours: first.hours,
        numCleaners: first.numCleaners,
        price,
        startTime: first.startTime,
        endTime: first.endTime,
        place: [first.job_address_addressLine1, first.job_address_addressLine2].filter(Boolean).join(', '),
        names: isOneCrew ? first.cleaners.map((cleaner) => cleaner.firstname).join(', ') : '',
        before: endless ? null : listPriceBefore(flow.draft, price, visits.length),
      }}
    />
  );
}

function WaitForPrice() {
  const { t } = useText(jobsTexts);
  return <Skeleton words={t('price.loading')} lines={5} />;
}

/** The held dates and their crew. */
function VisitDates({ visits }: { visits: readonly Job[] }) {
  const { t } = useText(bookingTexts);
  const { date } = useFormat();
  const crewSentence = useCrewMessage();
  return (
    <div className={styles.inset}>
      <p>{crewSentence(visits)}</p>
      <details>
        <summary>{t('dates.all', { count: visits.length })}</summary>
        <p className="k-muted">{visits.map(({ startTime }) => date(startTime)).join(t('dates.comma'))}</p>
      </details>
    </div>
  );
}
