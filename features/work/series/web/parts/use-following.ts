import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { MAX_DATES } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';

/** The visits of a job's series from today on, those that go ahead or those that are held; empty for a single visit. */
export function useSeries(job: Job) {
  return useQuery({
    ...queryOf(listJobs, {
      query: {
        seriesID: job.seriesID ?? job.id,
        status: goesAhead(job.status) ? 'going-ahead' : job.status,
        from_date: today(),
        sortby: 'startTime',
        order: 'asc',
        size: MAX_DATES,
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
