import { defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seePromoCodes = defineAction('see promo codes', OFFICE);
export const changePromoCodes = defineAction('change promo codes', OFFICE);
/** Whether a code counts for somebody is told to nobody else. */
export const tryPromoCode = defineAction('ask what a promo code takes off', {
  anyone: 'any',
  customer: 'any',
  admin: 'any',
});
/** Trying a code for a customer by id: the office, while it books for them. */
export const tryForOthers = defineAction('ask what a promo code takes off for another', OFFICE);
/** A customer tries a code for themselves: their own limit counts. */
export const tryForMyself = defineAction('ask what a promo code takes off my price', {
  customer: 'customer',
});
