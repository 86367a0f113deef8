import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import styles from './booking.module.css';
import { getJob, listAddresses, listJobs } from './calls.ts';
import { draftOfAgain } from './draft-of-job.ts';
import { HomeStep } from './home-step.tsx';
import { LaterStep, usePrefetchedSteps } from './later-steps.tsx';
import { StepWithoutPrices } from './prices-failed.tsx';
import { serviceAt, serviceOf } from './services.ts';
import { screenOf, stepPath } from './steps.ts';
import { useBookingText } from './text.ts';
import { keepDraft } from './use-draft.ts';
import { useFlow } from './use-flow.ts';

/**
 * Books one of the four services: one screen per step, each with its own URL, so that Back returns to the
 * previous step.
 */
export function Component() {
  const { type } = serviceAt(useLocation().pathname);
  const [search] = useSearchParams();
  const again = search.get('again');
  return again === null ? <Booking key={type} /> : <BookAgain key={again} jobID={again} />;
}

function Booking() {
  const flow = useFlow();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get('step');
  const { step, service } = flow;
  usePrefetchedSteps(flow);
  // A URL ahead of the draft redirects to the first incomplete step.
  useEffect(() => {
    if (named === null || named === step) return;
    void navigate(stepPath(service, step), { replace: true });
  }, [named, step, service, navigate]);
  const isPriceless = flow.packages.isError && flow.packages.data === undefined;
  const screen = screenOf(step, flow.draft);
  const key = `${screen} ${flow.begun}`;
  if (screen === 'home') return <HomeStep key={key} flow={flow} />;
  if (isPriceless) return <StepWithoutPrices flow={flow} />;
  return <LaterStep key={key} step={screen} flow={flow} />;
}

/** Creates a draft that repeats a booking, then opens the flow, where only the time has to be chosen. */
export function BookAgain({ jobID }: { jobID: string }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const sentenceOf = useJobSentence();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const isCustomer = useOwnId(book) !== null;
  const job = useQuery({ ...queryOf(getJob, { params: { id: jobID } }), enabled: isCustomer });
  const seriesID = job.data?.seriesID ?? undefined;
  const series = useQuery({
    ...queryOf(listJobs, { query: { seriesID, status: '*', size: MAX_VISITS } }),
    enabled: seriesID !== undefined,
  });
  const homes = useQuery({ ...queryOf(listAddresses, { query: { size: 100 } }), enabled: isCustomer });
  const failed = [job, homes, series].find(({ isError }) => isError);
  const isReady = job.data && homes.data && (seriesID === undefined || series.data);
  useEffect(() => {
    if (!isReady || !job.data || !homes.data) return;
    const service = serviceOf(job.data.jobType);
    keepDraft(service.type, draftOfAgain(job.data, series.data?.items ?? [], homes.data.items));
    void navigate(stepPath(service, 'time'), { replace: true });
  }, [isReady, job.data, series.data, homes.data, navigate]);
  if (!isCustomer) return <Navigate key={key} replace to={signInPath('customer', pathname + search)} />;
  // Unknown, or another customer's: start an ordinary booking.
  if (job.error?.status === 404 || job.error?.status === 422)
    return <Navigate key={key} replace to={pathname} />;
  return (
    <div className={styles.alone}>
      <PageTitle>{t('time.title')}</PageTitle>
      {failed?.error ? (
        <ErrorState
          retryLabel={jobsText('tryAgain')}
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching && jobsText('trying')}
        >
          {t('again.failed')} {sentenceOf(failed.error)}
        </ErrorState>
      ) : (
        <Skeleton words={t('again.loading')} lines={6} />
      )}
    </div>
  );
}
