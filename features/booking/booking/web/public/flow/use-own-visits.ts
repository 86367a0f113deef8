import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { listJobs } from './calls.ts';
import type { Draft } from './draft.ts';

/** More upcoming visits than any customer has. */
const MAX_VISITS = 200;

/** The customer's upcoming visits to the home of this booking; null while loading. */
export function useOwnVisits(draft: Draft, isCustomer: boolean): readonly Job[] | null {
  const isNeeded = isCustomer && draft.addressID !== null;
  const visits = useQuery({
    ...queryOf(listJobs, {
      query: { from_date: today(), sortby: 'startTime', order: 'asc', size: MAX_VISITS, count: '0' },
    }),
    enabled: isNeeded,
  });
  // A failure must not block the booking: the server allows overlaps too.
  if (!isNeeded || visits.isError) return NO_VISITS;
  return visits.data === undefined ? null : ownVisitsOf(visits.data.items, draft);
}

const NO_VISITS: readonly Job[] = [];

/** The customer's visits to the draft's home, without the ones held for this booking. */
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
