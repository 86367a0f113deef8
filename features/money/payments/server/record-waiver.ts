import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';
import { PROMO_EXPENSE } from '../rules/accounts.ts';
import { type Purpose, SMALLEST_CHARGE } from '../rules/attempt.ts';
import { type PaymentMethod, typeOf } from '../rules/transaction.ts';
import { findActiveAttempt, lockTarget } from './attempts.ts';
import { insertTransaction } from './insert-transaction.ts';

export interface Waiver {
  readonly purpose: Purpose;
  readonly targetId: string;
  readonly customerId: string;
  /** Cents left to pay that are waived: 0, or less than SMALLEST_CHARGE. */
  readonly amount: Cents;
  /** `credits` if prepaid hours paid for it. */
  readonly method: Extract<PaymentMethod, 'credits' | 'adjustment'>;
  readonly description: string;
  /** The account that would have received the income, `revenue:one-time`. */
  readonly income: string;
  readonly packageId?: string;
  /** The jobs that it pays: the target and the other visits of its series. */
  readonly jobIds?: readonly string[];
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
  const id = tx.newId();
  const ledgerTxId = of.amount === 0 ? null : await postWaiver(tx, id, of);
  await insertTransaction(tx, {
    id,
    type: typeOf(of.purpose),
    method: of.method,
    total: 0,
    customerId: of.customerId,
    jobId: of.purpose === 'job' ? of.targetId : null,
    packageId: of.packageId ?? null,
    ledgerTxId,
    details: of.description,
    allocations: (of.jobIds ?? []).map((jobId) => ({ jobId, cents: 0 })),
  });
  return id;
}

async function postWaiver(tx: Tx, transactionId: string, of: Waiver): Promise<string> {
  await audit(tx, {
    action: 'payment.waived',
    subject: { kind: 'money_transaction', id: transactionId },
    after: { cents: of.amount, purpose: of.purpose, targetId: of.targetId },
    reason: 'Below the card minimum',
  });
  return recordLedger(tx, {
    kind: 'waiver',
    ref: { kind: 'transaction', id: transactionId },
    idempotencyKey: `waiver:${transactionId}`,
    entries: moneyEntries({ from: of.income, to: PROMO_EXPENSE, amount: of.amount }),
  });
}
