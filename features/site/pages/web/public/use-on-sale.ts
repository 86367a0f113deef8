import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';

// Written out, so that the front page does not carry the contract's schemas.
export const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>(
  {
    method: 'GET',
    path: '/packages',
  },
);
/** A business has a few dozen packages. */
export const ALL_PACKAGES = { size: 200, count: '0' } as const;

/** All that is on sale. */
export function useOnSale() {
  return usePlainRead(listPackages, ALL_PACKAGES);
}
