import { entriesOf } from '#features/money/ledger/server/index.ts';
import { DEFERRED_REVENUE } from '#features/money/payments/rules/accounts.ts';
import { hoursForMoney, REFUND_TIER } from '#features/money/payments/rules/refund-hours.ts';
import type {
  Attempt,
  CreditsForRefund,
  MoneyGivenBack,
  ReversedRefund,
} from '#features/money/payments/server/index.ts';
import { releasePromos, takePromoAgain } from '#features/money/promo-codes/server/index.ts';
import { dollars, type Hours } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { EXPIRED_REVENUE, earnedEntries, HOURS } from '../rules/accounts.ts';
import { expiryAfterFailedRefund, expiryOfNew } from '../rules/expiry.ts';
import { hoursToTakeBack } from '../rules/refunds.ts';
import { returnHours } from './job-credits.ts';
import { addLot, lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';
import { lockPurchase } from './purchases.ts';

/** Refunds money of a job or a charge as hours: a lot whose cost is the refunded amount. */
export const refundToCredits: CreditsForRefund = {
  give(tx, { transactionID, customerID, cents, reason }) {
    const lot = {
      id: tx.newID(),
      customerID,
      perHour: REFUND_TIER,
      hours: hoursForMoney(cents),
      cost: cents,
      source: 'refund',
      expiresAt: expiryOfNew(tx.clock.now(), tx.config.BUSINESS_TZ),
      transactionID,
    } as const;
    return addLot(tx, lot, { kind: 'refunded', account: HOURS.issued, reason });
  },
};

/**
 * Takes the hours that a card refund of a package paid for. Used, sent or reserved hours cannot be refunded.
 * The purchase is locked.
 */
export async function takeHoursBack(
  tx: Tx,
  attempt: Attempt,
  { transactionID, paymentID, customerID, cents, left, reason }: MoneyGivenBack,
): Promise<Refusal<'not_refundable'> | undefined> {
  const purchase = await lockPurchase(tx, attempt.targetID);
  // An accidental second payment: it bought no hours.
  if (purchase.transactionID !== paymentID) return undefined;
  if (left === 0) await releasePromos(tx, 'credit-package', [purchase.id]);
  const lot = (await lockLots(tx, customerID)).find(({ id }) => id === purchase.lotID);
  const taken = lot === undefined ? null : hoursToTakeBack(lot, cents);
  if (lot === undefined || taken === null) return notThatMuch(lot?.costLeft ?? 0);
  await moveHours(tx, {
    customerID,
    kind: 'refunded',
    direction: 'out-of-lots',
    parts: [{ lotID: lot.id, perHour: lot.perHour, hours: taken.hours, cost: taken.cost }],
    account: HOURS.issued,
    cause: { kind: 'transaction', id: transactionID },
    key: transactionID,
    transactionID,
    reason,
    money: earnedEntries(taken.earned, EXPIRED_REVENUE),
  });
  return undefined;
}

/**
 * Takes the remaining hours of a package whose dispute was lost after some of them were used. Their cost is
 * no longer deferred; the alarm deals with the money. The purchase is locked.
 */
export async function takeRestBack(
  tx: Tx,
  attempt: Attempt,
  { transactionID, reason }: { readonly transactionID: string; readonly reason: string },
): Promise<void> {
  const { customerID, lotID, transactionID: paidBy } = await lockPurchase(tx, attempt.targetID);
  const lot = (await lockLots(tx, customerID)).find(({ id }) => id === lotID);
  if (lot === undefined || paidBy !== transactionID) return;
  const { id, perHour, remaining, costLeft } = lot;
  await moveHours(tx, {
    customerID,
    kind: 'adjusted',
    direction: 'out-of-lots',
    parts: [{ lotID: id, perHour, hours: remaining, cost: costLeft }],
    account: HOURS.issued,
    cause: { kind: 'transaction', id: transactionID },
    key: `dispute-lost:${transactionID}`,
    transactionID,
    reason,
    money: earnedEntries(costLeft, EXPIRED_REVENUE),
  });
}

/**
 * Undoes the effects of a package refund that failed: its hours and their cost return to the lot, and its
 * promo code is used again if a use is left. The purchase is locked.
 */
export async function restoreHours(
  tx: Tx,
  attempt: Attempt,
  { transactionID, refundID, customerID, cents, reason }: ReversedRefund,
): Promise<void> {
  const { lotID, perHour } = await lockPurchase(tx, attempt.targetID);
  const taken = lotID === null ? null : await findTaken(tx, lotID, refundID);
  if (lotID === null || taken === null) return; // an accidental second payment: the refund took no hours
  await takePromoAgain(tx, { kind: 'credit-package', id: attempt.targetID });
  const earned = (await entriesOf(tx, taken.ledgerTxID)).filter(({ commodity }) => commodity === 'SGD');
  const notRefunded = earned.find(({ account }) => account === DEFERRED_REVENUE)?.amount ?? 0;
  const move = {
    customerID,
    kind: 'returned',
    parts: [{ lotID, perHour, hours: taken.hours, cost: cents + notRefunded }],
    account: HOURS.issued,
    cause: { kind: 'transaction', id: transactionID },
    key: transactionID,
    transactionID,
    reason,
    money: earned.map((entry) => ({ ...entry, amount: -entry.amount })),
  } as const;
  const at = { now: tx.clock.now(), zone: tx.config.BUSINESS_TZ };
  await returnHours(tx, move, (lot) => expiryAfterFailedRefund(lot.expiresAt, at));
}

/** The hours that a refund took out of a lot; null if none. */
async function findTaken(
  tx: Tx,
  lotID: string,
  refundID: string,
): Promise<{ readonly hours: Hours; readonly ledgerTxID: string } | null> {
  const row = await tx.db
    .selectFrom('credit_movement')
    .select(['hours', 'ledgerTxID'])
    .where('lotID', '=', lotID)
    .where('transactionID', '=', refundID)
    .where('kind', '=', 'refunded')
    .executeTakeFirst();
  return row === undefined ? null : { hours: -row.hours, ledgerTxID: row.ledgerTxID };
}

function notThatMuch(left: number): Refusal<'not_refundable'> {
  const detail =
    left > 0
      ? `Only hours that are left can be refunded. They cost S$${dollars(left)}.`
      : 'All hours of this package have been used or sent.';
  return refuse('not_refundable', { detail, extensions: { left } });
}
