import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import type { BusinessTerms } from '../../contract.ts';

// Defined without the contract's schemas, to keep them out of the public bundle.
export const readBusiness = lightCall<typeof import('../../contract.ts').readBusiness>(routes.readBusiness);

/** As useBusiness, for pages that do not load the query cache. */
export function usePlainBusiness(): BusinessTerms | undefined {
  return usePlainRead(readBusiness, {}).data;
}
