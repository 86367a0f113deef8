import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { paidTogether } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { listJobs } from '../calls.ts';

/** All visits that are held and paid together with this one, by date. Null while loading. */
export function useHeldVisits(job: Job): readonly Job[] | null {
  const { seriesID } = job;
  const series = useQuery({
    ...queryOf(listJobs, {
      query: {
        seriesID: seriesID ?? undefined,
        status: '*',
        size: MAX_VISITS,
        sortby: 'startTime',
        order: 'asc',
      },
    }),
    enabled: seriesID !== null,
  });
  if (seriesID === null) return [job];
  return (series.data && paidTogether(job, series.data.items)) ?? job.jobs ?? null;
}
