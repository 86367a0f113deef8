import { DISPATCHERS, defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seePlans = defineAction('see plans of crews', OFFICE);
/** The people who choose crews by hand. */
export const planCrews = defineAction('plan the crews of a day', DISPATCHERS);
