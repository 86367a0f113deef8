import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeJob, seeUnpaidJob } from '../rules/policy.ts';
import type { Stage } from '../rules/stage.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/**
 * SQL condition for the jobs that the actor may see: all for the office, their own for customers, and for cleaners
 * those they are assigned to that go ahead. Other jobs are reported as not found.
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

/** SQL condition for jobs with this cleaner in the crew. */
export function inCrew(cleanerId: string | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from job_crew where job_crew.job_id = job.id and job_crew.cleaner_id = ${cleanerId})`;
}

/**
 * As `inCrew`, but starts from the cleaner's jobs: the planner underestimates the number of upcoming jobs and would
 * otherwise scan everyone's. Nobody has begun an upcoming visit, so a cleaner's past ones can be skipped.
 */
export function amongJobsOf(cleanerId: string | null, stage?: Stage): RawBuilder<SqlBool> {
  const ahead = stage === 'upcoming' ? sql`and started_at is null` : sql``;
  return sql<SqlBool>`job.id = any(array(select job_id from job_crew where cleaner_id = ${cleanerId} ${ahead}))`;
}

/** A job visible to the actor; other jobs are not found. */
export async function findVisibleJob(ctx: Context, id: string): Promise<JobRow | Refusal<'not_found'>> {
  const row = await jobRows(ctx).where(isVisible(ctx)).where('job.id', '=', id).executeTakeFirst();
  return row ?? refuse('not_found');
}
