import { defineAction } from '#platform/kernel/policy.ts';

/** Customers see their own transactions, the office all. */
export const seeTransaction = defineAction('see a transaction', { admin: 'any', customer: 'customer' });
export const changeTransaction = defineAction('change a transaction', { admin: 'any' });
export const seeCardForm = defineAction('see which card form is used', {
  anyone: 'any',
  customer: 'any',
  admin: 'any',
});
/** Declined cards of such actors count per target only: they try cards for others. */
export const payForOthers = defineAction('pay for somebody else', { admin: 'any' });
