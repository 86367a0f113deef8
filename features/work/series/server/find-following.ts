import { findVisibleJob, isVisible, type JobRow, jobRows } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { followingOf } from '../rules/following.ts';

/** This visit of a series and the following ones with the same status, earliest first. */
export interface Following {
  readonly first: JobRow;
  readonly jobs: readonly JobRow[];
}

/** Starting from any visit of the series that the actor may see. Trashed visits are excluded. */
export async function findFollowing(
  ctx: Context,
  jobId: string,
): Promise<Following | Refusal<'not_found' | 'not_of_series'>> {
  const first = await findVisibleJob(ctx, jobId);
  if (isRefusal(first)) return first;
  if (first.series_id === null) return refuse('not_of_series');
  const series = await jobRows(ctx)
    .where(isVisible(ctx))
    .where('job.series_id', '=', first.series_id)
    .where('job.trashed_at', 'is', null)
    .execute();
  const visits = series.map((job) => ({ job, ...visitOf(job) }));
  // From the same query as the others, because the visit may have been moved or cancelled since it was looked up.
  const asRead = series.find(({ id }) => id === first.id) ?? first;
  return { first: asRead, jobs: followingOf(visits, visitOf(asRead)).map(({ job }) => job) };
}

function visitOf(job: JobRow) {
  return { status: job.status as string, start: readDatabaseTime(job.starts_at) };
}
