import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { HeldBookings } from '#features/booking/booking/web/parts/held-bookings.tsx';
import { BOOK_ONE_TIME } from '#features/site/pages/rules/booking-address.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { OwnEntries } from '#features/work/waiting-list/web/parts/own-entries.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { businessDay } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { BookingList } from './parts/booking-list.tsx';
import { isSegment, SEGMENTS, type Segment } from './parts/segments.ts';
import { withWholeSeries } from './parts/series-groups.ts';

/** The list size for a customer's bookings: effectively all. */
const ALL = 99_999;
/** Shown at first, and added by each press. */
const STEP = 20;
/** A series is one booking of up to 52 held visits. */
const HELD = 60;
const MINUTE_MS = 60_000;

/** All bookings: upcoming, past, cancelled. The tab is in the address. */
export function Component() {
  const { t } = useText(customerTexts);
  const [search, setSearch] = useSearchParams();
  const asked = search.get('show');
  const segment: Segment = isSegment(asked) ? asked : 'upcoming';
  const show = (next: Segment) =>
    setSearch(next === 'upcoming' ? {} : { show: next }, { preventScrollReset: true });
  return (
    <div className="k-page">
      <div className="k-row k-wrap k-between k-gap-10 k-gap-x-16">
        <PageTitle>{t('bookings.title')}</PageTitle>
        <ButtonLink size="small" kind="quiet" href={BOOK_ONE_TIME}>
          {t('bookings.book')}
        </ButtonLink>
      </div>
      <div className={styles.segments}>
        <Segments
          label={t('bookings.show')}
          hideLabel
          name="show"
          options={SEGMENTS.map((value) => ({ value, label: t(`bookings.${value}`) }))}
          value={segment}
          onChange={show}
        />
      </div>
      {segment === 'upcoming' ? <Upcoming /> : <Bookings key={segment} segment={segment} />}
    </div>
  );
}

/** Unpaid bookings are on top; with any, an empty list is not announced. */
function Upcoming() {
  const held = useCall(listJobs, { query: { status: 'pending', size: HELD } });
  const waiting = held.data?.items ?? [];
  return (
    <>
      <HeldBookings jobs={waiting} />
      <OwnEntries />
      <Bookings segment="upcoming" silentWhenEmpty={waiting.length > 0} />
    </>
  );
}

/** The lists are split at today: whether a visit of today is over is decided on the screen. */
function queryFor(segment: Segment, today: string) {
  if (segment === 'upcoming') return { status: 'going-ahead', from_date: today, order: 'asc' } as const;
  if (segment === 'past') return { status: 'going-ahead', to_date: today, order: 'desc' } as const;
  return { status: 'cancelled', order: 'desc' } as const;
}

interface BookingsProps {
  segment: Segment;
  silentWhenEmpty?: boolean;
}

function Bookings({ segment, silentWhenEmpty = false }: BookingsProps) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const now = useNow(MINUTE_MS);
  const bookings = useCall(listJobs, {
    query: { ...queryFor(segment, businessDay(now)), sortby: 'startTime', size: ALL },
  });
  const [shown, setShown] = useState(STEP);
  if (bookings.isPending) return <Skeleton words={t('loading')} lines={6} />;
  if (bookings.isError) {
    return (
      <ErrorState
        retryLabel={shared('tryAgain')}
        onRetry={() => bookings.refetch()}
        retrying={bookings.isFetching && shared('trying')}
      >
        {t('failed')}
      </ErrorState>
    );
  }
  const { items } = bookings.data;
  if (silentWhenEmpty && items.length === 0) return null;
  const jobs = withWholeSeries(items, shown);
  return (
    <>
      <BookingList segment={segment} jobs={jobs} now={now} />
      {items.length > jobs.length && (
        <div className="k-row k-centred">
          <Button kind="quiet" onClick={() => setShown(shown + STEP)}>
            {t('bookings.more')}
          </Button>
        </div>
      )}
    </>
  );
}
