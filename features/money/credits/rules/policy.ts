import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

/** Hours of credit: a customer's own lots, statement and gifts. */
export const seeCredits = defineAction('see credits', { admin: 'any', customer: 'customer' });
/** Who holds what, and how much is outstanding in all. */
export const seeAllCredits = defineAction('see everybody’s credits', OFFICE);
export const buyCredits = defineAction('buy credits', { customer: 'customer' });
export const sendCredits = defineAction('send credits', { customer: 'customer' });
export const receiveCredits = defineAction('receive credits', { customer: 'customer' });
