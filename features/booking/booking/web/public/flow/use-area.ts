import { useQuery } from '@tanstack/react-query';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { findAreas } from './calls.ts';

/** Areas do not change during a booking. */
const AREA_FRESH = Number.POSITIVE_INFINITY;

/** Looks up the area of a postal code; cached by the page. */
export function areaQuery(postal: string) {
  return { ...queryOf(findAreas, { query: { postal } }), staleTime: AREA_FRESH };
}

export interface Area {
  /** "Balestier, Toa Payoh"; null until known. */
  readonly name: string | null;
  readonly isLooking: boolean;
  /** The postal code does not exist. */
  readonly isUnknown: boolean;
  readonly isError: boolean;
}

/** The area of a postal code, once it is complete. */
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
