import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { listJobs } from './calls.ts';
import type { Draft } from './draft.ts';

/** More visits to come than any customer has. */
const MOST_VISITS = 200;

/** The customer's visits to the home of this booking that are still to come; null until they are known. */
export function useOwnVisits(draft: Draft, isCustomer: boolean): readonly Job[] | null {
  const isNeeded = isCustomer && draft.addressID !== null;
  const visits = useQuery({
    ...queryOf(listJobs, {
      query: { from_date: today(), sortby: 'startTime', order: 'asc', size: MOST_VISITS, count: '0' },
    }),
    enabled: isNeeded,
  });
  // Without them a booking goes on: the server is never in the way of one either.
  if (!isNeeded || visits.isError) return NO_VISITS;
  return visits.data === undefined ? null : ownVisitsOf(visits.data.items, draft);
}

const NO_VISITS: readonly Job[] = [];

/** Of a customer's visits those to the draft's home, without what is held for this very booking. */
export function ownVisitsOf<V extends Pick<Job, 'id' | 'seriesID' | 'addressID'>>(
  visits: readonly V[],
  { addressID, held }: Pick<Draft, 'addressID' | 'held'>,
): readonly V[] {
  const series = visits.find(({ id }) => id === held?.jobID)?.seriesID ?? null;
  return visits.filter(
    (visit) =>
      visit.addressID === addressID &&
      visit.id !== held?.jobID &&
      (series === null || visit.seriesID !== series),
  );
}
