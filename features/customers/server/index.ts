import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { type AddressRow, getAddressOf } from './address-store.ts';
export { answerPendingJobs } from './check-status.ts';
export { createAddress } from './save-address.ts';
export { type CustomerRow, fullnameOf, getCustomer, insertCustomer, rememberCard } from './store.ts';

export const feature: Feature = { name: 'customers', routes };
