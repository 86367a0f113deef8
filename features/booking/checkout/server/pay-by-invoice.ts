import { isBilledByInvoice } from '#features/booking/invoices/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import {
  confirmEach,
  ensureHeld,
  findVisibleJob,
  isBeingPaid,
  prepareVisit,
  toBookingReply,
} from '#features/work/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { whyNotPayable } from '../rules/payable.ts';
import { bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';
import { holdExpired } from './commit-job.ts';

type NotConfirmed = Refusal<
  | 'not_found'
  | 'hold_expired'
  | 'later_dates_taken'
  | 'not_payable'
  | 'not_offered'
  | 'payment_in_progress'
  | 'unavailable'
>;

/** Confirms a held booking: each of its visits is billed by invoice once it is done. */
export async function payByInvoice(ctx: Context, jobID: string): Promise<Job | NotConfirmed> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  const confirmed = await inTransaction(ctx, (tx) => confirm(tx, idsOf(seen)));
  const isGone = isRefusal(confirmed) && confirmed.refusal === 'hold_expired';
  return isGone ? holdExpired(ctx, seen.first) : confirmed;
}

async function confirm(tx: Tx, jobIDs: readonly string[]): Promise<Job | NotConfirmed> {
  const { jobs, first } = await lockBooking(tx, jobIDs);
  if (jobs.every((job) => job.holdCharged === 'invoice')) return toBookingReply(tx, jobs);
  if (!(await isBilledByInvoice(tx, first.customerID))) return refuse('not_offered');
  if (whyNotPayable(jobs) !== null || first.status === 'confirmed') return refuse('not_payable');
  if (jobs.some((job) => job.amountToPay === 0)) return refuse('not_payable');
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const held = await ensureHeld(tx, jobs);
  if (isRefusal(held)) return held;
  const confirmed = await confirmEach(tx, held, { charged: 'invoice', mandate: MANDATE });
  for (const job of confirmed) await prepareVisit(tx, job);
  return saveIdempotentReply(tx, toBookingReply(tx, confirmed));
}

/** What is kept with a series. */
const MANDATE = 'Billed by invoice: its visits, and the fee of a late cancellation.';
