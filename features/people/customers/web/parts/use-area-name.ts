import { useQuery } from '@tanstack/react-query';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';

/** The name of a complete postal code's area, or that it is unknown; undefined until then. */
export function useAreaName(postal: string): string | undefined {
  const isWhole = POSTAL_CODE.test(postal);
  const { data } = useQuery({ ...queryOf(findAreas, { query: { postal } }), enabled: isWhole });
  if (!isWhole || data === undefined) return undefined;
  const [area] = data;
  return area === undefined ? 'We do not know this area. Check the first two digits.' : area.name;
}
