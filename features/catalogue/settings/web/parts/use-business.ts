import { useQuery } from '@tanstack/react-query';
import { lightCall } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import type { BusinessTerms } from '../../contract.ts';

// Written out, so that the public page does not carry the contract's schemas.
const readBusiness = lightCall<typeof import('../../contract.ts').readBusiness>({
  method: 'GET',
  path: '/business',
});

/** Settings seldom change: a page that is left and opened again within this asks once, ms. */
const FRESH = 60_000;

/** What the office has set about times and terms; undefined while it is on its way. */
export function useBusiness(): BusinessTerms | undefined {
  return useQuery({ ...queryOf(readBusiness), staleTime: FRESH }).data;
}
