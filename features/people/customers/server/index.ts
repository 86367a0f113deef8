import type { Feature } from '#platform/server/feature.ts';
import { CUSTOMER_MESSAGES } from '../rules/messages.ts';
import { purgeEmailChanges } from './email-change.ts';
import { purgeProofs } from './facebook-proofs.ts';
import { mailEmailChange } from './mail-email-change.ts';
import { noteData } from './note-data.ts';
import { customerData } from './own-data.ts';
import { purgeRegistrations } from './registration.ts';
import { routes } from './routes.ts';
import { signUpData } from './sign-up-data.ts';
import { purgeSignUpLog } from './sign-up-log.ts';

export { type AddressRow, findAddress, findPrimaryAddress, getAddressOf } from './address-record.ts';
export { keepAccountOpen, NO_POSTAL } from './closed-account.ts';
export { readConsents, resumeFollowUps, stopFollowUps, wantsFollowUps } from './consents.ts';
export { createCustomer } from './create-customer.ts';
export type { TierChange } from './customer-credits.ts';
export {
  CUSTOMER_BY_NAME,
  type CustomerRow,
  changeCreditsLeft,
  customerConstraints,
  customerFullname,
  customerOf,
  findByEmail,
  getCustomer,
  insertCustomer,
  rememberCard,
} from './customer-record.ts';
export { matchesCustomer } from './list-customers.ts';
export { addNote } from './notes.ts';
export { findExpiringCards, findNewCustomers } from './office-facts.ts';
export { removeUnusedCustomer } from './remove-customer.ts';
export { createAddress } from './save-address.ts';

export const feature: Feature = {
  name: 'customers',
  routes,
  tasks: { 'mail-email-change': mailEmailChange },
  messageKinds: CUSTOMER_MESSAGES,
  personalData: { customers: customerData, 'customer-notes': noteData, 'sign-up-log': signUpData },
  cronJobs: {
    'customers:purge-email-changes': purgeEmailChanges,
    'customers:purge-facebook-proofs': purgeProofs,
    'customers:purge-registrations': purgeRegistrations,
    'sign-up-log:purge': purgeSignUpLog,
  },
};
