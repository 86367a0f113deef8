import type { Feature } from '#platform/server/feature.ts';
import { CUSTOMER_MESSAGES } from '../texts/messages.ts';
import { mailEmailChange, purgeEmailChanges } from './email-change.ts';
import { purgeProofs } from './facebook-link.ts';
import { customerData, noteData, signUpData } from './personal-data.ts';
import { purgeRegistrations } from './registration.ts';
import { routes } from './routes.ts';
import { purgeSignUpLog } from './sign-up-log.ts';

export {
  type AddressRow,
  addAddress,
  createAddress,
  findAddress,
  findPrimaryAddress,
  getAddressOf,
} from './addresses.ts';
export { removeUnusedCustomer } from './close-account.ts';
export { readConsents, resumeFollowUps, stopFollowUps, wantsFollowUps } from './consents.ts';
export type { TierChange } from './customer-record.ts';
export {
  CUSTOMER_BY_NAME,
  type CustomerRow,
  changeCreditsLeft,
  customerConstraints,
  customerFullname,
  customerOf,
  findByEmail,
  findByMobile,
  findExpiringCards,
  findNewCustomers,
  getCustomer,
  insertCustomer,
  keepAccountOpen,
  NO_POSTAL,
  rememberCard,
  sessionOfCustomer,
} from './customer-record.ts';
export { matchesCustomer } from './list-customers.ts';
export { addNote } from './notes.ts';
export { addCustomer } from './register-customer.ts';
export { addTestCustomer, removeTestCustomer } from './test-customer.ts';

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
