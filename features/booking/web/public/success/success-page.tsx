import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob } from '#features/jobs/contract.ts';
import { useJobSentence } from '#features/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { type Fact, FactList, PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import { useBookingText } from '../one-time-booking/text.ts';
import { LaidHours } from './laid-hours.tsx';
import styles from './success.module.css';

/** The end of a booking: what was booked, from the server, so that a reload shows the same. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  const isCustomer = useOwnId(book) !== null;
  const booking = useQuery({
    ...queryOf(getJob, { params: { id: id ?? '' } }),
    enabled: id !== null && isCustomer,
  });
  if (id === null) return <Nothing />;
  if (!isCustomer) return <SignInFirst />;
  if (booking.data) return <Booked job={booking.data} />;
  return <NotYet booking={booking} />;
}

function Booked({ job }: { job: Job }) {
  const { t } = useBookingText();
  const { hours, date } = useFormat();
  const { email } = useSession();
  const length = hours(job.hours * job.numCleaners);
  const isPaid = job.status === 'paid';
  const to = job.job_customer_email || email;
  return (
    <article className={styles.page}>
      <LaidHours
        service={job.jobType}
        hours={job.hours * job.numCleaners}
        label={t('done.tiles', { hours: length })}
      />
      <div className={styles.words}>
        <PageTitle size="big" tab={isPaid ? t('done.tab') : t('done.unpaid')}>
          {isPaid ? t('done.title', { day: date(job.startTime, 'weekday') }) : t('done.unpaid')}
        </PageTitle>
        {isPaid && (
          <p className={styles.lead}>
            {to ? t('done.lead', { hours: length, email: to }) : t('done.leadPlain', { hours: length })}
          </p>
        )}
        <FactList facts={useFacts(job)} />
        <ButtonLink full href={`/dashboard/bookings/${job.id}`}>
          {t('done.see')}
        </ButtonLink>
      </div>
    </article>
  );
}

function useFacts(job: Job): Fact[] {
  const { t } = useBookingText();
  const { date, timeRange, money } = useFormat();
  const place = [job.job_address_addressLine1, job.job_address_addressLine2].filter(Boolean).join(', ');
  const names = job.cleaners.map((one) => `${one.firstname} ${one.lastname}`.trim()).join(', ');
  const cost = money(job.price?.total ?? 0);
  return [
    {
      key: 'when',
      icon: IconCalendar,
      name: t('done.when'),
      text: <b>{t('at', { day: date(job.startTime), time: timeRange(job.startTime, job.endTime) })}</b>,
    },
    { key: 'where', icon: IconMapPin, name: t('done.where'), text: place },
    {
      key: 'who',
      icon: IconUser,
      name: t('done.who'),
      text: job.requireCleaningSupplies ? t('done.brings', { names }) : names,
    },
    {
      key: 'cost',
      icon: IconReceipt2,
      name: t('done.cost'),
      text: job.paid ? t('done.paid', { amount: cost }) : cost,
    },
  ];
}

function Nothing() {
  const { t } = useBookingText();
  return (
    <div className={styles.alone}>
      <PageTitle>{t('done.missing')}</PageTitle>
      <p>{t('done.missingText')}</p>
      <ButtonLink href="/dashboard/bookings">{t('done.toBookings')}</ButtonLink>
    </div>
  );
}

function SignInFirst() {
  const { t } = useBookingText();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.alone}>
      <PageTitle>{t('done.signIn')}</PageTitle>
      <p>{t('done.signInText')}</p>
      <ButtonLink href={signInPath('customer', pathname + search)}>{t('done.signIn')}</ButtonLink>
    </div>
  );
}

type Booking = ReturnType<typeof useQuery<Job, Error>>;

function NotYet({ booking }: { booking: Pick<Booking, 'isError' | 'error' | 'refetch' | 'isFetching'> }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const sentenceOf = useJobSentence();
  return (
    <div className={styles.alone}>
      {booking.isError && booking.error ? (
        <ErrorState
          retryLabel={jobsText('tryAgain')}
          onRetry={() => booking.refetch()}
          retrying={booking.isFetching && jobsText('trying')}
        >
          {t('done.failed')} {sentenceOf(booking.error)}
        </ErrorState>
      ) : (
        <Skeleton words={t('done.loading')} lines={6} />
      )}
    </div>
  );
}
