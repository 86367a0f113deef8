import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';

/** The visits of a job's series with the same status, earliest first; empty for a single visit. */
export function useSeries(job: Job) {
  return useQuery({
    ...queryOf(listJobs, {
      query: {
        seriesID: job.seriesID ?? job.id,
        status: job.status,
        sortby: 'startTime',
        order: 'asc',
        size: MAX_VISITS,
      },
    }),
    enabled: job.seriesID !== null,
  });
}

/** The number of visits in "this and following": 1 if none follow, or for a single visit. */
export function useFollowingCount(job: Job): number {
  const series = useSeries(job);
  const from = Date.parse(job.startTime);
  return series.data?.items.filter((visit) => Date.parse(visit.startTime) >= from).length ?? 1;
}
