import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { bookingAddress } from '#features/site/pages/rules/booking-address.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Draft } from './draft.ts';

/** What differs between the four services; the steps are the same. */
export interface Service {
  readonly type: JobType;
  /** The booking page and the success page. */
  readonly path: string;
  readonly success: string;
  /**
   * `hours`: by the size of the home, in adjustable hours. `package`: at a fixed price for a type of home.
   */
  readonly sizedBy: 'hours' | 'package';
  /** Weekly or fortnightly. */
  readonly recurs: boolean;
}

const DIFFERENCES: Readonly<Record<JobType, Pick<Service, 'sizedBy' | 'recurs'>>> = {
  regular: { sizedBy: 'hours', recurs: true },
  'one-time': { sizedBy: 'hours', recurs: false },
  'spring-cleaning': { sizedBy: 'package', recurs: false },
  'moving-in-out': { sizedBy: 'package', recurs: false },
};

export function serviceOf(type: JobType): Service {
  const path = bookingAddress(type);
  return { type, path, success: path.replace(/new$/, 'success'), ...DIFFERENCES[type] };
}

/** The service of a URL: `/regular` and `/regular/new/{package}` are the same as `/regular/new`. */
export function serviceAt(pathname: string): Service {
  const first = (path: string) => path.split('/')[1];
  const type = JOB_TYPES.find((one) => first(bookingAddress(one)) === first(pathname));
  return serviceOf(type ?? 'one-time');
}

/** The steps in order. The very first, choosing the service, is /select-service. */
const STEPS = ['home', 'time', 'dates', 'address', 'details', 'signin', 'pay'] as const;
export type Step = (typeof STEPS)[number];
type LaterStepName = Exclude<Step, 'home'>;
/** The screens after the first step. */
export type LaterScreen = LaterStepName | 'wait';

type Recurring = Pick<Service, 'recurs'>;

/** Only recurring services have dates to review. */
function stepsOf({ recurs }: Recurring): readonly Step[] {
  return STEPS.filter((step) => recurs || step !== 'dates');
}

/** Steps to prefetch: one of them may be skipped. */
const NEAR = 2;

/** The steps that may be opened next. */
export function stepsAhead(step: Step, service: Recurring): readonly LaterStepName[] {
  const later = stepsOf(service).filter((one) => one !== 'home');
  return later.slice(step === 'home' ? 0 : later.indexOf(step) + 1).slice(0, NEAR);
}

/** The service is chosen before the flow begins. */
const STEPS_BEFORE = 1;

/** The position of a step from 1, and the number of steps. */
export function positionOfStep(
  step: Step,
  service: Recurring,
): { readonly position: number; readonly count: number } {
  const steps = stepsOf(service);
  return { position: steps.indexOf(step) + 1 + STEPS_BEFORE, count: steps.length + STEPS_BEFORE };
}

export function stepPath({ path }: Pick<Service, 'path'>, step: Step): string {
  return `${path}?step=${step}`;
}

/** The step in a URL; the first if it is missing or not part of the service. */
export function stepNamed(name: string | null, service: Recurring): Step {
  return stepsOf(service).find((step) => step === name) ?? 'home';
}

/** Whether a draft has everything that a step requires. */
function isDone(step: Step, draft: Draft, isCustomer: boolean): boolean {
  switch (step) {
    case 'home':
      return draft.packageID !== null && draft.hours !== null && draft.supplies !== null && hasPlace(draft);
    case 'time':
      return draft.waitFor !== null || (draft.startTime !== null && draft.endTime !== null);
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

/** Free times depend on the home, so the address comes first. */
function hasPlace({ addressID, postal }: Draft): boolean {
  return addressID !== null || POSTAL_CODE.test(postal);
}

/** The screen of a step: to wait for a full day, customers join the waiting list where others pay. */
export function screenOf(step: Step, { waitFor }: Pick<Draft, 'waitFor'>): Step | 'wait' {
  return step === 'pay' && waitFor !== null ? 'wait' : step;
}

/** The service, and whether a customer is signed in. */
export interface Stand {
  readonly service: Recurring;
  readonly isCustomer: boolean;
}

/**
 * The step to show: the requested one, or the first incomplete one before it. Signed-in customers skip the
 * sign-in.
 */
export function openStep(requested: Step, draft: Draft, { service, isCustomer }: Stand): Step {
  const steps = stepsOf(service);
  const before = steps.slice(0, steps.indexOf(requested));
  const missing = before.find((step) => !isDone(step, draft, isCustomer));
  if (missing !== undefined) return missing;
  return requested === 'signin' && isCustomer ? 'pay' : requested;
}

type Passing = Pick<Draft, 'addressID' | 'again' | 'datesSeen' | 'detailsSeen'>;

/**
 * A stored home has its complete address, and a signed-in customer need not sign in: such steps are skipped.
 */
function isPassedOver(step: Step, { addressID }: Passing, isCustomer: boolean): boolean {
  return (step === 'address' && addressID !== null) || (step === 'signin' && isCustomer);
}

/** A repeated booking keeps its details, and dates that are all free need no review. */
function isKnown(step: Step, { again, datesSeen, detailsSeen }: Passing): boolean {
  return again !== null && ((step === 'dates' && datesSeen) || (step === 'details' && detailsSeen));
}

export function stepAfter(step: Step, draft: Passing, { service, isCustomer }: Stand): Step {
  const steps = stepsOf(service);
  const after = steps.slice(steps.indexOf(step) + 1);
  return after.find((next) => !isPassedOver(next, draft, isCustomer) && !isKnown(next, draft)) ?? 'pay';
}

/** The previous visible step: the sign-in is gone once done. Null at the first. */
export function stepBefore(step: Step, draft: Passing, service: Recurring): Step | null {
  const steps = stepsOf(service);
  const before = steps.slice(0, steps.indexOf(step));
  return before.findLast((previous) => !isPassedOver(previous, draft, true)) ?? null;
}
