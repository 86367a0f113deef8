import { sql } from 'kysely';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { seeJob, seeUnpaidJob } from '../rules/policy.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/**
 * The jobs that the person who asks may see at all: the office all, customers their own, cleaners those they
 * were booked for and that were paid. Everything else does not exist for them.
 */
export function visibleJobs(ctx: Context) {
  const rows = jobRows(ctx);
  const reach = reachOf(ctx.actor, seeJob);
  if (reach === 'any') return rows;
  const untrashed = rows.where('job.trashed_at', 'is', null);
  const ownId = ownIdFor(ctx.actor, seeJob);
  const own =
    reach === 'customer' ? untrashed.where('job.customer_id', '=', ownId) : untrashed.where(inCrew(ownId));
  const seesUnpaid = reachOf(ctx.actor, seeUnpaidJob) !== null;
  return seesUnpaid ? own : own.where('job.status', 'in', ['paid', 'cancelled']);
}

/** True for jobs in whose crew a cleaner is. */
export function inCrew(cleanerId: string | null) {
  return sql<boolean>`exists (
    select from job_crew where job_crew.job_id = job.id and job_crew.cleaner_id = ${cleanerId})`;
}

/** A job that the person may see; somebody else's is as good as none. */
export async function findVisibleJob(ctx: Context, id: string): Promise<JobRow | Refusal<'not_found'>> {
  const row = await visibleJobs(ctx).where('job.id', '=', id).executeTakeFirst();
  return row ?? refuse('not_found');
}
