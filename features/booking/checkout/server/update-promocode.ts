import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { promoOf } from '#features/work/jobs/rules/quote.ts';
import { isPayable } from '#features/work/jobs/rules/status.ts';
import { findVisibleJob, isBeingPaid, isHeld, readJob } from '#features/work/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';
import { isSameCode, type Reduction, repriceBooking } from './reprice-booking.ts';

/** Before payment only: applies a code to a booking, or removes it with an empty one. */
export async function updatePromocode(
  ctx: Context,
  jobId: string,
  promocode: string,
): Promise<Job | Refusal<'not_found' | NotReducible | 'unavailable'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const booking = await bookingOf(ctx, job);
  const reduced = await inTransaction(ctx, (tx) => reduceBooking(tx, booking, { promocode }));
  return isRefusal(reduced) ? reduced : readJob(ctx, jobId);
}

/**
 * A booking as the client shows it. A new code in the request is applied first, and kept only if `why`, which
 * compares the figures, returns no refusal.
 */
export async function bookingWithCode<R extends Refusal>(
  ctx: Context,
  seen: BookingToPay,
  promocode: string | null | undefined,
  why: (booking: BookingToPay) => R | null,
): Promise<BookingToPay | R | Refusal<'not_payable' | 'payment_in_progress' | 'invalid' | 'unavailable'>> {
  const has = (code: string) => seen.jobs.some(({ price }) => isSameCode(promoOf(price), code));
  if (!promocode || has(promocode)) return why(seen) ?? seen;
  return inTransaction(ctx, async (tx) => {
    const reduced = await reduceBooking(tx, seen, { promocode });
    if (!isRefusal(reduced)) return why(reduced) ?? reduced;
    return reduced.refusal === 'hold_expired' ? refuse('not_payable') : (reduced as Refusal<'invalid'>);
  });
}

export type NotReducible = 'not_payable' | 'hold_expired' | 'payment_in_progress' | 'invalid';

/** Changes the price of a held booking whose jobs are locked. Returns the changed booking. */
export async function reduceBooking(
  tx: Tx,
  seen: BookingToPay,
  change: Reduction,
): Promise<BookingToPay | Refusal<NotReducible>> {
  const booking = await lockBooking(tx, idsOf(seen));
  const why = whyNotReducible(tx, booking);
  return why === null ? repriceBooking(tx, booking, change) : refuse(why);
}

function whyNotReducible(tx: Tx, { jobs }: BookingToPay): Exclude<NotReducible, 'invalid'> | null {
  const now = tx.clock.now();
  if (jobs.some((job) => job.trashed_at !== null || !isPayable(job.status))) return 'not_payable';
  if (jobs.some(isBeingPaid)) return 'payment_in_progress';
  return jobs.every((job) => job.status === 'confirmed' || isHeld(job, now)) ? null : 'hold_expired';
}
