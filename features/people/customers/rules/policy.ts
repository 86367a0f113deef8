import { DISPATCHERS, defineAction, MANAGERS, MONEY_READERS, OFFICE } from '#platform/kernel/policy.ts';

/** A customer's account. */
export const seeCustomer = defineAction('see a customer', { admin: 'any', customer: 'customer' });
export const changeCustomer = defineAction('change a customer', {
  admin: 'dispatchers',
  customer: 'customer',
});
export const trashCustomer = defineAction('put a customer aside', MANAGERS);
/** Open to anyone; only customers themselves and the office get a real answer. */
export const askStatus = defineAction('ask where an account stands', {
  anyone: 'any',
  customer: 'customer',
  admin: 'any',
});
/** Customers only: the office edits the number in the record itself. */
export const changeOwnMobile = defineAction('move an account to another number', { customer: 'customer' });
/** Customers only: changes by the office need no confirmation. */
export const changeOwnEmail = defineAction('confirm a new e-mail address of an account', {
  customer: 'customer',
});
/** For the office to answer data requests. */
export const takePersonalData = defineAction("take a customer's data along", {
  admin: 'managers',
  customer: 'customer',
});
export const closeAccount = defineAction('close an account', { customer: 'customer' });
/** A customer's homes. */
export const seeAddress = defineAction('see an address', { admin: 'any', customer: 'customer' });
export const changeAddress = defineAction('change an address', {
  admin: 'dispatchers',
  customer: 'customer',
});
/** Having a customer account, and seeing its pages. */
export const haveAccount = defineAction('have an account', { customer: 'customer' });
/** Looking up the owner of an e-mail address before sending a gift. */
export const askFullname = defineAction('ask whose an e-mail address is', { customer: 'customer' });
/** The office's internal notes on customers. */
export const seeCustomers = defineAction('see every customer', OFFICE);
/** In the list of customers. */
export const seeSpending = defineAction('see what customers have spent', MONEY_READERS);
/** Including their mobile number, whose change ends their sessions. */
export const manageCustomers = defineAction('add and correct customers', DISPATCHERS);
export const adjustCredits = defineAction('change hours of credit', MANAGERS);
export const seeNotes = defineAction('see notes on customers', OFFICE);
export const manageNotes = defineAction('manage notes on customers', DISPATCHERS);
export const seeSignUpLog = defineAction('see the sign-up log', { admin: 'any' });
