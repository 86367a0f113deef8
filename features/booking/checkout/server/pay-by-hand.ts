import type { TransactionReply } from '#features/money/payments/contract.ts';
import {
  findPaymentUnderWay,
  type ManualEntry,
  type NotRecorded,
  recordManual,
} from '#features/money/payments/server/index.ts';
import {
  ensureHeld,
  findVisibleJob,
  incomeOf,
  isBeingPaid,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { dollars } from '#platform/kernel/money.ts';
import { isRefusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NotPayable, whyNotPayable } from '../rules/payable.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking } from './booking-to-pay.ts';
import { holdExpired } from './commit-job.ts';
import { describeBooking } from './describe-booking.ts';
import { markPaid } from './mark-jobs-paid.ts';

type Office = ContextOf<'admin'>;
type Entry = ManualEntry & { readonly jobID: string };

/**
 * Records cash, PayNow or a bank transfer as the payment of a job, or of all visits of a series that are paid
 * together. The amount must match to the cent.
 */
export async function payByHand(ctx: Office, entry: Entry): Promise<TransactionReply | NotRecorded> {
  const job = await findVisibleJob(ctx, entry.jobID);
  if (isRefusal(job)) return refuseField('jobID', 'Nothing was found with this id.');
  if (job.customer_id !== entry.customerID) {
    return refuseField('jobID', 'This visit is another customer’s. Choose one of theirs.');
  }
  if (entry.method === 'adjustment') {
    return refuseField(
      'method',
      'An adjustment cannot pay for a visit. Choose cash, PayNow or bank transfer.',
    );
  }
  const seen = await bookingOf(ctx, job);
  const paid = await inTransaction(ctx, (tx) => pay(tx, seen, entry));
  return isRefusal(paid) && paid.refusal === 'slot_taken' ? withAlternatives(ctx, seen.first) : paid;
}

async function pay(tx: Tx<Office['actor']>, seen: BookingToPay, entry: Entry) {
  const booking = await lockBooking(tx, idsOf(seen));
  const why = whyNotPayable(booking.jobs);
  if (why !== null) return refuse('not_payable', { detail: SENTENCES[why] });
  const underWay = await findPaymentUnderWay(tx, { purpose: 'job', targetId: booking.first.id });
  if (underWay === 'paid') return refuse('not_payable', { detail: PAID_BY_CARD });
  if (underWay === 'open' || booking.jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  if (booking.total !== entry.total) return wrongAmount(booking);
  const held = await ensureHeld(tx, booking.jobs);
  if (isRefusal(held)) return refuse('slot_taken');
  const reply = await recordManual(tx, {
    ...entry,
    jobID: booking.first.id,
    packageID: booking.first.package_id,
    details: entry.details || describeBooking(booking),
    income: incomeOf(booking.first),
    allocations: booking.jobs.map((job) => ({ jobId: job.id, cents: job.amount_to_pay })),
  });
  await markPaid(tx, held, { confirmedBy: tx.actor.id, change: null });
  return reply;
}

const SENTENCES: Readonly<Record<NotPayable, string>> = {
  paid: 'This visit is already paid. No money was recorded. Record the money without a visit, or give it back.',
  cancelled: 'This visit is cancelled. No money was recorded. Book it again, then take the payment.',
  trashed: 'This visit is in the trash. No money was recorded. Restore it, then take the payment.',
  mixed: 'The visits of this series have changed. No money was recorded. Reload and try again.',
};

const PAID_BY_CARD =
  'A card payment for this visit waits under Payment problems. No money was recorded. Decide about that payment first.';

function wrongAmount({ jobs, total }: BookingToPay) {
  const what = jobs.length === 1 ? 'this visit' : `these ${jobs.length} visits`;
  const detail =
    total === 0
      ? `There is nothing to pay for ${what}. No money was recorded. Confirm it without a charge.`
      : `S$${dollars(total)} is to be paid for ${what}. No money was recorded. Enter that amount.`;
  return refuse('wrong_amount', { detail, members: { total, visits: jobs.length } });
}

async function withAlternatives(ctx: Office, job: JobRow) {
  const { members = {} } = await holdExpired(ctx, job);
  return refuse('slot_taken', { members });
}
