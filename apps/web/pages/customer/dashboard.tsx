import { useState } from 'react';
import { HeldBookings } from '#features/booking/booking/web/parts/held-bookings.tsx';
import { HoursLeft } from '#features/money/credits/web/parts/hours-left.tsx';
import { BOOK_ONE_TIME } from '#features/site/pages/rules/booking-address.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { BOOKINGS } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { NextVisit } from '#features/work/jobs/web/parts/customer/next-visit.tsx';
import {
  comingVisits,
  pastVisits,
  stateOf,
  visitToConfirm,
  visitToReview,
} from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { RenewalOffers } from '#features/work/series/web/parts/renewal-offer.tsx';
import { OwnEntries, useIsWaiting } from '#features/work/waiting-list/web/parts/own-entries.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { businessDay } from '#platform/web/business-time.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { DidWeCome } from './parts/did-we-come.tsx';
import { partOfDay } from './parts/greeting.ts';
import { NothingBooked } from './parts/nothing-booked.tsx';
import { ReviewPrompt, Thanks } from './parts/review-prompt.tsx';
import { ComingLines, PastLines } from './parts/visit-lines.tsx';

/** More visits than a customer has in a day, so that the next one is included. */
const COMING = 10;
/** A series is one booking of up to 52 held visits. */
const HELD = 60;
/** Number of past visits, and today's that are not over yet. */
const PAST_SHOWN = 3;
const LATER_SHOWN = 3;
const PAST_ASKED = 8;
const MINUTE_MS = 60_000;

/** The customer's home page: the next visit, unpaid bookings, the review of the last visit. */
export function Component() {
  const { t } = useText(customerTexts);
  const now = useNow(MINUTE_MS);
  const coming = useComing(now);
  const held = useCall(listJobs, { query: { status: 'pending', size: HELD } });
  const past = usePast(now);
  const all = [coming, held, past];
  return (
    <div className="k-page">
      <div className="k-row k-wrap k-between k-gap-10 k-gap-x-16">
        <Greeting now={now} />
        {coming.isSuccess && comingVisits(coming.data.items, now).length > 0 && (
          <ButtonLink size="small" kind="quiet" href={BOOK_ONE_TIME}>
            {t('bookings.book')}
          </ButtonLink>
        )}
      </div>
      {all.some((one) => one.isError) && <VisitsFailed queries={all} />}
      <div className={`k-columns ${styles.columns}`}>
        <div className="k-stack k-gap-28">
          {held.isSuccess && <HeldBookings jobs={held.data.items} />}
          {coming.isPending && <Loading />}
          {coming.isSuccess && (
            <UpcomingVisits jobs={coming.data.items} held={held.data?.items ?? []} now={now} />
          )}
          <OwnEntries />
          <RenewalOffers />
          <HoursLeft visitHours={hoursOf(coming.data?.items, now)} />
        </div>
        <div className={`k-stack k-gap-28 ${styles.side}`}>
          {past.isPending && !coming.isPending && <Loading />}
          {past.isSuccess && <PastVisits jobs={past.data.items} total={past.data.total ?? 0} now={now} />}
        </div>
      </div>
    </div>
  );
}

/** The hours of the next visit, all cleaners added up. */
function hoursOf(jobs: readonly Job[] | undefined, now: Date): number | undefined {
  const [next] = comingVisits(jobs ?? [], now);
  return next && next.hours * next.numCleaners;
}

function useComing(now: Date) {
  return useCall(listJobs, {
    query: {
      status: 'going-ahead',
      from_date: businessDay(now),
      sortby: 'startTime',
      order: 'asc',
      size: COMING,
      count: '0',
    },
  });
}

function usePast(now: Date) {
  return useCall(listJobs, {
    query: {
      status: 'going-ahead',
      to_date: businessDay(now),
      sortby: 'startTime',
      order: 'desc',
      size: PAST_ASKED,
    },
  });
}

function Greeting({ now }: { now: Date }) {
  const { t } = useText(customerTexts);
  const { firstname } = useSession();
  const words = firstname ? t(`greeting.${partOfDay(now)}`, { name: firstname }) : t('greeting.nameless');
  return <PageTitle size="big">{words}</PageTitle>;
}

interface ComingProps {
  jobs: readonly Job[];
  held: readonly Job[];
  now: Date;
}

/** The next visit and those after it; if none is booked or held, a suggestion. */
function UpcomingVisits({ jobs, held, now }: ComingProps) {
  const [next, ...later] = comingVisits(jobs, now);
  const isWaiting = useIsWaiting();
  const waits = isWaiting || held.some((job) => stateOf(job, now) === 'held');
  if (next === undefined) return waits ? null : <NothingBooked />;
  return (
    <>
      <NextVisit job={next} now={now} quiet={waits} />
      {later.length > 0 && <Later jobs={later.slice(0, LATER_SHOWN)} />}
    </>
  );
}

function Later({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useText(customerTexts);
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle end={<TextLink href={BOOKINGS}>{t('seeAll')}</TextLink>}>{t('later')}</SectionTitle>
      <ComingLines jobs={jobs} />
    </section>
  );
}

function PastVisits({ jobs, total, now }: { jobs: readonly Job[]; total: number; now: Date }) {
  const { t } = useText(customerTexts);
  const [thanked, setThanked] = useState(false);
  const past = pastVisits(jobs, now);
  if (past.length === 0) return null;
  const asked = thanked ? null : visitToReview(past, now);
  const unsure = visitToConfirm(past, now);
  const ended = total - (jobs.length - past.length);
  return (
    <>
      {unsure !== null && <DidWeCome key={`came ${unsure.id}`} job={unsure} now={now} />}
      {asked !== null && <ReviewPrompt key={asked.id} job={asked} onSent={() => setThanked(true)} />}
      {thanked && <Thanks />}
      <section className="k-stack k-gap-10">
        <SectionTitle end={<TextLink href={`${BOOKINGS}?show=past`}>{t('all', { count: ended })}</TextLink>}>
          {t('past')}
        </SectionTitle>
        <PastLines jobs={past.slice(0, PAST_SHOWN)} />
      </section>
    </>
  );
}

function Loading() {
  const { t } = useText(customerTexts);
  return <Skeleton words={t('loading')} lines={5} />;
}

interface QueryState {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

function VisitsFailed({ queries }: { queries: readonly QueryState[] }) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const failed = queries.filter((query) => query.isError);
  return (
    <ErrorState
      retryLabel={shared('tryAgain')}
      onRetry={() => Promise.all(failed.map((query) => query.refetch()))}
      retrying={failed.some((query) => query.isFetching) && shared('trying')}
    >
      {t('failed')}
    </ErrorState>
  );
}
