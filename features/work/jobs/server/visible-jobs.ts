import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeJob, seeUnpaidJob } from '../rules/policy.ts';
import type { Stage } from '../rules/stage.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/**
 * Holds for the jobs that the person who asks may see at all: the office all, customers their own, cleaners those they
 * were booked for and that were paid. Everything else does not exist for them.
 */
export function isVisible(ctx: Context, isInCrew = inCrew): RawBuilder<SqlBool> {
  const reach = reachOf(ctx.actor, seeJob);
  if (reach === 'any') return sql<SqlBool>`true`;
  const ownId = ownIdFor(ctx.actor, seeJob);
  const own = reach === 'customer' ? sql<SqlBool>`job.customer_id = ${ownId}` : isInCrew(ownId);
  const paid =
    reachOf(ctx.actor, seeUnpaidJob) === null
      ? sql`and job.status in ('confirmed', 'paid', 'cancelled')`
      : sql``;
  return sql<SqlBool>`(job.trashed_at is null and ${own} ${paid})`;
}

/** True for jobs in whose crew a cleaner is. */
export function inCrew(cleanerId: string | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from job_crew where job_crew.job_id = job.id and job_crew.cleaner_id = ${cleanerId})`;
}

/**
 * As `inCrew`, but starts from the cleaner's jobs: the planner underestimates how many jobs are upcoming, and would look
 * through everybody's. Of an upcoming visit nobody has begun, so that a cleaner's past need not be read.
 */
export function amongJobsOf(cleanerId: string | null, stage?: Stage): RawBuilder<SqlBool> {
  const ahead = stage === 'upcoming' ? sql`and started_at is null` : sql``;
  return sql<SqlBool>`job.id = any(array(select job_id from job_crew where cleaner_id = ${cleanerId} ${ahead}))`;
}

/** A job that the person may see; somebody else's is as good as none. */
export async function findVisibleJob(ctx: Context, id: string): Promise<JobRow | Refusal<'not_found'>> {
  const row = await jobRows(ctx).where(isVisible(ctx)).where('job.id', '=', id).executeTakeFirst();
  return row ?? refuse('not_found');
}
