import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#platform/web/api/queries.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';

/** ms. Half of the shortest lifetime of a photo URL. */
const REFRESH_MS = 30 * 60 * 1000;

/** The record of a visit. Refetched on open pages before the photo URLs expire. */
export function useVisitRecord(jobID: string) {
  return useQuery({ ...queryOf(getVisitRecord, { params: { id: jobID } }), refetchInterval: REFRESH_MS });
}
