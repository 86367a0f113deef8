import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';

// Written out, so that the front page does not carry the contract's schemas.
const listPackages = lightCall<typeof import('#features/packages/contract.ts').listPackages>({
  method: 'GET',
  path: '/packages',
});

/** All that is on sale: a business has a few dozen packages. */
export function useOnSale() {
  return usePlainRead(listPackages, { size: 200, count: '0' });
}
