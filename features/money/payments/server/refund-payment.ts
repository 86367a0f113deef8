import type { z } from 'zod';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { entriesOf, recordLedger } from '#features/money/ledger/server/index.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { refundTransaction as call, TransactionReply } from '../contract.ts';
import {
  accountOf,
  CARD_CLEARING,
  DEFERRED_REVENUE,
  MANUAL_INCOME,
  PROMO_EXPENSE,
} from '../rules/accounts.ts';
import type { Allocation } from '../rules/allocation.ts';
import { type Purpose, SMALLEST_CHARGE } from '../rules/attempt.ts';
import { allocateRefund, type RefundRequest, type RefundTarget } from '../rules/refund.ts';
import { type PaymentMethod, typeOf } from '../rules/transaction.ts';
import { type Attempt, findActiveAttempt, loadAttempt, lockTarget } from './attempts.ts';
import { findStandingDispute } from './disputes.ts';
import { insertTransaction } from './insert-transaction.ts';
import { incomeAccountOf, type MoneyGivenBack, purposeOf } from './purposes.ts';
import { insertRefund } from './refunds.ts';
import { readTransaction } from './transaction-record.ts';

/** What to refund of a payment. Without `cents` and `parts`: the whole rest of the payment or of `jobID`. */
export interface RefundOrder extends RefundRequest {
  readonly transactionID: string;
  /** `card`: the way it came, which for cash is by hand. */
  readonly to: RefundTarget;
  readonly reason: string;
  /**
   * The money has already gone back, so the refund is posted and not sent: made by hand at the provider, with
   * its id there if known, or by a lost dispute.
   */
  readonly gone?: { readonly providerRefundID: string | null } | 'by-dispute';
}

export interface Refund {
  /** The refund transaction: negative, `refundOf` the payment. */
  readonly transactionID: string;
  /** Cents refunded, positive. */
  readonly cents: Cents;
  /** Each job's share. */
  readonly parts: readonly Allocation[];
  /** The change of the customer's hours: 0 unless refunded as credits. */
  readonly creditsLeft: Hours;
}

export type NotRefunded = Refusal<'not_found' | 'refund_too_much' | 'not_refundable' | 'payment_disputed'>;

/**
 * Refunds a payment in the caller's transaction: the ledger at once, the card by a task afterwards
 * (`send-refund.ts`; `reconcile-refunds.ts` compares with the provider). The caller must return a refusal
 * and roll back.
 *
 * The caller has locked the named jobs, or everything the payment is for (`lockPaidFor`); this locks the
 * payment after them, so that concurrent refunds never exceed what was paid.
 * @throws if nothing is requested: the caller must leave that out.
 */
export async function refundPayment(tx: Tx, order: RefundOrder): Promise<Refund | NotRefunded> {
  const payment = await lockPayment(tx, order.transactionID);
  if (payment === null) return refuse('not_found');
  if (payment.total <= 0 || payment.type === 'refund') return refuse('not_refundable');
  const decided = allocateRefund(payment, order);
  if (isRefusal(decided)) return decided;
  const disputed = order.gone === undefined ? await whyDisputed(tx, payment.id) : null;
  if (disputed !== null) return disputed;
  const impossible = whyNotRefundableTo(tx, payment, order);
  if (impossible !== null) return impossible;
  const id = await postRefund(tx, payment, { ...decided, to: order.to });
  const { to, reason } = order;
  const refund = {
    transactionID: id,
    paymentID: payment.id,
    customerID: payment.customerID,
    ...decided,
    left: payment.left - decided.cents,
    to,
    reason,
  };
  const followed = await follow(tx, payment, refund);
  if (isRefusal(followed)) return followed;
  if (payment.attempt?.paymentIntentID && to === 'card' && order.gone !== 'by-dispute') {
    const { paymentIntentID } = payment.attempt;
    const of = { transactionID: id, paymentID: payment.id, paymentIntentID, cents: decided.cents };
    await insertRefund(tx, { ...of, byHand: order.gone ?? null });
  }
  await audit(tx, {
    action: 'transaction.refunded',
    subject: { kind: 'transaction', id },
    after: { refundOf: payment.id, cents: decided.cents, parts: decided.parts, to },
    reason,
  });
  return { transactionID: id, ...decided, creditsLeft: followed };
}

/**
 * Locks what a payment was for, before the payment itself, so that a refund and a change of a job cannot
 * deadlock or take the same money twice. Returns the attempt that made the payment; null if it was not made by card.
 */
export async function lockPaidFor(tx: Tx, transactionID: string): Promise<Attempt | null> {
  const paid = await tx.db
    .selectFrom('money_transaction')
    .select('attemptID')
    .where('id', '=', transactionID)
    .executeTakeFirst();
  if (!paid?.attemptID) {
    await tx.composed.paymentsByHand?.lock?.(tx, await jobsOf(tx, transactionID));
    return null;
  }
  const attempt = await loadAttempt(tx, paid.attemptID);
  await purposeOf(tx, attempt).lock?.(tx, attempt);
  return attempt;
}

async function jobsOf(tx: Tx, transactionID: string): Promise<string[]> {
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select('jobID')
    .where('transactionID', '=', transactionID)
    .execute();
  return parts.map((part) => part.jobID);
}

type Payment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

async function lockPayment(tx: Tx, id: string) {
  const paid = await tx.db
    .selectFrom('money_transaction')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (paid === undefined) return null;
  // Read after the lock, to see concurrent refunds.
  const parts = await tx.db
    .selectFrom('payment_allocation as part')
    .innerJoin('money_transaction as moved', 'moved.id', 'part.transactionID')
    .select(({ fn }) => ['part.jobID', fn.sum<number>('part.cents').as('cents')])
    .where(({ or, eb }) => or([eb('moved.id', '=', id), eb('moved.refundOf', '=', id)]))
    .groupBy('part.jobID')
    .orderBy('part.jobID')
    .execute();
  const back = await tx.db
    .selectFrom('money_transaction')
    .select(({ fn }) => fn.sum<number | null>('total').as('total'))
    .where('refundOf', '=', id)
    .executeTakeFirstOrThrow();
  const attempt = paid.attemptID === null ? null : await loadAttempt(tx, paid.attemptID);
  return { ...paid, attempt, left: paid.total + (back.total ?? 0), parts };
}

/** While the bank holds the money, or after it has returned it, no refund of the payment is allowed. */
async function whyDisputed(tx: Tx, paymentID: string): Promise<Refusal<'payment_disputed'> | null> {
  const standing = await findStandingDispute(tx, paymentID);
  if (standing === 'open') return refuse('payment_disputed');
  if (standing === null) return null;
  const detail =
    'The bank has given this money back to the customer, so it cannot be refunded again. See Payment problems.';
  return refuse('payment_disputed', { detail });
}

function whyNotRefundableTo(
  tx: Tx,
  { type, method, attempt }: Payment,
  order: RefundOrder,
): Refusal<'not_refundable'> | null {
  if (order.to === 'card') {
    if (attempt === null || attempt.paymentIntentID !== null) return null;
    const detail =
      'We do not know this payment’s id at the provider. Refund it there, and add an adjustment.';
    return refuse('not_refundable', { detail });
  }
  if (type === 'credit-package') {
    return refuse('not_refundable', { detail: 'Credit hours are refunded to the card, not to credits.' });
  }
  if (method === 'invoice' || type === 'invoice-payment') {
    return refuse('not_refundable', { detail: 'What is on an invoice cannot become credit hours.' });
  }
  if (tx.composed.refundToCredits !== undefined) return null;
  return refuse('not_refundable', {
    detail: 'Refunds to credits are not offered. Refund to the card instead.',
  });
}

interface RefundToPost {
  readonly cents: Cents;
  readonly parts: readonly Allocation[];
  readonly to: RefundTarget;
}

/** Posts the reverse of the payment and inserts the refund transaction. Returns its id. */
async function postRefund(tx: Tx, payment: Payment, { cents, parts, to }: RefundToPost): Promise<string> {
  const id = tx.newID();
  const income =
    payment.attempt === null ? await incomeOfManual(tx, payment) : incomeAccountOf(tx, payment.attempt);
  const way = payment.attempt === null ? accountOf(payment.method, payment.customerID) : CARD_CLEARING;
  const ledgerTxID = await recordLedger(tx, {
    kind: 'refund',
    ref: { kind: 'transaction', id },
    idempotencyKey: `refund:${id}`,
    entries: moneyEntries({ from: to === 'credits' ? DEFERRED_REVENUE : way, to: income, amount: cents }),
  });
  await insertTransaction(tx, {
    id,
    type: 'refund',
    method: to === 'credits' ? 'credits' : (payment.method as PaymentMethod),
    total: -cents,
    customerID: payment.customerID,
    jobID: parts[0]?.jobID ?? null,
    packageID: payment.packageID,
    ledgerTxID,
    details: `Refund: ${payment.details}`,
    refundOf: payment.id,
    allocations: parts.map((part) => ({ ...part, cents: -part.cents })),
  });
  return id;
}

/** The income account of a manual payment: that of its visit, or the manual one. */
async function incomeOfManual(
  tx: Tx,
  { ledgerTxID: postingID, method, customerID }: Payment,
): Promise<string> {
  const entries = postingID === null ? [] : await entriesOf(tx, postingID);
  return entries.find(({ account }) => account !== accountOf(method, customerID))?.account ?? MANUAL_INCOME;
}

/**
 * Runs the refund effects of the payment's purpose, and the conversion to credits. Returns the change of the
 * customer's hours.
 */
async function follow(
  tx: Tx,
  { attempt }: { readonly attempt: Attempt | null },
  refund: MoneyGivenBack,
): Promise<Hours | Refusal<'not_refundable'>> {
  const refused =
    attempt === null ? undefined : await purposeOf(tx, attempt).refunding?.(tx, attempt, refund);
  if (refused !== undefined) return refused;
  return refund.to === 'credits' ? ((await tx.composed.refundToCredits?.give(tx, refund)) ?? 0) : 0;
}

/** The office refunds a payment. Replies the refund, which is posted; a task refunds the card. */
export function refundTransaction(
  ctx: ContextOf<'admin'>,
  transactionID: string,
  { amount, jobID, to, reason }: z.output<typeof call.body>,
): Promise<TransactionReply | NotRefunded | Refusal<'unavailable'>> {
  const giveBack = async (tx: Tx): Promise<TransactionReply | NotRefunded> => {
    await lockPaidFor(tx, transactionID);
    const of = { transactionID, jobID: jobID ?? undefined, cents: amount ?? undefined };
    const refund = await refundPayment(tx, { ...of, to, reason });
    if (isRefusal(refund)) return refund;
    return saveIdempotentReply(tx, await readTransaction(tx, refund.transactionID));
  };
  return inTransaction(ctx, giveBack);
}

interface Waiver {
  readonly purpose: Purpose;
  readonly targetID: string;
  readonly customerID: string;
  /** Cents left to pay that are waived: 0, or less than SMALLEST_CHARGE. */
  readonly amount: Cents;
  /** `credits` if prepaid hours paid for it. */
  readonly method: Extract<PaymentMethod, 'credits' | 'adjustment'>;
  readonly description: string;
  /** The account that would have received the income, `revenue:one-time`. */
  readonly income: string;
  readonly packageID?: string;
  /** The jobs that it pays: the target and the other visits of its series. */
  readonly jobIDs?: readonly string[];
}

/**
 * Records the payment of an amount that needs no card: zero, or less than cards can be charged. The provider
 * is not called; the ledger gets a transaction of 0 cents, and waived cents go to an audit entry and the
 * promo account. Returns the transaction's id. Part of the caller's transaction, which has locked the target
 * and found it unpaid.
 *
 * @returns `payment_in_progress` while a charge for this target is open, because it may still succeed.
 */
export async function recordWaiver(tx: Tx, of: Waiver): Promise<string | Refusal<'payment_in_progress'>> {
  if (of.amount >= SMALLEST_CHARGE) throw new Error('This amount must be charged: use openAttempt.');
  await lockTarget(tx, of);
  const active = await findActiveAttempt(tx, of);
  if (active !== null && active.status !== 'succeeded') return refuse('payment_in_progress');
  const id = tx.newID();
  const ledgerTxID = of.amount === 0 ? null : await postWaiver(tx, id, of);
  await insertTransaction(tx, {
    id,
    type: typeOf(of.purpose),
    method: of.method,
    total: 0,
    customerID: of.customerID,
    jobID: of.purpose === 'job' ? of.targetID : null,
    packageID: of.packageID ?? null,
    ledgerTxID,
    details: of.description,
    allocations: (of.jobIDs ?? []).map((jobID) => ({ jobID, cents: 0 })),
  });
  return id;
}

async function postWaiver(tx: Tx, transactionID: string, of: Waiver): Promise<string> {
  await audit(tx, {
    action: 'payment.waived',
    subject: { kind: 'money_transaction', id: transactionID },
    after: { cents: of.amount, purpose: of.purpose, targetID: of.targetID },
    reason: 'Below the card minimum',
  });
  return recordLedger(tx, {
    kind: 'waiver',
    ref: { kind: 'transaction', id: transactionID },
    idempotencyKey: `waiver:${transactionID}`,
    entries: moneyEntries({ from: of.income, to: PROMO_EXPENSE, amount: of.amount }),
  });
}
