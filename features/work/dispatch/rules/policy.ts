import { DISPATCHERS, defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seePlans = defineAction('see plans of crews', OFFICE);
/** Whoever chooses crews by hand may have them planned. */
export const planCrews = defineAction('plan the crews of a day', DISPATCHERS);
