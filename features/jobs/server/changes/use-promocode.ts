import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Job } from '../../contract/shapes.ts';
import { whyCodeRefused } from '../../rules/pricing/promocode.ts';
import { findJobInSight } from '../lists/own-jobs.ts';
import { readJob } from '../lists/read-job.ts';

/** Before payment only. There are no codes to know yet: an empty one leaves the price, any other is refused. */
export async function usePromocode(
  ctx: Context,
  jobId: string,
  code: string,
): Promise<Job | Refusal<'not_found' | 'not_payable' | 'invalid'>> {
  const job = await findJobInSight(ctx, jobId);
  if (isRefusal(job)) return job;
  if (job.status !== 'pending') return refuse('not_payable');
  return whyCodeRefused(code) ?? readJob(ctx, jobId);
}
