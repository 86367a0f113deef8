import { defineAction, MONEY_READERS } from '#platform/kernel/policy.ts';

/** A customer's lots, statement and gifts. */
export const seeCredits = defineAction('see credits', { admin: 'any', customer: 'customer' });
/** All customers' lots, and the outstanding totals. */
export const seeAllCredits = defineAction('see everybody’s credits', MONEY_READERS);
export const buyCredits = defineAction('buy credits', { customer: 'customer' });
export const sendCredits = defineAction('send credits', { customer: 'customer' });
export const receiveCredits = defineAction('receive credits', { customer: 'customer' });
