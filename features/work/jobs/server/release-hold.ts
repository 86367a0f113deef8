import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { cancellationParty, cancelVisits, outcomesOf } from './cancel-job.ts';
import { lockJobs } from './change-job.ts';
import { findReplacedHold, isBeingPaid } from './holds.ts';
import { findJobs, findVisibleJob } from './job-rows.ts';

/**
 * Releases a held booking with all visits of its series, so that the time is free when the customer starts over.
 * Idempotent: anything paid, being paid or already ended stays unchanged.
 */
export function releaseHold(
  ctx: Context,
  jobID: string,
): Promise<{ readonly released: boolean } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    // Another booking may have replaced this one since the job was held.
    const hold = await findReplacedHold(tx, job);
    await lockJobs(tx, hold?.jobIDs ?? []);
    const held = (await findJobs(tx, hold?.jobIDs ?? [])).filter(({ status }) => status === 'pending');
    if (held.length === 0 || held.some(isBeingPaid)) return { released: false };
    const onBehalfOf = cancellationParty(tx, 'customer');
    await cancelVisits(tx, await outcomesOf(tx, held, onBehalfOf), { onBehalfOf, reason: '' });
    return saveIdempotentReply(tx, { released: true });
  });
}
