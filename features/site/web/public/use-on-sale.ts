import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import type { Service } from '../../rules/home-offer.ts';

/** Where each clean is booked. SPEC.md section 2. */
export const BOOKING_OF: Readonly<Record<Service, string>> = {
  regular: '/regular/new',
  'one-time': '/one-time/new',
  'spring-cleaning': '/book-spring-cleaning/new',
  'moving-in-out': '/bookmovingin-outcleaning/new',
};

// Written out, so that the front page does not carry the contract's schemas.
const listPackages = lightCall<typeof import('#features/packages/contract.ts').listPackages>({
  method: 'GET',
  path: '/packages',
});

/** All that is on sale: a business has a few dozen packages. */
export function useOnSale() {
  return usePlainRead(listPackages, { size: 200, count: '0' });
}
