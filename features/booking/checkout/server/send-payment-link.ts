import type { z } from 'zod';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { findVisibleJob, isBeingPaid, isHeld, sendPaymentRequest } from '#features/work/jobs/server/index.ts';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { sendPaymentLink as call } from '../contract.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';

type Sent = z.output<typeof call.reply>;
type NotSent = Refusal<'not_found' | 'not_payable' | 'hold_expired' | 'payment_in_progress' | 'unavailable'>;

/**
 * Sends the customer a payment link by SMS and e-mail, for all visits that are held together or to be paid
 * later.
 */
export async function sendPaymentLink(ctx: ContextOf<'admin'>, jobId: string): Promise<Sent | NotSent> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  return inTransaction(ctx, (tx) => send(tx, seen));
}

async function send(tx: Tx, seen: BookingToPay): Promise<Sent | NotSent> {
  const { jobs, first, total } = await lockBooking(tx, idsOf(seen));
  const isWaiting = (status: string) => status === 'confirmed' || status === 'pending';
  if (jobs.some((job) => job.trashed_at !== null)) return refuse('not_payable');
  if (first.status === 'expired') return refuse('hold_expired', { detail: HOLD_IT_FIRST });
  if (!jobs.every((job) => isWaiting(job.status)) || total < SMALLEST_CHARGE) return refuse('not_payable');
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const now = tx.clock.now();
  const isKept = jobs.every((job) => job.status === 'confirmed' || isHeld(job, now));
  if (!isKept) return refuse('hold_expired', { detail: HOLD_IT_FIRST });
  await sendPaymentRequest(tx, jobs);
  await audit(tx, {
    action: 'job.payment-link-sent',
    subject: { kind: 'job', id: first.id },
    after: { visits: jobs.length, amountToPay: total },
  });
  return saveIdempotentReply(tx, {
    visits: jobs.length,
    amount: total,
    holdExpiresAt: wireTimeOrNull(first.hold_expires_at),
    dueOn: first.hold_due_on,
  });
}

const HOLD_IT_FIRST = 'The hold has ended, so there is nothing to pay for. Book the time again.';
