import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#platform/web/api/queries.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';

/** ms. Half of the shortest time for which the addresses of photos work. */
const REFRESH_MS = 30 * 60 * 1000;

/** What was recorded of a visit. A page that stays open gets new addresses of the photos before the old ones expire. */
export function useVisitRecord(jobId: string) {
  return useQuery({ ...queryOf(getVisitRecord, { params: { id: jobId } }), refetchInterval: REFRESH_MS });
}
