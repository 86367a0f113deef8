import { type ReactNode, useMemo } from 'react';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { type LateCode, lateCode, useAhead, useLateCode } from '#platform/web/late-code.ts';
import { BookingFrame } from './booking-frame.tsx';
import { type LaterStepName, stepsAhead } from './steps.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

type Screen = (props: { flow: Flow }) => ReactNode;

/** What the first step does without, a piece for each of the others. */
const SCREENS: Readonly<Record<LaterStepName, LateCode<Screen>>> = {
  time: lateCode(async () => (await import('./time-step.tsx')).TimeStep),
  dates: lateCode(async () => (await import('./dates/dates-step.tsx')).DatesStep),
  address: lateCode(async () => (await import('./address-step.tsx')).AddressStep),
  details: lateCode(async () => (await import('./details-step.tsx')).DetailsStep),
  signin: lateCode(async () => (await import('./sign-in-step.tsx')).SignInStep),
  pay: lateCode(async () => (await import('./pay/pay-step.tsx')).PayStep),
};

/** Fetches the next steps while somebody is at this one, so that they open at once. */
export function useStepsAhead({ step, service: { recurs } }: Pick<Flow, 'step' | 'service'>): void {
  const codes = useMemo(() => stepsAhead(step, { recurs }).map((next) => SCREENS[next]), [step, recurs]);
  useAhead(codes);
}

/** A step after the first; what it is called, while its code is on its way or cannot be had. */
export function LaterStep({ step, flow }: { step: LaterStepName; flow: Flow }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { fetched, retry, isTrying } = useLateCode(SCREENS[step]);
  if (fetched.state === 'here') {
    const { code: Screen } = fetched;
    return <Screen flow={flow} />;
  }
  return (
    <BookingFrame flow={flow} title={t(`step.${step}`)} action={null}>
      {fetched.state === 'failed' || isTrying ? (
        <ErrorState
          retryLabel={jobsText('tryAgain')}
          onRetry={retry}
          retrying={isTrying && jobsText('trying')}
        >
          {t('step.failed')}
        </ErrorState>
      ) : (
        <Skeleton words={t('step.loading')} lines={6} />
      )}
    </BookingFrame>
  );
}
