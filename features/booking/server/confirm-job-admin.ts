import type { z } from 'zod';
import type { JobRow } from '#features/jobs/server/index.ts';
import { changeJob, findJobs, findVisibleJob, lockJob } from '#features/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { confirmJobAdmin as call } from '../contract.ts';
import { whyCodeRefused } from '../rules/promocode.ts';
import { bookingOf } from './booking-to-pay.ts';
import { type NotPaid, type PaidReply, paidBefore, payBooking } from './commit-job.ts';

type Confirmation = z.output<typeof call.body>;

/**
 * The office settles an unpaid job: with the stored card, or with nothing when the amount is 0. Another amount than
 * the computed one needs a reason, which is written down.
 */
export async function confirmJobAdmin(
  ctx: ContextOf<'admin'>,
  body: Confirmation,
): Promise<PaidReply | NotPaid | Refusal<'reason_needed'>> {
  const job = await findVisibleJob(ctx, body.jobID);
  if (isRefusal(job)) return job;
  const noCode = whyCodeRefused(body.promocode);
  if (noCode !== null) return noCode;
  if (job.status === 'cancelled' || job.trashed_at !== null) return refuse('not_payable');
  if (job.status === 'paid') {
    await inTransaction(ctx, (tx) => markConfirmed(tx, job));
    return paidBefore(ctx, job);
  }
  const computed = await bookingOf(ctx, job);
  if (body.amountToPay !== computed.total) {
    if (!body.reason) return refuse('reason_needed', { members: { amountToPay: computed.total } });
    if (computed.jobs.length > 1)
      return refuseField('amountToPay', 'Change the amount of a series one visit at a time.');
    const changed = await inTransaction(ctx, (tx) => changeAmount(tx, job, body));
    if (isRefusal(changed)) return changed;
  }
  const fresh = await findVisibleJob(ctx, body.jobID);
  if (isRefusal(fresh)) return fresh;
  const card = { picked: true };
  return payBooking(ctx, await bookingOf(ctx, fresh), {
    card,
    receiptEmail: null,
    confirmedBy: ctx.actor.id,
  });
}

async function markConfirmed(tx: Tx, job: JobRow): Promise<void> {
  if (job.confirmed_at !== null || tx.actor.role !== 'admin') return;
  await changeJob(tx, job.id, {
    fields: { confirmed_at: tx.clock.now().toString(), confirmed_by: tx.actor.id },
    action: 'job.confirmed',
  });
}

async function changeAmount(
  tx: Tx,
  job: JobRow,
  body: Confirmation,
): Promise<undefined | Refusal<'payment_in_progress' | 'not_payable'>> {
  await lockJob(tx, job.id);
  const [now] = await findJobs(tx, [job.id]);
  if (now?.status !== 'pending' && now?.status !== 'expired') return refuse('not_payable');
  await changeJob(tx, job.id, {
    fields: { amount_to_pay: body.amountToPay },
    action: 'job.amount-changed',
    ...(body.reason === undefined ? {} : { reason: body.reason }),
  });
  return undefined;
}
