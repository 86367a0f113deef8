import { useQuery } from '@tanstack/react-query';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { findAreas } from './calls.ts';

/** Areas do not move while somebody books. */
const AREA_FRESH = Number.POSITIVE_INFINITY;

/** Looks up the area of a postal code; the page remembers what it has looked up. */
export function areaQuery(postal: string) {
  return { ...queryOf(findAreas, { query: { postal } }), staleTime: AREA_FRESH };
}

export interface Area {
  /** "Balestier, Toa Payoh"; null while it is not known. */
  readonly name: string | null;
  readonly isLooking: boolean;
  /** There is no such postal code. */
  readonly isUnknown: boolean;
  readonly isError: boolean;
}

/** What a postal code stands for, as soon as it is whole. */
export function useArea(postal: string): Area {
  const isWhole = POSTAL_CODE.test(postal);
  const areas = useQuery({ ...areaQuery(postal), enabled: isWhole });
  return {
    name: (isWhole && areas.data?.[0]?.name) || null,
    isLooking: isWhole && areas.isFetching,
    isUnknown: isWhole && areas.data?.length === 0,
    isError: isWhole && areas.isError,
  };
}
