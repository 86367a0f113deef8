import { entriesOf, recordLedger } from '#features/money/ledger/server/index.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import type { AlarmReply } from '../contract.ts';
import { insertTransaction } from './insert-transaction.ts';
import { purposeOf } from './purposes.ts';
import { lockPaidFor } from './refund-payment.ts';
import { type CardRefund, loadRefund, lockRefund } from './refunds.ts';

/**
 * Reverses a failed refund whose money stays here, and restores what the refund had taken from the
 * customer. Returns the id of the reversing transaction.
 */
export async function reverseRefund(
  tx: Tx<ContextOf<'admin'>['actor']>,
  alarm: AlarmReply,
  reason: string,
): Promise<string> {
  const { id: refundId, paymentId } = await loadRefund(tx, String(alarm.providerRef));
  const attempt = await lockPaidFor(tx, paymentId);
  const refund = await lockRefund(tx, refundId);
  if (refund.status !== 'failed' || refund.reversalId !== null) {
    throw new Error(`Refund ${refund.id} has not failed, or is already reversed.`);
  }
  const { id, customerId } = await postReversal(tx, refund);
  await tx.db.updateTable('payment_refund').set({ reversal_id: id }).where('id', '=', refund.id).execute();
  await audit(tx, {
    action: 'transaction.refund-reversed',
    subject: { kind: 'transaction', id },
    after: { refund: refund.transactionId, cents: refund.cents },
  });
  if (attempt !== null) {
    const { transactionId: given, cents } = refund;
    const reversed = { transactionId: id, refundId: given, customerId, cents, reason };
    await purposeOf(tx, attempt).refundReversed?.(tx, attempt, reversed);
  }
  return id;
}

async function postReversal(tx: Tx, refund: CardRefund): Promise<{ id: string; customerId: string }> {
  const given = await tx.db
    .selectFrom('money_transaction')
    .selectAll()
    .where('id', '=', refund.transactionId)
    .executeTakeFirstOrThrow();
  const lines = given.ledger_tx_id === null ? [] : await entriesOf(tx, given.ledger_tx_id);
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select(['job_id', 'cents'])
    .where('transaction_id', '=', given.id)
    .execute();
  const id = tx.newId();
  const ledgerTxId = await recordLedger(tx, {
    kind: 'refund-reversed',
    ref: { kind: 'transaction', id },
    idempotencyKey: `refund-reversed:${refund.id}`,
    entries: lines.map((line) => ({ ...line, amount: -line.amount })),
  });
  await insertTransaction(tx, {
    id,
    type: 'refund',
    method: 'card',
    total: refund.cents,
    customerId: given.customer_id,
    jobId: given.job_id,
    packageId: given.package_id,
    ledgerTxId,
    details: `Refund did not arrive: ${given.details.replace(/^Refund: /, '')}`,
    refundOf: refund.paymentId,
    allocations: parts.map((part) => ({ jobId: part.job_id, cents: -part.cents })),
  });
  return { id, customerId: given.customer_id };
}
