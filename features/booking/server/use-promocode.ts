import type { Job } from '#features/jobs/contract/shapes.ts';
import { findVisibleJob, readJob } from '#features/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { whyCodeRefused } from '../rules/promocode.ts';

/** Before payment only. There are no codes to know yet: an empty one leaves the price, any other is refused. */
export async function usePromocode(
  ctx: Context,
  jobId: string,
  code: string,
): Promise<Job | Refusal<'not_found' | 'not_payable' | 'invalid'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  if (job.status !== 'pending') return refuse('not_payable');
  return whyCodeRefused(code) ?? readJob(ctx, jobId);
}
