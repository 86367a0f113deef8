import type { z } from 'zod';
import type { JobRow } from '#features/jobs/server/index.ts';
import { findVisibleJob, lockJob } from '#features/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
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
  const now = tx.clock.now().toString();
  await tx.db
    .updateTable('job')
    .set({ confirmed_at: now, confirmed_by: tx.actor.id, updated_at: now })
    .where('id', '=', job.id)
    .where('confirmed_at', 'is', null)
    .execute();
  await audit(tx, { action: 'job.confirmed', subject: { kind: 'job', id: job.id } });
}

async function changeAmount(
  tx: Tx,
  job: JobRow,
  body: Confirmation,
): Promise<undefined | Refusal<'payment_in_progress' | 'not_payable'>> {
  await lockJob(tx, job.id);
  const changed = await tx.db
    .updateTable('job')
    .set({ amount_to_pay: body.amountToPay, updated_at: tx.clock.now().toString() })
    .where('id', '=', job.id)
    .where('status', 'in', ['pending', 'expired'])
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return refuse('not_payable');
  await audit(tx, {
    action: 'job.amount-changed',
    subject: { kind: 'job', id: job.id },
    before: { amountToPay: job.amount_to_pay },
    after: { amountToPay: body.amountToPay },
    ...(body.reason === undefined ? {} : { reason: body.reason }),
  });
  return undefined;
}
