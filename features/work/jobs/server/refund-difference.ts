import { paidForJob, refundPayment } from '#features/money/payments/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { insertPriceChange } from './price-change-record.ts';

/** Refunds part of the card payments of a locked job, newest payment first. */
export async function refundDifference(
  tx: Tx,
  jobId: string,
  { cents, reason }: { readonly cents: Cents; readonly reason: string },
): Promise<Refusal<'not_found' | 'not_refundable' | 'payment_disputed' | 'refund_too_much'> | null> {
  const shares = shareOut(cents, await paidForJob(tx, jobId));
  if (shares === null) {
    const detail =
      'Less than that is left of what was paid by card. Keep the price as it is, and give the rest back by hand.';
    return refuse('not_refundable', { detail });
  }
  // By id, the global lock order of payments.
  for (const share of shares.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1))) {
    const parts = [{ jobId, cents: share.cents }];
    const refunded = await refundPayment(tx, {
      transactionId: share.transactionId,
      parts,
      to: 'card',
      reason,
    });
    if (isRefusal(refunded)) return refunded;
    await insertPriceChange(tx, { jobId, cents: -share.cents, transactionId: refunded.transactionId });
  }
  return null;
}

interface Share {
  readonly transactionId: string;
  readonly cents: Cents;
}

/** Null if the payments do not cover the amount. */
function shareOut(cents: Cents, payments: readonly Share[]): Share[] | null {
  const shares: Share[] = [];
  let left = cents;
  for (const { transactionId, cents: paid } of payments) {
    if (left > 0) shares.push({ transactionId, cents: Math.min(left, paid) });
    left -= Math.min(left, paid);
  }
  return left === 0 ? shares : null;
}
