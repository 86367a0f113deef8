import { cancelOpenPayment } from '#features/money/payments/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { findVisibleJob, readJob } from '#features/work/jobs/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { bookingOf } from './booking-to-pay.ts';

/**
 * Ends the open payment of a job or its series, so that it can be paid another way. Replies the job
 * afterwards.
 */
export async function cancelJobPayment(
  ctx: Context,
  jobId: string,
): Promise<Job | Refusal<'not_found' | 'payment_in_progress'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const { first } = await bookingOf(ctx, job);
  return (await cancelOpenPayment(ctx, { purpose: 'job', targetId: first.id })) ?? readJob(ctx, jobId);
}
