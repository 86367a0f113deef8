import { DISPATCHERS, defineAction, MANAGERS, MONEY_READERS } from '#platform/kernel/policy.ts';

/** Customers see their own transactions, the office all. */
export const seeTransaction = defineAction('see a transaction', {
  admin: 'moneyReaders',
  customer: 'customer',
});
/** Payment problems and the statistics of charges. */
export const seeMoney = defineAction('see payment problems and charges', MONEY_READERS);
/** Money that a customer has paid for a visit by other means than a card; without a visit, see changeTransaction. */
export const recordPayment = defineAction('record a payment', DISPATCHERS);
export const refundPayment = defineAction('refund a payment', MANAGERS);
export const changeTransaction = defineAction('change a transaction', MANAGERS);
export const seeCardForm = defineAction('see which card form is used', {
  anyone: 'any',
  customer: 'any',
  admin: 'any',
});
/** Declined cards of such actors count per target only: they try cards for others. */
export const payForOthers = defineAction('pay for somebody else', MANAGERS);
