import type { z } from 'zod';
import {
  type CardChoice,
  chooseCard,
  declined,
  declinedForOffice,
} from '#features/money/payments/rules/card-and-declines.ts';
import {
  cardOfOpenAttempt,
  chargeAttempt,
  findActiveAttempt,
  findPaymentUnderWay,
  openAttempt,
  recordManual,
} from '#features/money/payments/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { chargeEffect, chargeName, DISCOUNT, type NotCharged } from '#features/work/jobs/rules/charges.ts';
import { withCharge } from '#features/work/jobs/rules/quote.ts';
import {
  type ChargeToPay,
  changeLockedJob,
  chargeOfVisitDeclined,
  chargeOwed,
  findJobOfCharge,
  findVisibleJob,
  incomeOf,
  insertCharge,
  isBeingPaid,
  isHeld,
  type JobRow,
  lockCharge,
  lockJob,
  lockOwed,
  type OwedCharge,
  payCharges,
  readJob,
  refundDifference,
  renewPaymentRequest,
  sendPaymentRequest,
  waiveCharge,
} from '#features/work/jobs/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest, saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { chargeForVisit as call, payCharge as payCall } from '../contract.ts';
import { takePayment } from '../rules/policy.ts';
import { bookingOf } from './booking-to-pay.ts';

type ChargeBody = z.output<typeof call.body>;
type Refused = Refusal<
  | NotCharged
  | 'not_found'
  | 'price_changed'
  | 'payment_in_progress'
  | 'not_refundable'
  | 'payment_disputed'
  | 'refund_too_much'
  | 'unavailable'
>;

/**
 * The office charges extra for a visit, or takes something off. A visit that is not paid costs more or less; one that is
 * paid owes it in addition, or gets it back. The saved card is charged at once; if it is declined, the machine for visits
 * tries again.
 */
export async function chargeForVisit(
  ctx: ContextOf<'admin'>,
  jobID: string,
  body: ChargeBody,
): Promise<Job | Refused> {
  const dueID = (await addedBefore(ctx)) ?? (await inTransaction(ctx, (tx) => charge(tx, jobID, body)));
  if (isRefusal(dueID)) return dueID;
  if (typeof dueID !== 'string') return dueID;
  // What is not decided here stays with the attempt or the cron job.
  await chargeSavedCard(ctx, dueID);
  return readJob(ctx, jobID);
}

/** The charge that this request, sent before, has added. */
async function addedBefore(ctx: Context): Promise<string | null> {
  const id = idOfRequest(ctx);
  return id !== null && (await findJobOfCharge(ctx, id)) !== null ? id : null;
}

/** Returns the charge that the saved card pays now, or the visit if nothing is to be done. */
async function charge(
  tx: Tx<ContextOf<'admin'>['actor']>,
  jobID: string,
  body: ChargeBody,
): Promise<string | Job | Refused> {
  await lockJob(tx, jobID);
  const job = await findVisibleJob(tx, jobID);
  if (isRefusal(job)) return job;
  const cents = body.reason === DISCOUNT ? -body.amount : body.amount;
  const effect = effectOn(tx, job, cents);
  if (effect !== 'price' && effect !== 'owed' && effect !== 'refund') return refuse(effect);
  if (isBeingPaid(job)) return refuse('payment_in_progress');
  if (body.amountToPay !== undefined && body.amountToPay !== job.amountToPay)
    return refuse('price_changed', {
      detail: 'Nothing was charged. Check what the visit costs, then try again.',
    });
  const dueID =
    effect === 'owed' ? await addCharge(tx, job, body) : await changePrice(tx, job, { ...body, cents });
  if (dueID !== null) return dueID;
  const reply = await readJob(tx, jobID);
  return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
}

function effectOn({ clock }: Tx, job: JobRow, cents: Cents) {
  const isOver = job.status === 'pending' && !isHeld(job, clock.now());
  return chargeEffect(
    {
      status: isOver ? 'expired' : job.status,
      isTrashed: job.trashedAt !== null,
      amountToPay: job.amountToPay,
      priced: job.price.total,
    },
    cents,
  );
}

/** The visit costs more, or less: it is not paid, or the difference goes back. */
async function changePrice(
  tx: Tx,
  job: JobRow,
  { reason: kind, note = '', cents }: ChargeBody & { readonly cents: Cents },
): Promise<null | Refusal<'not_found' | 'not_refundable' | 'payment_disputed' | 'refund_too_much'>> {
  const reason = chargeName(kind, note);
  const price = withCharge(job.price, { kind, label: note, amount: cents });
  const changed = await changeLockedJob(tx, job, {
    fields: { price: JSON.stringify(price), amountToPay: job.amountToPay + cents },
    action: 'job.charged',
    reason,
  });
  if (changed.status === 'paid') return refundDifference(tx, job.id, { cents: -cents, reason });
  if (changed.status === 'pending') await renewPaymentRequest(tx, job, changed);
  // Who is to pay until a day gets the new amount; the saved card asks nobody.
  const isToPay = changed.status === 'confirmed' && changed.holdCharged === null;
  if (isToPay) await sendPaymentRequest(tx, (await bookingOf(tx, changed)).jobs);
  return null;
}

/** A paid or cancelled visit owes more. Returns the charge if the saved card is to pay it now. */
async function addCharge(
  tx: Tx<ContextOf<'admin'>['actor']>,
  before: JobRow,
  { reason: kind, note = '', amount: cents, how }: ChargeBody,
): Promise<string | null> {
  const name = chargeName(kind, note);
  const job = await changeLockedJob(tx, before, {
    action: 'job.charged',
    reason: name,
    audited: { before: { charge: 0 }, after: { charge: cents } },
  });
  const chargeAt = how === 'card' ? tx.clock.now() : null;
  const id = (how === 'card' && idOfRequest(tx)) || tx.newID();
  await insertCharge(tx, { id, jobID: job.id, kind, note, cents, chargeAt });
  if (how === 'card') return id;
  if (how === 'link') await tx.outbox.publishAll(tx, chargeOwed(tx, job, cents));
  else await payOwedByHand(tx, [{ id, kind, note, cents, declines: 0, job }], { method: how });
  return null;
}

interface ByHand {
  readonly method: 'cash' | 'paynow' | 'bank';
  /** Of the office; by default what is paid for. */
  readonly details?: string;
}

/** Records money for what a visit owes. The visit is locked. */
async function payOwedByHand(
  tx: Tx,
  charges: readonly [OwedCharge, ...OwedCharge[]],
  { method, details }: ByHand,
) {
  const [{ job }] = charges;
  const total = charges.reduce((sum, { cents }) => sum + cents, 0);
  const reply = await recordManual(tx, {
    customerID: job.customerID,
    total,
    method,
    details: details || charges.map(({ kind, note }) => chargeName(kind, note)).join(', '),
    jobID: job.id,
    packageID: job.packageID,
    income: incomeOf(job),
    allocations: [{ jobID: job.id, cents: total }],
  });
  await payCharges(tx, charges, reply.id);
  return reply;
}

/** Records money that came for everything that a paid or cancelled visit owes. Null: it owes nothing. */
export async function payOwed(tx: Tx, jobID: string, { total, ...how }: ByHand & { readonly total: Cents }) {
  const [first, ...others] = await lockOwed(tx, jobID);
  if (first === undefined) return null;
  const charges = [first, ...others] as const;
  for (const { id } of charges) {
    const underWay = await findPaymentUnderWay(tx, { purpose: 'job-charge', targetID: id });
    if (underWay !== null) return refuse('payment_in_progress');
  }
  const owed = charges.reduce((sum, { cents }) => sum + cents, 0);
  return owed === total ? payOwedByHand(tx, charges, how) : { owed };
}

/** Charges the saved card, because it is due. False if the outcome is unknown. */
export async function chargeSavedCard(ctx: Context, chargeID: string): Promise<boolean> {
  const attempt = await inTransaction(ctx, async (tx) => {
    const owed = await lockCharge(tx, chargeID);
    if (owed === null) return null;
    const customer = await getCustomer(tx, owed.job.customerID);
    const card = chooseCard({}, customer?.cardPaymentMethodID ?? null);
    if (!isRefusal(card)) return openCharge(tx, owed, { card, isAutomatic: true });
    await chargeOfVisitDeclined(tx, owed, 'no_stored_card');
    return null;
  });
  if (attempt === null || isRefusal(attempt) || attempt.status === 'succeeded') return true;
  return (await chargeAttempt(ctx, attempt.id)).status !== 'pending';
}

interface Payment {
  readonly card: CardChoice;
  readonly isAutomatic: boolean;
}

/** The visit is locked. */
function openCharge(tx: Tx, { id, kind, note, cents, job }: OwedCharge, { card, isAutomatic }: Payment) {
  return openAttempt(tx, {
    purpose: 'job-charge',
    targetID: id,
    customerID: job.customerID,
    requestKey: isAutomatic ? null : idOfRequest(tx),
    amount: cents,
    priceSnapshot: { jobID: job.id, income: incomeOf(job), isAutomatic } satisfies ChargeToPay,
    instrument: card,
    receiptEmail: job.customerEmail,
    description: chargeName(kind, note),
    offSession: isAutomatic || (may(tx.actor, takePayment) && card.kind === 'stored'),
    packageID: job.packageID,
    isTargetLocked: true,
  });
}

type Paid = z.output<typeof payCall.reply>;
type NotPaid = Refusal<
  | 'not_found'
  | 'not_owed'
  | 'card_declined'
  | 'no_stored_card'
  | 'payment_in_progress'
  | 'throttled'
  | 'unavailable'
>;

/** The customer, or the office with the saved card, pays a charge that a visit owes. */
export async function payCharge(
  ctx: Context,
  chargeID: string,
  body: z.output<typeof payCall.body>,
): Promise<Paid | NotPaid> {
  const job = await findJobWithCharge(ctx, chargeID);
  if (isRefusal(job)) return job;
  const request = { purpose: 'job-charge', targetID: chargeID, requestKey: idOfRequest(ctx) } as const;
  const customer = await getCustomer(ctx, job.customerID);
  const card =
    (await cardOfOpenAttempt(ctx, request)) ?? chooseCard(body, customer?.cardPaymentMethodID ?? null);
  if (isRefusal(card)) return card;
  const attempt = await inTransaction(ctx, async (tx) => {
    const owed = await lockCharge(tx, chargeID);
    if (owed !== null) return openCharge(tx, owed, { card, isAutomatic: false });
    // A repeat of the request that paid it gets its reply.
    const made = await findActiveAttempt(tx, request);
    const isRepeat = made !== null && request.requestKey !== null && made.requestKey === request.requestKey;
    return isRepeat ? made : refuse('not_owed');
  });
  if (isRefusal(attempt)) return attempt;
  return replyFor(ctx, job.id, await chargeAttempt(ctx, attempt.id));
}

async function replyFor(
  ctx: Context,
  jobID: string,
  outcome: Awaited<ReturnType<typeof chargeAttempt>>,
): Promise<Paid | NotPaid> {
  const isOffice = may(ctx.actor, takePayment);
  if (outcome.status === 'declined') return (isOffice ? declinedForOffice : declined)(outcome.code);
  if (outcome.status === 'pending') return refuse('payment_in_progress');
  if (outcome.status === 'requires_action')
    return isOffice
      ? declinedForOffice('authentication_required')
      : { requiresAction: true, clientSecret: outcome.clientSecret };
  const job = await readJob(ctx, jobID);
  return isRefusal(job) ? job : { job, transactionID: outcome.transactionID };
}

async function findJobWithCharge(ctx: Context, chargeID: string): Promise<JobRow | Refusal<'not_found'>> {
  const jobID = await findJobOfCharge(ctx, chargeID);
  return jobID === null ? refuse('not_found') : findVisibleJob(ctx, jobID);
}

/** The office waives what a visit owes. */
export function waiveVisitCharge(
  ctx: ContextOf<'admin'>,
  chargeID: string,
  reason: string,
): Promise<Job | Refusal<'not_found' | 'not_owed' | 'payment_in_progress' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const job = await findJobWithCharge(tx, chargeID);
    if (isRefusal(job)) return job;
    const owed = await lockCharge(tx, chargeID);
    if (owed === null) return refuse('not_owed');
    const underWay = await findPaymentUnderWay(tx, { purpose: 'job-charge', targetID: chargeID });
    if (underWay !== null) return refuse('payment_in_progress');
    await waiveCharge(tx, owed, reason);
    const reply = await readJob(tx, job.id);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}
