import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { BookAgain } from './book-again.tsx';
import { HomeStep } from './home-step.tsx';
import { LaterStep, usePrefetchedSteps } from './later-steps.tsx';
import { StepWithoutPrices } from './prices-failed.tsx';
import { serviceAt } from './services.ts';
import { screenOf, stepPath } from './steps.ts';
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
