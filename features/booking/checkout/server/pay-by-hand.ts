import type { z } from 'zod';
import type { TransactionReply } from '#features/money/payments/contract.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import {
  findPaymentUnderWay,
  type ManualEntry,
  type NotRecorded,
  recordManual,
} from '#features/money/payments/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import {
  confirmJobs,
  ensureHeld,
  findVisibleJob,
  incomeOf,
  isBeingPaid,
  isHeld,
  type JobRow,
  prepareVisit,
  sendPaymentRequest,
  toBookingReply,
} from '#features/work/jobs/server/index.ts';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { payLater as call, sendPaymentLink as sendPaymentLinkCall } from '../contract.ts';
import { type NotPayable, whyNotPayable } from '../rules/payable.ts';
import { type BookingToPay, bookingOf, describeBooking, idsOf, lockBooking } from './booking-to-pay.ts';
import { payOwed } from './charge-for-visit.ts';
import { holdExpired } from './commit-job.ts';
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
  if (job.customerID !== entry.customerID) {
    return refuseField('jobID', 'This visit is another customer’s. Choose one of theirs.');
  }
  if (entry.method === 'adjustment') {
    return refuseField(
      'method',
      'An adjustment cannot pay for a visit. Choose cash, PayNow or bank transfer.',
    );
  }
  if (job.charges?.some(({ endedAs }) => endedAs === null)) {
    const paid = await inTransaction(ctx, (tx) => payWhatIsOwed(tx, entry));
    if (paid !== null) return paid;
  }
  const seen = await bookingOf(ctx, job);
  const paid = await inTransaction(ctx, (tx) => pay(tx, seen, entry));
  return isRefusal(paid) && paid.refusal === 'slot_taken' ? withAlternatives(ctx, seen.first) : paid;
}

/** A visit that is paid or cancelled may owe charges, which are paid together; null if it owes none. */
async function payWhatIsOwed(tx: Tx<Office['actor']>, { jobID, total, method, details }: Entry) {
  if (method === 'adjustment') return null;
  const paid = await payOwed(tx, jobID, { total, method, details });
  if (paid === null || isRefusal(paid) || !('owed' in paid)) return paid;
  const detail = `S$${dollars(paid.owed)} is owed for this visit. No money was recorded. Enter that amount.`;
  return refuse('wrong_amount', { detail, extensions: { total: paid.owed, visits: 1 } });
}

async function pay(tx: Tx<Office['actor']>, seen: BookingToPay, entry: Entry) {
  const booking = await lockBooking(tx, idsOf(seen));
  const why = whyNotPayable(booking.jobs);
  if (why !== null) return refuse('not_payable', { detail: SENTENCES[why] });
  const underWay = await findPaymentUnderWay(tx, { purpose: 'job', targetID: booking.first.id });
  if (underWay === 'paid') return refuse('not_payable', { detail: PAID_BY_CARD });
  if (underWay === 'open' || booking.jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  if (booking.total !== entry.total) return wrongAmount(booking);
  const held = await ensureHeld(tx, booking.jobs);
  if (isRefusal(held)) return refuse('slot_taken');
  const reply = await recordManual(tx, {
    ...entry,
    jobID: booking.first.id,
    packageID: booking.first.packageID,
    details: entry.details || describeBooking(booking),
    income: incomeOf(booking.first),
    allocations: booking.jobs.map((job) => ({ jobID: job.id, cents: job.amountToPay })),
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
  return refuse('wrong_amount', { detail, extensions: { total, visits: jobs.length } });
}

async function withAlternatives(ctx: Office, job: JobRow) {
  const { extensions = {} } = await holdExpired(ctx, job);
  return refuse('slot_taken', { extensions });
}

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
  jobID: string,
  { dueOn }: PayLaterBody,
): Promise<Job | NotConfirmed> {
  if (dueOn < today(ctx)) return refuseField('dueOn', 'Choose today or a later day.');
  const job = await findVisibleJob(ctx, jobID);
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

type Sent = z.output<typeof sendPaymentLinkCall.reply>;
type NotSent = Refusal<'not_found' | 'not_payable' | 'hold_expired' | 'payment_in_progress' | 'unavailable'>;

/**
 * Sends the customer a payment link by SMS and e-mail, for all visits that are held together or to be paid
 * later.
 */
export async function sendPaymentLink(ctx: ContextOf<'admin'>, jobID: string): Promise<Sent | NotSent> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  return inTransaction(ctx, (tx) => send(tx, seen));
}

async function send(tx: Tx, seen: BookingToPay): Promise<Sent | NotSent> {
  const { jobs, first, total } = await lockBooking(tx, idsOf(seen));
  const isWaiting = (status: string) => status === 'confirmed' || status === 'pending';
  if (jobs.some((job) => job.trashedAt !== null)) return refuse('not_payable');
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
    holdExpiresAt: wireTimeOrNull(first.holdExpiresAt),
    dueOn: first.holdDueOn,
  });
}

const HOLD_IT_FIRST = 'The hold has ended, so there is nothing to pay for. Book the time again.';
