import { type Attempt, type PaymentPurpose, raiseAlarm } from '#features/money/payments/server/index.ts';
import { markPromosUsed, releasePromos, takePromoAgain } from '#features/money/promo-codes/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendKind } from '#platform/server/messages.ts';
import { HOURS } from '../rules/accounts.ts';
import { expiryOfNew } from '../rules/expiry.ts';
import { HOURS_BOUGHT, lastDay } from '../texts/mails.ts';
import { addLot } from './lots.ts';
import { lockPurchase, type Purchase } from './purchases.ts';
import { restoreHours, takeHoursBack, takeRestBack } from './refund-hours.ts';

/** Applies the outcome of a payment for a package of hours, in the transaction of the outcome. */
export const purchasePayment: PaymentPurpose = {
  async lock(tx, attempt) {
    await lockPurchase(tx, attempt.targetID);
  },

  /**
   * The payment succeeded, so the customer gets the hours, even if the purchase had ended and released its
   * promo code. The code is reserved again; if others have used it up, an alarm lets the office decide.
   */
  async succeeded(tx, attempt, transactionID) {
    const purchase = await lockPurchase(tx, attempt.targetID);
    if (purchase.status === 'paid') {
      await reportUnwanted(tx, attempt, {
        transactionID,
        why: 'This package of hours was already paid for.',
      });
      return;
    }
    const hasCode = await takePromoAgain(tx, { kind: 'credit-package', id: purchase.id });
    const paid = { cost: attempt.amount, charged: attempt.amount, transactionID };
    await markPurchasePaid(tx, purchase, paid);
    if (hasCode) return;
    const why = `The hours are the customer’s, but the payment came late: the promo code ${purchase.promocode} has been used up since.`;
    await reportUnwanted(tx, attempt, { transactionID, why });
  },

  /** Nothing was charged: the promo code is released, and another try is a new purchase. */
  async failed(tx, attempt) {
    const purchase = await lockPurchase(tx, attempt.targetID);
    if (purchase.status !== 'open') return;
    await tx.db
      .updateTable('credit_purchase')
      .set({ status: 'failed', decidedAt: tx.clock.now().toString() })
      .where('id', '=', purchase.id)
      .execute();
    await releasePromos(tx, 'credit-package', [purchase.id]);
  },

  refunding: takeHoursBack,
  disputeLost: takeRestBack,
  refundReversed: restoreHours,
};

async function reportUnwanted(
  tx: Tx,
  attempt: Attempt,
  { transactionID, why }: { readonly transactionID: string; readonly why: string },
): Promise<void> {
  await raiseAlarm(tx, {
    kind: 'unwanted_payment',
    why,
    attemptID: attempt.id,
    transactionID,
    customerID: attempt.customerID,
    paymentIntentID: attempt.paymentIntentID,
    cents: attempt.amount,
  });
}

interface Paid {
  /** The cost of the hours in cents: what was charged, or waived as below the card minimum. */
  readonly cost: Cents;
  /** Cents that were charged. */
  readonly charged: Cents;
  readonly transactionID: string;
}

/** Grants the hours of a paid or waived purchase, which is locked. */
export async function markPurchasePaid(
  tx: Tx,
  purchase: Purchase,
  { cost, charged, transactionID }: Paid,
): Promise<void> {
  const { id, customerID, hours, perHour } = purchase;
  const now = tx.clock.now();
  const expiresAt = expiryOfNew(now, tx.config.BUSINESS_TZ);
  const lotID = tx.newID();
  const lot = { id: lotID, customerID, perHour, hours, cost, expiresAt, transactionID };
  await addLot(tx, { ...lot, source: 'purchase' }, { kind: 'bought', account: HOURS.issued });
  await tx.db
    .updateTable('credit_purchase')
    .set({ status: 'paid', lotID, transactionID, decidedAt: now.toString() })
    .where('id', '=', id)
    .execute();
  await markPromosUsed(tx, 'credit-package', [id]);
  const until = lastDay(expiresAt, tx.config.BUSINESS_TZ);
  await mailReceipt(tx, purchase, { paid: charged, until });
}

async function mailReceipt(
  tx: Tx,
  { customerID, label, hours }: Purchase,
  receipt: { readonly paid: Cents; readonly until: string },
): Promise<void> {
  const customer = await getCustomer(tx, customerID);
  if (customer === null) return;
  await sendKind(tx, HOURS_BOUGHT, {
    to: { email: customer.email },
    customerID,
    data: { firstname: customer.firstname, label, hours, ...receipt },
  });
}
