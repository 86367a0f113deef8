import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Draft } from './draft.ts';
import type { Service } from './services.ts';

/** The steps in their order. The first of all, choosing the clean, is /select-service. */
const STEPS = ['home', 'time', 'dates', 'address', 'details', 'signin', 'pay'] as const;
export type Step = (typeof STEPS)[number];
export type LaterStepName = Exclude<Step, 'home'>;

type Recurring = Pick<Service, 'recurs'>;

/** Only what comes again has dates to look through. */
export function stepsOf({ recurs }: Recurring): readonly Step[] {
  return STEPS.filter((step) => recurs || step !== 'dates');
}

/** So many steps are near: one of them may be passed over. */
const NEAR = 2;

/** The steps that may be opened next. */
export function stepsAhead(step: Step, service: Recurring): readonly LaterStepName[] {
  const later = stepsOf(service).filter((one) => one !== 'home');
  return later.slice(step === 'home' ? 0 : later.indexOf(step) + 1).slice(0, NEAR);
}

/** The clean is chosen before the flow begins. */
const STEPS_BEFORE = 1;

/** Place of a step among all, from 1, and how many there are. */
export function placeOfStep(
  step: Step,
  service: Recurring,
): { readonly place: number; readonly count: number } {
  const steps = stepsOf(service);
  return { place: steps.indexOf(step) + 1 + STEPS_BEFORE, count: steps.length + STEPS_BEFORE };
}

export function stepPath({ path }: Pick<Service, 'path'>, step: Step): string {
  return `${path}?step=${step}`;
}

/** The step that an address names; without a name, or with one that the service has not, the first. */
export function stepNamed(name: string | null, service: Recurring): Step {
  return stepsOf(service).find((step) => step === name) ?? 'home';
}

/** Whether a draft has all that a step asks for. */
function isDone(step: Step, draft: Draft, isCustomer: boolean): boolean {
  switch (step) {
    case 'home':
      return draft.packageID !== null && draft.hours !== null && hasPlace(draft);
    case 'time':
      return draft.startTime !== null && draft.endTime !== null;
    case 'dates':
      return draft.datesSeen;
    case 'address':
      return draft.addressID !== null || draft.addressLine1 !== '';
    case 'details':
      return draft.detailsSeen;
    case 'signin':
      return isCustomer;
    case 'pay':
      return false;
  }
}

/** Free times depend on where home is, so the place comes before them. */
function hasPlace({ addressID, postal }: Draft): boolean {
  return addressID !== null || POSTAL_CODE.test(postal);
}

/** Whose booking it is, and of what. */
export interface Stand {
  readonly service: Recurring;
  readonly isCustomer: boolean;
}

/** The step to show: the one asked for, or the first before it that is not done. Somebody signed in never signs in. */
export function openStep(requested: Step, draft: Draft, { service, isCustomer }: Stand): Step {
  const steps = stepsOf(service);
  const before = steps.slice(0, steps.indexOf(requested));
  const missing = before.find((step) => !isDone(step, draft, isCustomer));
  if (missing !== undefined) return missing;
  return requested === 'signin' && isCustomer ? 'pay' : requested;
}

type Passing = Pick<Draft, 'addressID' | 'again' | 'datesSeen' | 'detailsSeen'>;

/** A stored home has all of its address, and somebody signed in never signs in: such steps are passed over. */
function isPassedOver(step: Step, { addressID }: Passing, isCustomer: boolean): boolean {
  return (step === 'address' && addressID !== null) || (step === 'signin' && isCustomer);
}

/** What is booked again was said before: its details stand, and dates that are all free need no look. */
function isKnown(step: Step, { again, datesSeen, detailsSeen }: Passing): boolean {
  return again !== null && ((step === 'dates' && datesSeen) || (step === 'details' && detailsSeen));
}

export function stepAfter(step: Step, draft: Passing, { service, isCustomer }: Stand): Step {
  const steps = stepsOf(service);
  const after = steps.slice(steps.indexOf(step) + 1);
  return after.find((next) => !isPassedOver(next, draft, isCustomer) && !isKnown(next, draft)) ?? 'pay';
}

/** The step before, as one sees it: signing in is over once it is done. Null at the first. */
export function stepBefore(step: Step, draft: Passing, service: Recurring): Step | null {
  const steps = stepsOf(service);
  const before = steps.slice(0, steps.indexOf(step));
  return before.findLast((previous) => !isPassedOver(previous, draft, true)) ?? null;
}
