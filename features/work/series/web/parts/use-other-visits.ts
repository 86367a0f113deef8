import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { useCall } from '#platform/web/api/queries.ts';
import type { Scope } from './scope-choice.tsx';

/** More upcoming visits than any customer has. */
const MAX_VISITS = 200;

/** The other upcoming visits to the home, excluding those that move together. Empty until loaded. */
export function useOtherVisits(job: Job, scope: Scope): readonly Job[] {
  const query = {
    customerID: job.customerID,
    addressID: job.addressID,
    from_date: useToday(),
    ...({ sortby: 'startTime', order: 'asc', size: MAX_VISITS, count: '0' } as const),
  };
  const visits = useCall(listJobs, { query }).data?.items ?? [];
  return visits.filter((visit) => !movesAlong(visit, job, scope));
}

function movesAlong(visit: Job, job: Job, scope: Scope): boolean {
  if (scope === 'this' || job.seriesID === null) return visit.id === job.id;
  return visit.seriesID === job.seriesID && visit.startTime >= job.startTime;
}
