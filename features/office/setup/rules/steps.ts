/** The steps of setting up a business, in the order in which they are offered. */
export const STEPS = [
  'contact',
  'gst',
  'hours',
  'services',
  'cleaners',
  'look',
  'providers',
  'account',
] as const;
export type Step = (typeof STEPS)[number];

/** Steps that are also done by saying that what is there is right. */
export const CONFIRMED_STEPS = ['gst', 'hours', 'look'] as const;
export type ConfirmedStep = (typeof CONFIRMED_STEPS)[number];

/** Without these, nobody can book. */
const NEEDED: readonly Step[] = ['services', 'cleaners'];

/** What exists in the business. */
export interface SetUpFacts {
  readonly hasName: boolean;
  /** A number or an e-mail address that customers can use. */
  readonly hasContact: boolean;
  readonly gstRegistered: boolean;
  readonly hasChangedHours: boolean;
  readonly hasChangedLook: boolean;
  readonly confirmed: readonly ConfirmedStep[];
  /** Visits that can be sold. */
  readonly packages: number;
  /** With working hours. */
  readonly cleaners: number;
  /** Real providers of e-mail, SMS and card payments. */
  readonly hasProviders: boolean;
  readonly hasOwnPassword: boolean;
  readonly hasOwnEmail: boolean;
}

/** Which steps are done, from what exists. */
export function doneSteps(facts: SetUpFacts): readonly Step[] {
  const { confirmed } = facts;
  const done: Readonly<Record<Step, boolean>> = {
    contact: facts.hasName && facts.hasContact,
    gst: facts.gstRegistered || confirmed.includes('gst'),
    hours: facts.hasChangedHours || confirmed.includes('hours'),
    services: facts.packages > 0,
    cleaners: facts.cleaners > 0,
    look: facts.hasChangedLook || confirmed.includes('look'),
    providers: facts.hasProviders,
    account: facts.hasOwnPassword && facts.hasOwnEmail,
  };
  return STEPS.filter((step) => done[step]);
}

/** Whether nobody can book yet. */
export function isSetUpNeeded(done: readonly Step[]): boolean {
  return NEEDED.some((step) => !done.includes(step));
}

/** The step to go on with after this one: the next that is not done, from the beginning again; null if all are. */
export function nextStep(done: readonly Step[], after?: Step): Step | null {
  const start = after === undefined ? 0 : STEPS.indexOf(after) + 1;
  const inOrder = [...STEPS.slice(start), ...STEPS.slice(0, start)];
  return inOrder.find((step) => step !== after && !done.includes(step)) ?? null;
}
