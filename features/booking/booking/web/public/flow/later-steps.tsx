import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { ErrorBoundary } from '#platform/web/error-boundary.tsx';
import { BookingFrame } from './booking-frame.tsx';
import { type LaterScreen, stepsAhead } from './steps.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

type StepComponent = ComponentType<{ flow: Flow }>;

/** The first step's bundle does not include the other steps. */
const importStep: Readonly<Record<LaterScreen, () => Promise<StepComponent>>> = {
  time: async () => (await import('./time-step.tsx')).TimeStep,
  dates: async () => (await import('./dates/dates-step.tsx')).DatesStep,
  address: async () => (await import('./address-step.tsx')).AddressStep,
  details: async () => (await import('./details-step.tsx')).DetailsStep,
  signin: async () => (await import('./sign-in-step.tsx')).SignInStep,
  pay: async () => (await import('./pay/pay-step.tsx')).PayStep,
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
export function usePrefetchedSteps({ step, service: { recurs } }: Pick<Flow, 'step' | 'service'>): void {
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
export function LaterStep({ step, flow }: { step: LaterScreen; flow: Flow }) {
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
  const { t } = useBookingText();
  return (
    <BookingFrame flow={flow} title={t(`step.${step}`)} action={null}>
      <Skeleton words={t('step.loading')} lines={6} />
    </BookingFrame>
  );
}

function StepFailed({ step, flow, onRetry }: { step: LaterScreen; flow: Flow; onRetry: () => void }) {
  const { t } = useBookingText();
  const { t: tJobs } = useJobsText();
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
