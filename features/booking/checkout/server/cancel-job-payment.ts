import { cancelOpenPayment } from '#features/money/payments/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { findVisibleJob, readJob } from '#features/work/jobs/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { takePayment } from '../rules/policy.ts';
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
  const refused = await cancelOpenPayment(ctx, { purpose: 'job', targetId: first.id });
  if (refused !== null) return refused;
  // The provider has ended the payment between two transactions; the office's part in it is recorded after that.
  if (may(ctx.actor, takePayment)) await inTransaction(ctx, (tx) => audit(tx, cancelled(first.id)));
  return readJob(ctx, jobId);
}

function cancelled(id: string) {
  return { action: 'job.payment-cancelled', subject: { kind: 'job', id } };
}
