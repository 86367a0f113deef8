import { useParams, useSearchParams } from 'react-router';
import { HeldNotice } from '#features/booking/booking/web/parts/held-notice.tsx';
import { JobReceipts } from '#features/booking/receipts/web/parts/job-receipts.tsx';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import { BookingThread } from '#features/work/conversations/web/parts/booking-thread.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { BOOKINGS } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import { stateOf, type VisitState } from '#features/work/jobs/web/parts/visit-state.ts';
import { MoveSheet } from '#features/work/series/web/parts/move-sheet.tsx';
import { RenewalOffers } from '#features/work/series/web/parts/renewal-offer.tsx';
import { VisitPhotos } from '#features/work/visits/web/parts/visit-photos.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { BookingFacts } from './parts/booking-facts.tsx';
import { BookingPrice } from './parts/booking-price.tsx';
import { CancelSheet } from './parts/cancel-sheet.tsx';
import { CancelledNotice } from './parts/cancelled-notice.tsx';
import { DidWeCome } from './parts/did-we-come.tsx';
import { HomeSheet } from './parts/home-sheet.tsx';
import { SeriesVisits } from './parts/series-visits.tsx';
import { TermsSection } from './parts/terms-section.tsx';
import { VisitProgress } from './parts/visit-progress.tsx';
import { VisitReview } from './parts/visit-review.tsx';

const SECOND_MS = 1000;

/** One booking: time, address, crew, price, terms, review. */
export function Component() {
  const { t } = useCustomerText();
  const { bookingID = '' } = useParams();
  const job = useCall(getJob, { params: { id: bookingID } });
  return (
    <div className={styles.page}>
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
  const { t } = useCustomerText();
  const { t: shared } = useJobsText();
  if (query.error.status === 404 || query.error.status === 422) {
    return (
      <>
        <PageTitle>{t('booking.gone')}</PageTitle>
        <div className={styles.empty}>
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
      <Head job={job} now={now} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Ruler job={job} />
          {(state === 'held' || job.status === 'confirmed') && <HeldNotice job={job} now={now} />}
          <Ended job={job} state={state} />
          {(state === 'now' || job.stage === 'in-progress') && <VisitProgress job={job} underWay />}
          {state === 'ended' && <DidWeCome job={job} now={now} />}
          <VisitReview job={job} now={now} />
          <BookingFacts job={job} />
          {job.stage === 'done' && <VisitProgress job={job} />}
          {job.startedAt !== null && <VisitPhotos jobId={job.id} />}
        </div>
        <div className={styles.side}>
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
          {job.paidAt !== null && <JobReceipts jobId={job.id} />}
          {(state === 'done' || state === 'ended') && <BookAgain job={job} kind="quiet" />}
        </div>
        <div className={styles.rest}>
          <BookingThread jobId={job.id} />
          <SeriesVisits job={job} now={now} />
          {job.seriesID !== null && <RenewalOffers seriesId={job.seriesID} />}
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

function Head({ job, now }: { job: Job; now: Date }) {
  const { t } = useCustomerText();
  const labels = useVisitLabels();
  const chip = labels.chipOf(job, now);
  const when = labels.whenOf(job.startTime);
  return (
    <header className={styles.title}>
      <PageTitle tab={when}>{when}</PageTitle>
      <p className={styles.chips}>
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
  const { t } = useCustomerText();
  if (state !== 'expired' && state !== 'cancelled') return null;
  return (
    <>
      {state === 'expired' ? <Notice live>{t('booking.expired')}</Notice> : <CancelledNotice job={job} />}
      <BookAgain job={job} />
    </>
  );
}

function BookAgain({ job, kind = 'primary' }: { job: Job; kind?: 'primary' | 'quiet' }) {
  const { t } = useCustomerText();
  return (
    <ButtonLink full kind={kind} href={bookAgainAddress(job)}>
      {t('booking.bookAgain')}
    </ButtonLink>
  );
}
