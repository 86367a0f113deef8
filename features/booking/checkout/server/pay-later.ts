import type { z } from 'zod';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import {
  confirmJobs,
  ensureHeld,
  findVisibleJob,
  isBeingPaid,
  toBookingReply,
} from '#features/work/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { payLater as call } from '../contract.ts';
import { whyNotPayable } from '../rules/payable.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';
import { holdExpired } from './commit-job.ts';
import { prepareVisit } from './prepare-visit.ts';

type PayLaterBody = z.output<typeof call.body>;

type NotConfirmed = Refusal<
  | 'not_found'
  | 'invalid'
  | 'hold_expired'
  | 'later_dates_taken'
  | 'not_payable'
  | 'payment_in_progress'
  | 'unavailable'
>;

/**
 * The office lets a customer pay later: confirms the booking (all visits of a series that are held together)
 * with a due date. For a booking that is already confirmed, changes the due date.
 */
export async function payLater(
  ctx: ContextOf<'admin'>,
  jobId: string,
  { dueOn }: PayLaterBody,
): Promise<Job | NotConfirmed> {
  if (dueOn < today(ctx)) return refuseField('dueOn', 'Choose today or a later day.');
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  const confirmed = await inTransaction(ctx, (tx) => confirm(tx, seen, dueOn));
  const isGone = isRefusal(confirmed) && confirmed.refusal === 'hold_expired';
  return isGone ? holdExpired(ctx, seen.first) : confirmed;
}

function today({ clock, config }: ContextOf<'admin'>): string {
  return clock.now().toZonedDateTimeISO(config.BUSINESS_TZ).toPlainDate().toString();
}

async function confirm(tx: Tx, seen: BookingToPay, dueOn: string) {
  const booking = await lockBooking(tx, idsOf(seen));
  if (whyNotPayable(booking.jobs) !== null) return refuse('not_payable');
  if (booking.total < SMALLEST_CHARGE) {
    return refuse('not_payable', {
      detail: 'There is nothing to pay. Confirm the booking without a charge.',
    });
  }
  if (booking.jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const held = await ensureHeld(tx, booking.jobs);
  if (isRefusal(held)) return held;
  const confirmed = await confirmJobs(tx, held, dueOn);
  if (booking.first.status !== 'confirmed') for (const job of confirmed) await prepareVisit(tx, job);
  return saveIdempotentReply(tx, toBookingReply(tx, confirmed));
}
