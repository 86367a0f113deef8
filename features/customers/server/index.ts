import type { Feature } from '#platform/server/feature.ts';
import { purgeRegistrations } from './registration.ts';
import { routes } from './routes.ts';
import { purgeSignUpLog } from './sign-up-log.ts';

export { type AddressRow, findAddress, findPrimaryAddress, getAddressOf } from './address-record.ts';
export type { TierChange } from './customer-credits.ts';
export {
  type CustomerRow,
  changeCreditsLeft,
  customerOf,
  findByEmail,
  getCustomer,
  insertCustomer,
  rememberCard,
} from './customer-record.ts';
export { createAddress } from './save-address.ts';

export const feature: Feature = {
  name: 'customers',
  routes,
  sweeps: {
    'customers:purge-registrations': purgeRegistrations,
    'customers:purge-sign-up-log': purgeSignUpLog,
  },
};
