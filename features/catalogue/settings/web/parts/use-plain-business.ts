import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import type { BusinessTerms } from '../../contract.ts';

// Written out, so that the public page does not carry the contract's schemas.
export const readBusiness = lightCall<typeof import('../../contract.ts').readBusiness>({
  method: 'GET',
  path: '/business',
});

/** The same as useBusiness, for pages that are spared the memory of reads. */
export function usePlainBusiness(): BusinessTerms | undefined {
  return usePlainRead(readBusiness, {}).data;
}
