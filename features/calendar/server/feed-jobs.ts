import { sql } from 'kysely';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { seeJob } from '#features/jobs/rules/policy.ts';
import { jobRows, toBookingReply } from '#features/jobs/server/index.ts';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { FEED_WINDOWS, isInFeed, MOST_EVENTS } from '../rules/feed-events.ts';
import type { LiveFeed } from './feeds.ts';

/** A job as the reader of a feed may see it, with the number of its changes. */
export interface FeedJob {
  readonly job: Job;
  readonly version: number;
}

/** The visits of a feed, by their start: found by the reader's own jobs, or by their days. */
export async function jobsOfFeed(ctx: Context, { reader }: LiveFeed): Promise<FeedJob[]> {
  const now = ctx.clock.now();
  const { pastDays, aheadDays } = FEED_WINDOWS[reader.role];
  const rows = await feedQuery(ctx, reader)
    .where('job.starts_at', '>=', now.subtract({ hours: pastDays * 24 }).toString())
    .where('job.starts_at', '<', now.add({ hours: aheadDays * 24 }).toString())
    .where('job.status', 'in', ['paid', 'cancelled'])
    .where('job.trashed_at', 'is', null)
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .limit(MOST_EVENTS)
    .execute();
  const asReader = { ...ctx, actor: reader };
  return rows
    .map((row) => ({ job: toBookingReply(asReader, [row]), version: row.version }))
    .filter(({ job }) => isInFeed(job, now));
}

/** By the same policy as everywhere: the office all, customers and cleaners their own. */
export function feedQuery(ctx: Context, reader: LiveFeed['reader']) {
  const ownId = ownIdFor(reader, seeJob);
  if (ownId === null) return jobRows(ctx);
  if (reachOf(reader, seeJob) === 'customer') return jobRows(ctx).where('job.customer_id', '=', ownId);
  return jobRows(ctx).where(
    sql<boolean>`job.id = any(array(select job_id from job_crew where cleaner_id = ${ownId}))`,
  );
}
