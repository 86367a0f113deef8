import type { z } from 'zod';
import { keepDisputedHours } from '#features/money/credits/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { type CardChoice, chooseCard, declined } from '#features/money/payments/rules/card-and-declines.ts';
import {
  cancelOpenPayment,
  cardOfOpenAttempt,
  chargeAttempt,
  findPaymentOfJobs,
  openAttempt,
  type PaymentOutcome,
  recordWaiver,
} from '#features/money/payments/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import {
  changeLockedJob,
  ensureHeld,
  findJobs,
  findVisibleJob,
  incomeOf,
  type JobRow,
  readJob,
  requirementsOf,
  startPaying,
  timesOfOtherVisits,
  toBookingReply,
} from '#features/work/jobs/server/index.ts';
import { findAlternatives, readTimeSettings } from '#features/work/schedule/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type { commitJob as call, chargeAndConfirm as chargeAndConfirmCall, paidReply } from '../contract.ts';
import { whyFiguresDiffer } from '../rules/client-figures.ts';
import { whyNotPayable } from '../rules/payable.ts';
import { takePayment } from '../rules/policy.ts';
import {
  type BookingToPay,
  bookingOf,
  describeBooking,
  idsOf,
  lockAsSeen,
  lockBooking,
} from './booking-to-pay.ts';
import { type AmountChange, withAmount } from './change-amount.ts';
import { markPaid, type PaidFor } from './mark-jobs-paid.ts';
import { bookingWithCode } from './update-promocode.ts';

type PaidReply = z.output<typeof paidReply>;
type CommitBody = z.output<typeof call.body>;

export type NotPaid = Refusal<
  | 'not_found'
  | 'invalid'
  | 'price_changed'
  | 'hold_expired'
  | 'later_dates_taken'
  | 'slot_taken'
  | 'card_declined'
  | 'no_stored_card'
  | 'payment_in_progress'
  | 'credits_disputed'
  | 'throttled'
  | 'not_payable'
  | 'unavailable'
>;

/**
 * Pays for a held job, or all held visits of its series: reserve, charge, apply the outcome. Nothing is charged unless
 * the client's figures equal the server's. A retry with the same Idempotency-Key resumes the payment; any other request
 * is refused while the outcome of one is open. A paid booking returns the same reply.
 */
export async function commitJob(ctx: Context, jobID: string, body: CommitBody): Promise<PaidReply | NotPaid> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  if (job.status === 'paid') return paidBefore(ctx, job);
  if (job.status === 'cancelled' || job.trashedAt !== null) return refuse('not_payable');
  const seen = await bookingOf(ctx, job);
  const booking = await bookingWithCode(ctx, seen, body.promocode, whyDiffers(job, body));
  if (isRefusal(booking)) return booking;
  const payment = { card: body, receiptEmail: body.email || null, confirmedBy: null, change: null };
  return payBooking(ctx, booking, payment);
}

/** Compares the client's figures with the booking that the job is paid with. */
function whyDiffers(job: JobRow, figures: CommitBody) {
  return ({ jobs, total }: BookingToPay) =>
    whyFiguresDiffer(figures, {
      total,
      ofOne: jobs.find(({ id }) => id === job.id)?.amountToPay ?? total,
      creditsUsed: jobs.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0),
      jobType: job.jobType,
    });
}

/** How a booking is paid. */
export interface Payment {
  readonly card: Pick<CommitBody, 'stripeToken' | 'picked' | 'change'>;
  /** Null for the booking's own. */
  readonly receiptEmail: string | null;
  /** The admin who takes the payment for the customer. */
  readonly confirmedBy: string | null;
  /** The office charges a different amount for a single job. It is saved once that is paid. */
  readonly change: AmountChange | null;
  /** Charged because it is due, not because somebody asks. */
  readonly isAutomatic?: boolean;
}

async function payBooking(
  ctx: Context,
  computed: BookingToPay,
  payment: Payment,
): Promise<PaidReply | NotPaid> {
  const reserved = await reserveBooking(ctx, computed, payment);
  if (isRefusal(reserved)) return reserved;
  const booking = withAmount(computed, payment.change);
  if ('paid' in reserved) return showPaid(ctx, booking.jobs);
  return replyWithOutcome(ctx, booking, await chargeAttempt(ctx, reserved.attemptID));
}

/** Everything before the charge; a booking that needs no charge is paid afterwards. */
export async function reserveBooking(ctx: Context, computed: BookingToPay, payment: Payment) {
  const booking = withAmount(computed, payment.change);
  const card = await cardFor(ctx, booking, payment);
  if (isRefusal(card)) return card;
  const reserved = await inTransaction(ctx, (tx) => reserve(tx, computed, { ...payment, chosen: card }));
  const isOver = isRefusal(reserved) && reserved.refusal === 'hold_expired';
  return isOver ? holdExpired(ctx, booking.first) : reserved;
}

/** The reply for a job that is already paid: the same as for the payment. */
async function paidBefore(ctx: Context, job: JobRow): Promise<PaidReply> {
  return showPaid(ctx, (await bookingOf(ctx, job)).jobs);
}

async function cardFor(
  ctx: Context,
  booking: BookingToPay,
  payment: Payment,
): Promise<CardChoice | null | Refusal<'no_stored_card'>> {
  if (booking.total < SMALLEST_CHARGE) return null;
  const request = { purpose: 'job', targetID: booking.first.id, requestKey: idOfRequest(ctx) } as const;
  const underWay = await cardOfOpenAttempt(ctx, request);
  if (underWay !== null) return underWay;
  const named = chooseCard(payment.card, null);
  if (!isRefusal(named)) return named;
  const customer = await getCustomer(ctx, booking.first.customerID);
  return chooseCard(payment.card, customer?.cardPaymentMethodID ?? null);
}

type Chosen = Payment & { readonly chosen: CardChoice | null };

/**
 * Everything before the charge, in one transaction: locks the rows, secures the slot and saves the payment
 * attempt.
 */
async function reserve(tx: Tx, seen: BookingToPay, payment: Chosen) {
  const computed = await lockAsSeen(tx, seen);
  const booking = withAmount(computed, payment.change);
  const states = new Set(booking.jobs.map((job) => job.status));
  if (states.size === 1 && states.has('paid')) return { paid: true as const };
  if (whyNotPayable(booking.jobs) !== null) return refuse('not_payable');
  if (payment.isAutomatic && hasChanged(computed, seen)) return refuse('not_payable');
  if (computed.total !== seen.total)
    return refuse('price_changed', { extensions: { total: computed.total } });
  const usesHours = booking.jobs.some((job) => job.creditsUsed > 0);
  if (usesHours && (await keepDisputedHours(tx, idsOf(booking)))) return refuse('credits_disputed');
  const held = await ensureHeld(tx, computed.jobs);
  if (isRefusal(held)) return held;
  if (payment.chosen === null) return payWithoutCharge(tx, booking, { held, payment });
  const { first, total } = booking;
  const attempt = await openAttempt(tx, {
    purpose: 'job',
    targetID: first.id,
    customerID: first.customerID,
    requestKey: idOfRequest(tx),
    amount: total,
    priceSnapshot: paidFor(booking, payment),
    instrument: payment.chosen,
    receiptEmail: payment.receiptEmail ?? first.customerEmail,
    description: describeBooking(booking),
    offSession: payment.isAutomatic || (may(tx.actor, takePayment) && payment.chosen.kind === 'stored'),
    packageID: first.packageID,
    isTargetLocked: true,
  });
  if (isRefusal(attempt)) return attempt;
  // The payment succeeded but the booking is not paid: an unwanted_payment alarm exists, and the office
  // resolves it.
  if (attempt.status === 'succeeded') return refuse('not_payable');
  await startPaying(tx, held);
  if (may(tx.actor, takePayment)) {
    await audit(tx, {
      action: 'job.payment-started',
      subject: { kind: 'job', id: first.id },
      after: { amount: total, visits: booking.jobs.length },
    });
  }
  return { attemptID: attempt.id };
}

/** Whether a visit has changed since it was found to be due: it may be due later. */
function hasChanged(now: BookingToPay, seen: BookingToPay): boolean {
  const versions = new Map(seen.jobs.map(({ id, version }) => [id, version]));
  return now.jobs.some(({ id, version }) => versions.get(id) !== version);
}

async function payWithoutCharge(
  tx: Tx,
  booking: BookingToPay,
  { held, payment }: { readonly held: readonly JobRow[]; readonly payment: Payment },
) {
  const { first, total } = booking;
  const waived = await recordWaiver(tx, {
    purpose: 'job',
    targetID: first.id,
    customerID: first.customerID,
    amount: total,
    method: booking.jobs.some((job) => job.creditsUsed > 0) ? 'credits' : 'adjustment',
    description: describeBooking(booking),
    income: incomeOf(first),
    packageID: first.packageID,
    jobIDs: idsOf(booking),
  });
  if (isRefusal(waived)) return waived;
  await markPaid(tx, held, payment);
  return { paid: true as const };
}

function paidFor(booking: BookingToPay, payment: Payment): PaidFor & { readonly prices: unknown } {
  return {
    jobIDs: idsOf(booking),
    allocations: booking.jobs.map((job) => ({ jobID: job.id, cents: job.amountToPay })),
    confirmedBy: payment.confirmedBy,
    change: payment.change,
    income: incomeOf(booking.first),
    prices: booking.jobs.map((job) => job.price),
    ...(payment.isAutomatic && { isAutomatic: true }),
  };
}

async function replyWithOutcome(
  ctx: Context,
  booking: BookingToPay,
  outcome: PaymentOutcome,
): Promise<PaidReply | NotPaid> {
  if (outcome.status === 'succeeded') return showPaid(ctx, booking.jobs, outcome.transactionID);
  if (outcome.status === 'requires_action')
    return { requiresAction: true, clientSecret: outcome.clientSecret };
  return outcome.status === 'declined' ? declined(outcome.code) : refuse('payment_in_progress');
}

/**
 * The current jobs, the transaction that paid them, and the credits, which a card payment does not change.
 */
async function showPaid(ctx: Context, jobs: readonly JobRow[], knownID?: string): Promise<PaidReply> {
  const ids = jobs.map((job) => job.id);
  const rows = await findJobs(ctx, ids);
  const customer = await getCustomer(ctx, jobs[0]?.customerID ?? '');
  const transactionID = knownID ?? (await findPaymentOfJobs(ctx, ids));
  return {
    job: toBookingReply(ctx, rows),
    transactionID,
    creditsLeft: 0,
    creditsBalance: customer?.creditsLeft ?? 0,
  };
}

/** The hold of a job has expired; includes bookable times nearby. */
export async function holdExpired(ctx: Context, job: JobRow): Promise<Refusal<'hold_expired'>> {
  const need = await requirementsOf(ctx, job);
  const settings = await readTimeSettings(ctx);
  const own = await timesOfOtherVisits(ctx, job);
  const query = { need, settings, customerID: job.customerID, home: null, named: [], own };
  const gone = { start: readDatabaseTime(job.startsAt), isLaterDate: job.seriesID !== null };
  const alternatives = await findAlternatives(ctx, query, gone);
  return refuse('hold_expired', { extensions: { alternatives } });
}

type ChargeBody = z.output<typeof chargeAndConfirmCall.body>;

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
  if (job.status === 'cancelled' || job.trashedAt !== null) return refuse('not_payable');
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
async function confirmPaidVisits(tx: Tx, jobIDs: readonly string[]): Promise<void> {
  const { jobs } = await lockBooking(tx, jobIDs);
  const fields = { confirmedAt: tx.clock.now().toString(), confirmedBy: idOf(tx.actor) };
  const unconfirmed = jobs.filter((job) => job.status === 'paid' && job.confirmedAt === null);
  if (unconfirmed.length === 0) noChange(tx);
  for (const job of unconfirmed) await changeLockedJob(tx, job, { fields, action: 'job.confirmed' });
}

/**
 * Ends the open payment of a job or its series, so that it can be paid another way. Replies the job
 * afterwards.
 */
export async function cancelJobPayment(
  ctx: Context,
  jobID: string,
): Promise<Job | Refusal<'not_found' | 'payment_in_progress'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const { first } = await bookingOf(ctx, job);
  const refused = await cancelOpenPayment(ctx, { purpose: 'job', targetID: first.id });
  if (refused !== null) return refused;
  // The provider has ended the payment between two transactions; the office's part in it is recorded after that.
  if (may(ctx.actor, takePayment)) await inTransaction(ctx, (tx) => audit(tx, cancelled(first.id)));
  return readJob(ctx, jobID);
}

function cancelled(id: string) {
  return { action: 'job.payment-cancelled', subject: { kind: 'job', id } };
}
