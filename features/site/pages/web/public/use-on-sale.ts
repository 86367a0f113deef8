import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';

// Defined without the contract's schemas, to keep them out of the front page's bundle.
export const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>(
  routes.listPackages,
);
/** A business has a few dozen packages. */
export const ALL_PACKAGES = { bookable: '1', size: 200, count: '0' } as const;

/** All packages that can be booked now. */
export function useOnSale() {
  return usePlainRead(listPackages, ALL_PACKAGES);
}
