import type { z } from 'zod';
import { changeLockedJob, findVisibleJob } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { chargeAndConfirm as call } from '../contract.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';
import { type NotPaid, type PaidReply, paidBefore, payBooking } from './commit-job.ts';
import { bookingWithCode } from './update-promocode.ts';

type ChargeBody = z.output<typeof call.body>;

/**
 * The office takes the payment for an unpaid job: with the stored card, or without a charge if the amount is
 * 0. A different amount than the computed one needs a reason, which is saved with it once it is paid: a
 * refused request changes nothing. A job that is already paid, or all paid visits of its series, is
 * confirmed.
 */
export async function chargeAndConfirm(
  ctx: ContextOf<'admin'>,
  body: ChargeBody,
): Promise<PaidReply | NotPaid | Refusal<'reason_needed'>> {
  const job = await findVisibleJob(ctx, body.jobID);
  if (isRefusal(job)) return job;
  if (job.status === 'cancelled' || job.trashed_at !== null) return refuse('not_payable');
  const seen = await bookingOf(ctx, job);
  if (job.status === 'paid') {
    await inTransaction(ctx, (tx) => confirmPaidVisits(tx, idsOf(seen)));
    return paidBefore(ctx, job);
  }
  const booking = await bookingWithCode(ctx, seen, body.promocode, (one) => whyNotCharged(one, body));
  if (isRefusal(booking)) return booking;
  const { amountToPay, reason = '' } = body;
  return payBooking(ctx, booking, {
    card: { picked: true },
    receiptEmail: null,
    confirmedBy: ctx.actor.id,
    change: amountToPay === booking.total ? null : { amountToPay, reason },
  });
}

/** Why the office cannot charge this amount; null if it equals the computed one. */
function whyNotCharged(booking: BookingToPay, { amountToPay, reason }: ChargeBody) {
  if (amountToPay === booking.total) return null;
  if (!reason) return refuse('reason_needed', { extensions: { amountToPay: booking.total } });
  if (booking.jobs.length === 1) return null;
  return refuseField('amountToPay', 'Change the amount of a series one visit at a time.');
}

/** Confirms the paid visits that are not confirmed yet. */
async function confirmPaidVisits(tx: Tx, jobIds: readonly string[]): Promise<void> {
  const { jobs } = await lockBooking(tx, jobIds);
  const fields = { confirmed_at: tx.clock.now().toString(), confirmed_by: idOf(tx.actor) };
  const unconfirmed = jobs.filter((job) => job.status === 'paid' && job.confirmed_at === null);
  if (unconfirmed.length === 0) noChange(tx);
  for (const job of unconfirmed) await changeLockedJob(tx, job, { fields, action: 'job.confirmed' });
}
