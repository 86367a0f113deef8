import { defineAction } from '#platform/kernel/policy.ts';

/** The account of a person who books. */
export const seeCustomer = defineAction('see a customer', { admin: 'any', customer: 'customer' });
export const changeCustomer = defineAction('change a customer', { admin: 'any', customer: 'customer' });
export const trashCustomer = defineAction('put a customer aside', { admin: 'any' });
/** Anyone may ask; only one's own, and the office's, question is answered. */
export const askStatus = defineAction('ask where an account stands', {
  anyone: 'any',
  customer: 'customer',
  admin: 'any',
});
/** A customer alone: the office writes a number into the record itself. */
export const changeOwnMobile = defineAction('move an account to another number', { customer: 'customer' });
/** A customer alone: what the office writes into a record needs no confirmation. */
export const changeOwnEmail = defineAction('confirm a new e-mail address of an account', {
  customer: 'customer',
});
/** The office answers those who ask it for their data. */
export const takePersonalData = defineAction("take a customer's data along", {
  admin: 'any',
  customer: 'customer',
});
export const closeAccount = defineAction('close an account', { customer: 'customer' });
/** The homes of a customer. */
export const seeAddress = defineAction('see an address', { admin: 'any', customer: 'customer' });
export const changeAddress = defineAction('change an address', { admin: 'any', customer: 'customer' });
/** To be a customer at all, and see one's own pages. */
export const haveAccount = defineAction('have an account', { customer: 'customer' });
/** To ask who is behind an e-mail address, before sending them something. */
export const askFullname = defineAction('ask whose an e-mail address is', { customer: 'customer' });
/** What the office notes about a customer, for itself alone. */
export const keepNotes = defineAction('keep notes on customers', { admin: 'any' });
export const seeSignUpLog = defineAction('see the sign-up log', { admin: 'any' });
