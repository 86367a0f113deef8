import { DISPATCHERS, defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seePromoCodes = defineAction('see promo codes', OFFICE);
export const changePromoCodes = defineAction('change promo codes', MANAGERS);
/** Whether a code is valid for a customer is shown to that customer and the office only. */
export const tryPromoCode = defineAction('ask what a promo code takes off', {
  anyone: 'any',
  customer: 'any',
  admin: 'any',
});
/** The office checks a code for a customer while booking for them. */
export const tryForOthers = defineAction('ask what a promo code takes off for another', DISPATCHERS);
/** Customers check a code for themselves: their own per-customer limit applies. */
export const tryForMyself = defineAction('ask what a promo code takes off my price', {
  customer: 'customer',
});
