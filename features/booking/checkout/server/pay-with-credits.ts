import type { z } from 'zod';
import { findLots, isLotOf } from '#features/money/credits/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { findVisibleJob, type JobRow } from '#features/work/jobs/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { updateCredit as call } from '../contract.ts';
import { type BookingToPay, bookingOf } from './booking-to-pay.ts';
import { holdExpired, type NotPaid, type Payment, reserveBooking } from './commit-job.ts';
import { type NotReducible, reduceBooking } from './update-promocode.ts';

type Wanted = z.output<typeof call.body>;
type CreditsReply = z.output<typeof call.reply>;

/**
 * Applies hours of credit to a held booking, as far as they go, and pays for it if nothing is left for the
 * card. Idempotent: a repeated request returns the same reply.
 */
export async function payWithCredits(ctx: Context, wanted: Wanted): Promise<CreditsReply | NotPaid> {
  const job = await findVisibleJob(ctx, wanted.jobID);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  if (job.status === 'paid') return creditsReply(ctx, seen, 0);
  const lotID = wanted.credit_ID || undefined;
  if (lotID !== undefined && !(await isLotOf(ctx, job.customerID, lotID))) return refuse('not_found');
  const change = {
    promocode: wanted.promocode ?? undefined,
    credits: wanted.credit_ID === '' ? null : { firstLotID: lotID },
  };
  const booking = await inTransaction(ctx, async (tx) => {
    const reduced = await reduceBooking(tx, seen, change);
    if (!isRefusal(reduced) && coversOnlyPart(reduced)) return refuse('not_payable', { detail: NOT_COVERED });
    if (isRefusal(reduced) || change.credits === null || hoursOf(reduced) > 0) return reduced;
    return (await hasDisputedHours(tx, job.customerID)) ? refuse('credits_disputed') : reduced;
  });
  if (isRefusal(booking)) return refusedOrPaid(ctx, job, booking);
  if (booking.total >= SMALLEST_CHARGE || hoursOf(booking) === 0) {
    return creditsReply(ctx, booking, hoursOf(seen));
  }
  const paid = await reserveBooking(ctx, booking, WITHOUT_CARD);
  return isRefusal(paid) ? paid : creditsReply(ctx, { ...booking, total: 0 }, hoursOf(seen));
}

const NOT_COVERED =
  'These hours do not cover the visit, so the saved card pays for it. The hours stay in the account.';

/** The fee of a late cancellation is a share of what the card pays: part of a price in hours would lower it. */
function coversOnlyPart({ jobs, total }: BookingToPay): boolean {
  return total >= SMALLEST_CHARGE && jobs.some((job) => job.holdCharged !== null && job.creditsUsed > 0);
}

async function hasDisputedHours(tx: Tx, customerID: string): Promise<boolean> {
  return (await findLots(tx, customerID)).some((lot) => lot.isDisputed);
}

const WITHOUT_CARD: Payment = { card: {}, receiptEmail: null, confirmedBy: null, change: null };

/**
 * Of two concurrent requests, one may find the booking paid by the other: it gets the reply of the payment.
 */
async function refusedOrPaid(
  ctx: Context,
  seen: JobRow,
  refusal: Refusal<NotReducible | 'credits_disputed' | 'unavailable'>,
): Promise<CreditsReply | NotPaid> {
  if (refusal.refusal === 'hold_expired') return holdExpired(ctx, seen);
  const job = await findVisibleJob(ctx, seen.id);
  if (isRefusal(job) || job.status !== 'paid') return refusal as NotPaid;
  return creditsReply(ctx, await bookingOf(ctx, job), 0);
}

/** @param before hours that the booking used already. A request that changes nothing gets the same reply. */
async function creditsReply(ctx: Context, booking: BookingToPay, before: Hours): Promise<CreditsReply> {
  const creditsUsed = hoursOf(booking);
  const customer = await getCustomer(ctx, booking.first.customerID);
  return {
    creditsUsed,
    creditsLeft: -(creditsUsed === before ? creditsUsed : creditsUsed - before),
    creditsBalance: customer?.creditsLeft ?? 0,
    amountToPay: booking.first.status === 'paid' ? 0 : booking.total,
  };
}

function hoursOf({ jobs }: BookingToPay): Hours {
  return jobs.reduce((sum, job) => sum + job.creditsUsed, 0);
}
