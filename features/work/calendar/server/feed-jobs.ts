import { sql } from 'kysely';
import { seeJob } from '#features/work/jobs/rules/policy.ts';
import { jobRows, toBookingReply } from '#features/work/jobs/server/index.ts';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { FEED_WINDOWS, type FeedJob, isInFeed, MAX_EVENTS, type Reader } from '../rules/feed-events.ts';
import type { LiveFeed } from './feeds.ts';

/** The content of a feed and its reader. */
export interface FeedContent {
  readonly reader: Reader;
  readonly jobs: readonly FeedJob[];
}

/**
 * The visits of a feed, by start, as the reader may see them: customers and cleaners by their own jobs, the office by
 * date.
 */
export async function readFeed(ctx: Context, feed: LiveFeed): Promise<FeedContent> {
  const reader = reachOf(feed.reader, seeJob);
  if (reader === null) return { reader: 'customer', jobs: [] };
  const now = ctx.clock.now();
  const { pastDays, aheadDays } = FEED_WINDOWS[reader];
  const rows = await jobsOf(ctx, reader, ownIdFor(feed.reader, seeJob))
    .where('job.starts_at', '>=', now.subtract({ hours: pastDays * 24 }).toString())
    .where('job.starts_at', '<', now.add({ hours: aheadDays * 24 }).toString())
    .where('job.status', 'in', ['confirmed', 'paid', 'cancelled'])
    .where('job.trashed_at', 'is', null)
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .limit(MAX_EVENTS)
    .execute();
  const asReader = { ...ctx, actor: feed.reader };
  const jobs = rows
    .map((row) => ({ job: toBookingReply(asReader, [row]), version: row.version }))
    .filter(({ job }) => isInFeed(job, now));
  return { reader, jobs };
}

/** All jobs for the office, their own for customers and cleaners, by the same policy as the API. */
function jobsOf(ctx: Context, reader: Reader, ownId: string | null) {
  if (reader === 'any') return jobRows(ctx);
  if (reader === 'customer') return jobRows(ctx).where('job.customer_id', '=', ownId);
  return jobRows(ctx).where(
    sql<boolean>`job.id = any(array(select job_id from job_crew where cleaner_id = ${ownId}))`,
  );
}
