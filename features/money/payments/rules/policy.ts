import { defineAction } from '#platform/kernel/policy.ts';

/** Money that moved: a customer's own, all for the office. */
export const seeTransaction = defineAction('see a transaction', { admin: 'any', customer: 'customer' });
export const changeTransaction = defineAction('change a transaction', { admin: 'any' });
export const seeCardForm = defineAction('see which card form is used', {
  anyone: 'any',
  customer: 'any',
  admin: 'any',
});
/** Tries declined cards for others: only each thing that is paid for is counted. */
export const payForOthers = defineAction('pay for somebody else', { admin: 'any' });
