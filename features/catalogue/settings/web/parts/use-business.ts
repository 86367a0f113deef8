import { useQuery } from '@tanstack/react-query';
import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import type { BusinessTerms } from '../../contract.ts';

// Defined without the contract's schemas, to keep them out of the public bundle.
const readBusiness = lightCall<typeof import('../../contract.ts').readBusiness>(routes.readBusiness);

/** Settings seldom change: reopening a page within this time does not refetch them, ms. */
const FRESH = 60_000;

/** Public settings about times and terms; undefined until loaded. */
export function useBusiness(): BusinessTerms | undefined {
  return useQuery({ ...queryOf(readBusiness), staleTime: FRESH }).data;
}
