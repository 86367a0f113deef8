import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Draft } from './draft.ts';

/** Where this flow lives. SPEC.md section 2. */
export const BOOKING_PATH = '/one-time/new';

/** The steps in their order. The first of all, choosing the clean, is /select-service. */
export const STEPS = ['home', 'time', 'address', 'details', 'signin', 'pay'] as const;
export type Step = (typeof STEPS)[number];

/** The clean is chosen before the flow begins. */
const STEPS_BEFORE = 1;
export const STEP_COUNT = STEPS.length + STEPS_BEFORE;

/** Place of a step among all, from 1. */
export function placeOfStep(step: Step): number {
  return STEPS.indexOf(step) + 1 + STEPS_BEFORE;
}

export function stepPath(step: Step): string {
  return `${BOOKING_PATH}?step=${step}`;
}

function isStep(value: string | null): value is Step {
  return STEPS.some((step) => step === value);
}

/** The step that an address names; without a name the first. */
export function stepNamed(name: string | null): Step {
  return isStep(name) ? name : 'home';
}

/** Whether a draft has all that a step asks for. */
function isDone(step: Step, draft: Draft, isCustomer: boolean): boolean {
  switch (step) {
    case 'home':
      return draft.packageID !== null && draft.hours !== null && hasPlace(draft);
    case 'time':
      return draft.startTime !== null && draft.endTime !== null;
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

/** The step to show: the one asked for, or the first before it that is not done. Somebody signed in never signs in. */
export function openStep(requested: Step, draft: Draft, isCustomer: boolean): Step {
  const before = STEPS.slice(0, STEPS.indexOf(requested));
  const missing = before.find((step) => !isDone(step, draft, isCustomer));
  if (missing !== undefined) return missing;
  return requested === 'signin' && isCustomer ? 'pay' : requested;
}

/** A stored home has all of its address, and somebody signed in never signs in: such steps are passed over. */
function isPassedOver(step: Step, { addressID }: Pick<Draft, 'addressID'>, isCustomer: boolean): boolean {
  return (step === 'address' && addressID !== null) || (step === 'signin' && isCustomer);
}

export function stepAfter(step: Step, draft: Pick<Draft, 'addressID'>, isCustomer: boolean): Step {
  const after = STEPS.slice(STEPS.indexOf(step) + 1);
  return after.find((next) => !isPassedOver(next, draft, isCustomer)) ?? 'pay';
}

/** The step before, as one sees it: signing in is over once it is done. Null at the first. */
export function stepBefore(step: Step, draft: Pick<Draft, 'addressID'>): Step | null {
  const before = STEPS.slice(0, STEPS.indexOf(step));
  return before.findLast((previous) => !isPassedOver(previous, draft, true)) ?? null;
}
