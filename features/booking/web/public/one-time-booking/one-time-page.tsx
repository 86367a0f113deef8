import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AddressStep } from './address-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { HomeStep } from './home-step.tsx';
import { PayStep } from './pay/pay-step.tsx';
import { StepWithoutPrices } from './prices-failed.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { type Step, stepNamed, stepPath } from './steps.ts';
import { TimeStep } from './time-step.tsx';
import { type Flow, useFlow } from './use-flow.ts';

const SCREENS: Readonly<Record<Step, (props: { flow: Flow }) => React.ReactNode>> = {
  home: HomeStep,
  time: TimeStep,
  address: AddressStep,
  details: DetailsStep,
  signin: SignInStep,
  pay: PayStep,
};

/** Books a one-time clean: one flow, a step a screen, each with its own address so that Back goes a step back. */
export function Component() {
  const flow = useFlow();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get('step');
  const { step } = flow;
  // An address that is ahead of what was said leads to the first step that is missing.
  useEffect(() => {
    if (named !== null && stepNamed(named) !== step) void navigate(stepPath(step), { replace: true });
  }, [named, step, navigate]);
  const isPriceless = flow.packages.isError && flow.packages.data === undefined;
  if (isPriceless && step !== 'home') return <StepWithoutPrices flow={flow} />;
  const Screen = SCREENS[step];
  return <Screen key={step} flow={flow} />;
}
