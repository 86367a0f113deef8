import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { HeldNotice } from '#features/booking/booking/web/parts/held-bookings.tsx';
import { VisitCharges } from '#features/booking/checkout/web/parts/charges/owed-charges.tsx';
import { JobReceipts } from '#features/booking/receipts/web/parts/receipt-button.tsx';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import { BookingThread } from '#features/work/conversations/web/parts/booking-thread.tsx';
import type { Cancellation, checklistLine, Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, previewCancellation } from '#features/work/jobs/contract.ts';
import { isUnpaid } from '#features/work/jobs/rules/status.ts';
import { BOOKINGS } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import {
  comingVisits,
  mayReview,
  stateOf,
  type VisitState,
} from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { EndlessSeries } from '#features/work/series/web/parts/endless-series.tsx';
import { MoveSheet } from '#features/work/series/web/parts/move-sheet.tsx';
import { RenewalOffers } from '#features/work/series/web/parts/renewal-offer.tsx';
import { useSeries } from '#features/work/series/web/parts/use-following.ts';
import { VisitPhotos } from '#features/work/visits/web/parts/visit-photos.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { PricePanel } from '#platform/web/design/booking/price-panel.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { BackLink, Notice, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { SmallTile, StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { BookingFacts } from './parts/booking-facts.tsx';
import { CancelSheet } from './parts/cancel-sheet.tsx';
import { useBackText } from './parts/cancellation-sums.tsx';
import { DidWeCome } from './parts/did-we-come.tsx';
import { HomeSheet } from './parts/home-sheet.tsx';
import { ReviewForm } from './parts/review-form.tsx';
import { GivenReview, Thanks } from './parts/review-prompt.tsx';
import { TermsSection } from './parts/terms-section.tsx';
import { ComingLines } from './parts/visit-lines.tsx';

const SECOND_MS = 1000;

/** One booking: time, address, crew, price, terms, review. */
export function Component() {
  const { t } = useText(customerTexts);
  const { bookingID = '' } = useParams();
  const job = useCall(getJob, { params: { id: bookingID } });
  return (
    <div className="k-page">
      <BackLink href={BOOKINGS}>{t('booking.back')}</BackLink>
      {job.isPending && (
        <>
          <PageTitle>{t('booking.title')}</PageTitle>
          <Skeleton words={t('booking.loading')} lines={7} />
        </>
      )}
      {job.isError && !job.data && <NotShown query={job} />}
      {job.data && <Booking job={job.data} />}
    </div>
  );
}

interface QueryState {
  readonly error: { readonly status: number };
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Missing (or someone else's, or an invalid id), or not loaded. */
function NotShown({ query }: { query: QueryState }) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  if (query.error.status === 404 || query.error.status === 422) {
    return (
      <>
        <PageTitle>{t('booking.gone')}</PageTitle>
        <div className="k-narrow">
          <EmptyState
            level={2}
            title={t('booking.goneTitle')}
            spot="done"
            action={
              <ButtonLink size="small" full href={BOOKINGS}>
                {t('booking.toBookings')}
              </ButtonLink>
            }
          >
            {t('booking.goneText')}
          </EmptyState>
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle>{t('booking.title')}</PageTitle>
      <ErrorState
        retryLabel={shared('tryAgain')}
        onRetry={() => query.refetch()}
        retrying={query.isFetching && shared('trying')}
      >
        {t('booking.failed')}
      </ErrorState>
    </>
  );
}

function Booking({ job }: { job: Job }) {
  const now = useNow(SECOND_MS);
  const state = stateOf(job, now);
  const [asked, ask] = useAsked();
  return (
    <>
      <BookingHead job={job} now={now} />
      <div className={`k-columns ${styles.columns}`}>
        <div className="k-stack k-gap-28">
          <Ruler job={job} />
          {(state === 'held' || job.status === 'confirmed') && <HeldNotice job={job} now={now} />}
          <Ended job={job} state={state} />
          {(state === 'now' || job.stage === 'in-progress') && <VisitProgress job={job} underWay />}
          {state === 'ended' && <DidWeCome job={job} now={now} />}
          <VisitReview job={job} now={now} />
          <BookingFacts job={job} />
          {job.stage === 'done' && <VisitProgress job={job} />}
          {job.startedAt !== null && <VisitPhotos jobID={job.id} />}
        </div>
        <div className={`k-stack k-gap-28 ${styles.side}`}>
          {state === 'upcoming' && (
            <TermsSection
              job={job}
              now={now}
              onMove={() => ask('move')}
              onChangeHome={() => ask('home')}
              onCancel={() => ask('cancel')}
            />
          )}
          <BookingPrice job={job} />
          <VisitCharges job={job} />
          {(job.paidAt !== null || job.charges?.some(({ endedAs }) => endedAs === 'paid')) && (
            <JobReceipts jobID={job.id} />
          )}
          {(state === 'done' || state === 'ended') && <BookAgain job={job} kind="quiet" />}
        </div>
        <div className="k-stack k-gap-28">
          <BookingThread jobID={job.id} />
          <EndlessSeries job={job} />
          <SeriesVisits job={job} now={now} />
          {job.seriesID !== null && <RenewalOffers seriesID={job.seriesID} />}
        </div>
      </div>
      {asked === 'cancel' && state === 'upcoming' && (
        <CancelSheet job={job} now={now} onClose={() => ask(null)} />
      )}
      {asked === 'home' && state === 'upcoming' && (
        <HomeSheet job={job} now={now} onClose={() => ask(null)} />
      )}
      {asked === 'move' && state === 'upcoming' && <MoveSheet job={job} onClose={() => ask(null)} />}
    </>
  );
}

/** The open sheet, in the address: `?ask=move` opens it from other pages. */
function useAsked() {
  const [params, setParams] = useSearchParams();
  const ask = (what: 'move' | 'home' | 'cancel' | null) =>
    setParams(what === null ? {} : { ask: what }, { replace: true, preventScrollReset: true });
  return [params.get('ask'), ask] as const;
}

function BookingHead({ job, now }: { job: Job; now: Date }) {
  const { t } = useText(customerTexts);
  const labels = useVisitLabels();
  const chip = labels.chipOf(job, now);
  const when = labels.whenOf(job.startTime);
  return (
    <header className="k-stack k-gap-10">
      <PageTitle tab={when}>{when}</PageTitle>
      <p className="k-row k-wrap k-gap-6 k-gap-x-14">
        <StatusChip status={chip.status}>{chip.text}</StatusChip>
        <span className="k-muted k-small">
          {labels.whatOf(job)}
          {job.seriesID !== null && ` · ${t('booking.series')}`}
          {job.hasChangedDate && ` · ${t('booking.movedOnce')}`}
          {` · ${t('booking.jobNumber', { number: job.number })}`}
        </span>
      </p>
    </header>
  );
}

function Ruler({ job }: { job: Job }) {
  const labels = useVisitLabels();
  const blocks = [rulerBlockOf(job)];
  return <DayRuler {...useDayHours(blocks)} blocks={blocks} label={labels.rulerLabelOf(job)} />;
}

/** Expired or cancelled: what happened to the money, and a link to book again. */
function Ended({ job, state }: { job: Job; state: VisitState }) {
  const { t } = useText(customerTexts);
  if (state !== 'expired' && state !== 'cancelled') return null;
  return (
    <>
      {state === 'expired' ? <Notice live>{t('booking.expired')}</Notice> : <CancelledNotice job={job} />}
      <BookAgain job={job} />
    </>
  );
}

function BookAgain({ job, kind = 'primary' }: { job: Job; kind?: 'primary' | 'quiet' }) {
  const { t } = useText(customerTexts);
  return (
    <ButtonLink full kind={kind} href={bookAgainAddress(job)}>
      {t('booking.bookAgain')}
    </ButtonLink>
  );
}

/** Further visits are in the list of bookings. */
const SHOWN = 6;

/** The other upcoming visits of the series. */
export function SeriesVisits({ job, now }: { readonly job: Job; readonly now: Date }) {
  const { t } = useText(customerTexts);
  const series = useSeries(job);
  const others = comingVisits(series.data?.items ?? [], now).filter((visit) => visit.id !== job.id);
  if (job.seriesID === null || others.length === 0) return null;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('booking.others')}</SectionTitle>
      <ComingLines jobs={others.slice(0, SHOWN)} />
    </section>
  );
}

const NOTHING = { refund: 0, creditsReturned: 0 };

/** A cancelled visit: since when, and what was refunded. */
export function CancelledNotice({ job }: { readonly job: Job }) {
  const { t } = useText(customerTexts);
  const { date } = useFormat();
  const done = useCall(previewCancellation, { params: { id: job.id } });
  const back = useBackText(done.data ?? NOTHING);
  const when = t('booking.cancelledOn', { day: date(job.cancelledAt ?? job.updatedAt) });
  const cameBack = back === null ? '' : t(sentenceOf(done.data), { back });
  return (
    <Notice live>
      {[when, done.data?.refundPending ? t('cancel.bankDecides') : cameBack].filter(Boolean).join(' ')}
    </Notice>
  );
}

function sentenceOf({ refund, refundByHand }: Pick<Cancellation, 'refund' | 'refundByHand'> = NOTHING) {
  if (refund === 0) return 'cancel.cameBack';
  return refundByHand ? 'cancel.onItsWayByHand' : 'cancel.onItsWay';
}

/** The review of one visit: the form once it is over, then the review. */
export function VisitReview({ job, now }: { job: Job; now: Date }) {
  const { t } = useText(customerTexts);
  const { weekdayOf } = useVisitLabels();
  const [sent, setSent] = useState(false);
  if (mayReview(job, now) && !sent) {
    return (
      <section className="k-stack k-gap-10">
        <SectionTitle>{t('review.question', { weekday: weekdayOf(job.startTime) })}</SectionTitle>
        <ReviewForm job={job} onSent={() => setSent(true)} />
      </section>
    );
  }
  return (
    <>
      {sent && <Thanks />}
      <GivenReview job={job} />
    </>
  );
}

/** The itemised price: the quote that is frozen on the job. */
export function BookingPrice({ job }: { job: Job }) {
  const { t, language } = useText(jobsTexts);
  const { t: tCustomer } = useText(customerTexts);
  const { hours, money } = useFormat();
  const { whatOf } = useVisitLabels();
  const { price } = job;
  if (price === undefined) return null;
  const length = hours(job.hours);
  const unpaid = isUnpaid(job.status) ? t('price.toPay') : tCustomer('booking.price');
  const label = job.paid && job.status !== 'cancelled' ? t('price.paid') : unpaid;
  const crew = t('crew', { count: job.numCleaners });
  return (
    <section>
      <h2 className="k-hidden">{tCustomer('booking.price')}</h2>
      <PricePanel
        title={whatOf(job)}
        service={job.jobType}
        hours={job.hours}
        cleaners={job.numCleaners}
        tilesLabel={job.numCleaners === 1 ? length : t('crewHours', { crew, hours: length })}
        lines={priceLinesOf(price, { t, language, crewNote: crew })}
        total={{ label, amount: money(price.total) }}
        gst={gstLineOf(price, t)}
      />
    </section>
  );
}

interface VisitProgressProps {
  job: Job;
  /** The visit is in progress. */
  underWay?: boolean;
}

/** The progress of the checklist, who started when, and the checklist itself. */
export function VisitProgress({ job, underWay = false }: VisitProgressProps) {
  const { t, language } = useText(customerTexts);
  const { time } = useFormat();
  const gap = language === 'zh' ? '' : ' '; // 。 has its own space
  const { checklistDone: done, checklistTotal: of } = job;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t(underWay ? 'booking.underWay' : 'booking.whatWasDone')}</SectionTitle>
      <p className="k-muted k-small k-break">
        {job.cleaners.map(
          (one) =>
            one.startedAt !== null && (
              <span key={one.id}>
                {t('booking.started', { name: one.fullname, time: time(one.startedAt) })}
                {gap}
              </span>
            ),
        )}
        {job.finishedAt !== null && <span>{t('booking.finished', { time: time(job.finishedAt) })}</span>}
      </p>
      {of > 0 && (
        <div aria-live={underWay ? 'polite' : undefined}>
          <StepTiles done={done} of={of} current={underWay} label={t('booking.ticks', { done, of })} />
        </div>
      )}
      <CrewComment comment={job.comment ?? ''} />
      {of > 0 && job.checklist && (
        <details className={styles.details}>
          <summary>{t('booking.list')}</summary>
          {byRoom(job.checklist).map((room) => (
            <RoomLines key={room.name} room={room} />
          ))}
        </details>
      )}
    </section>
  );
}

function CrewComment({ comment }: { comment: string }) {
  const { t } = useText(customerTexts);
  if (comment === '') return null;
  return (
    <figure className="k-stack k-gap-4">
      <figcaption className="k-muted k-small">{t('booking.comment')}</figcaption>
      <blockquote className="k-quote">{comment}</blockquote>
    </figure>
  );
}

function RoomLines({ room }: { room: Room }) {
  const { t, language } = useText(customerTexts);
  return (
    <div className={styles.room}>
      <h3>{room.name}</h3>
      <ul className="k-ruled k-line-below">
        {room.lines.map((line) => (
          <li key={line.id} className="k-row k-gap-12">
            <SmallTile state={line.done ? 'done' : 'bare'} size={22} />
            <span lang={language === 'zh' && line.chinese !== '' ? 'zh' : 'en'}>
              {language === 'zh' && line.chinese !== '' ? line.chinese : line.english}
            </span>
            <span className="k-hidden">{t(line.done ? 'booking.ticked' : 'booking.unticked')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export type ChecklistLine = z.output<typeof checklistLine>;

export interface Room {
  readonly name: string;
  readonly lines: readonly ChecklistLine[];
}

/** The checklist grouped by room, in its own order. */
export function byRoom(checklist: readonly ChecklistLine[]): Room[] {
  const rooms = new Map<string, ChecklistLine[]>();
  for (const line of checklist.toSorted((a, b) => a.position - b.position)) {
    rooms.set(line.category, [...(rooms.get(line.category) ?? []), line]);
  }
  return [...rooms].map(([name, lines]) => ({ name, lines }));
}
