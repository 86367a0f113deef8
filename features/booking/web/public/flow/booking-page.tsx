import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AddressStep } from './address-step.tsx';
import { BookAgain } from './book-again.tsx';
import { DatesStep } from './dates/dates-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { HomeStep } from './home-step.tsx';
import { PayStep } from './pay/pay-step.tsx';
import { StepWithoutPrices } from './prices-failed.tsx';
import { serviceAt } from './services.ts';
import { SignInStep } from './sign-in-step.tsx';
import { type Step, stepPath } from './steps.ts';
import { TimeStep } from './time-step.tsx';
import { type Flow, useFlow } from './use-flow.ts';

const SCREENS: Readonly<Record<Step, (props: { flow: Flow }) => React.ReactNode>> = {
  home: HomeStep,
  time: TimeStep,
  dates: DatesStep,
  address: AddressStep,
  details: DetailsStep,
  signin: SignInStep,
  pay: PayStep,
};

/** Books one of the four services: one flow, a step a screen, each with its own address so that Back goes a step back. */
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
  // An address that is ahead of what was said leads to the first step that is missing.
  useEffect(() => {
    if (named === null || named === step) return;
    void navigate(stepPath(service, step), { replace: true });
  }, [named, step, service, navigate]);
  const isPriceless = flow.packages.isError && flow.packages.data === undefined;
  if (isPriceless && step !== 'home') return <StepWithoutPrices flow={flow} />;
  const Screen = SCREENS[step];
  return <Screen key={`${step} ${flow.begun}`} flow={flow} />;
}
