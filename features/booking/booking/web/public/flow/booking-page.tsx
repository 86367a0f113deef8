import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { ErrorBoundary } from '#platform/web/error-boundary.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { getJob, listAddresses, listJobs } from './calls.ts';
import { draftOfAgain } from './draft-of-job.ts';
import { HomeStep, StepWithoutPrices } from './home-step.tsx';
import { type LaterScreen, screenOf, serviceAt, serviceOf, stepPath, stepsAhead } from './steps.ts';
import { keepDraft } from './use-draft.ts';
import { type Flow, useFlow } from './use-flow.ts';

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
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const sentenceOf = useJobSentence();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const isCustomer = useOwnID(book) !== null;
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
    <div className={`k-stack k-gap-20 ${styles.alone}`}>
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

type StepComponent = ComponentType<{ flow: Flow }>;

/** The first step's bundle does not include the other steps. */
const importStep: Readonly<Record<LaterScreen, () => Promise<StepComponent>>> = {
  time: async () => (await import('./time-step.tsx')).TimeStep,
  dates: async () => (await import('./dates-step.tsx')).DatesStep,
  address: async () => (await import('./address-step.tsx')).AddressStep,
  details: async () => (await import('./details-step.tsx')).DetailsStep,
  signin: async () => (await import('./sign-in-step.tsx')).SignInStep,
  pay: async () => (await import('./pay-step.tsx')).PayStep,
  wait: async () => (await import('./wait-step.tsx')).WaitStep,
};

const loadedSteps = new Map<LaterScreen, StepComponent>();

async function loadStep(step: LaterScreen): Promise<{ default: StepComponent }> {
  const Step = await importStep[step]();
  loadedSteps.set(step, Step);
  return { default: Step };
}

/** A loaded step renders at once, where React.lazy would show the fallback first. */
function componentOf(step: LaterScreen): StepComponent {
  return loadedSteps.get(step) ?? lazy(() => loadStep(step));
}

/** Prefetches the next steps while the browser is idle, so that they open at once. */
function usePrefetchedSteps({ step, service: { recurs } }: Pick<Flow, 'step' | 'service'>): void {
  useEffect(() => {
    const prefetch = () => {
      // A step that cannot be loaded now is loaded again when it opens.
      for (const next of stepsAhead(step, { recurs })) loadStep(next).catch(() => undefined);
    };
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(prefetch, 300);
    else requestIdleCallback(prefetch);
  }, [step, recurs]);
}

/** A step after the first. Shows its name while its code loads, and "Try again" if that fails. */
function LaterStep({ step, flow }: { step: LaterScreen; flow: Flow }) {
  const [attempt, setAttempt] = useState(1);
  // React.lazy remembers a failed import, so that each attempt needs its own component.
  const [Step, setStep] = useState(() => componentOf(step));
  const retry = () => {
    // After a deployment the old files are gone: only a fresh page knows the new names.
    if (attempt > 1 && navigator.onLine) window.location.reload();
    setAttempt(attempt + 1);
    setStep(() => componentOf(step));
  };
  return (
    <ErrorBoundary key={attempt} fallback={<StepFailed step={step} flow={flow} onRetry={retry} />}>
      <Suspense fallback={<StepLoading step={step} flow={flow} />}>
        <Step flow={flow} />
      </Suspense>
    </ErrorBoundary>
  );
}

function StepLoading({ step, flow }: { step: LaterScreen; flow: Flow }) {
  const { t } = useText(bookingTexts);
  return (
    <BookingFrame flow={flow} title={t(`step.${step}`)} action={null}>
      <Skeleton words={t('step.loading')} lines={6} />
    </BookingFrame>
  );
}

function StepFailed({ step, flow, onRetry }: { step: LaterScreen; flow: Flow; onRetry: () => void }) {
  const { t } = useText(bookingTexts);
  const { t: tJobs } = useText(jobsTexts);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <BookingFrame flow={flow} title={t(`step.${step}`)} action={null}>
      <ErrorState retryLabel={tJobs('tryAgain')} onRetry={onRetry}>
        {t('step.failed')}
      </ErrorState>
    </BookingFrame>
  );
}
