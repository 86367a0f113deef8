import { sql } from 'kysely';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { whyNoReclean } from '../rules/reclean.ts';
import { stageOf } from '../rules/stage.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { findJobs, type JobRow } from './job-rows.ts';

/** The visit that a new one makes good, of this customer. Read under its lock, the decision holds. */
export async function visitToReclean(
  ctx: Context,
  id: string,
  customerId: string | null,
): Promise<JobRow | Refusal<'not_found' | 'no_reclean'>> {
  const [job] = await findJobs(ctx, [id]);
  if (job === undefined || job.customer_id !== customerId) return refuse('not_found');
  const refusal = await whyNotAgain(ctx, job);
  return isRefusal(refusal) ? refusal : job;
}

async function whyNotAgain(ctx: Context, job: JobRow): Promise<Refusal<'no_reclean'> | null> {
  const ahead = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('reclean_of', '=', job.id)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null)
    .where(sql<boolean>`stage <> 'done'`)
    .limit(1)
    .executeTakeFirst();
  const why = whyNoReclean({
    status: job.status,
    stage: stageOf(job.crew),
    isTrashed: job.trashed_at !== null,
    isRecleanAhead: ahead !== undefined,
  });
  return why === null ? null : refuse('no_reclean', { detail: SENTENCES[why], extensions: { reason: why } });
}

const SENTENCES = {
  not_done: 'Only a visit that is done can be cleaned again. Clock it out first, or move it.',
  already_booked: 'Someone is already booked to clean again after this visit. Open that visit to change it.',
} as const;
