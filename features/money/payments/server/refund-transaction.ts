import type { z } from 'zod';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { refundTransaction as call, TransactionReply } from '../contract.ts';
import { lockPaidFor, type NotRefunded, refundPayment } from './refund-payment.ts';
import { readTransaction } from './transaction-record.ts';

/** The office refunds a payment. Replies the refund, which is posted; a task refunds the card. */
export function refundTransaction(
  ctx: ContextOf<'admin'>,
  transactionId: string,
  { amount, jobID, to, reason }: z.output<typeof call.body>,
): Promise<TransactionReply | NotRefunded | Refusal<'unavailable'>> {
  const giveBack = async (tx: Tx): Promise<TransactionReply | NotRefunded> => {
    await lockPaidFor(tx, transactionId);
    const of = { transactionId, jobId: jobID ?? undefined, cents: amount ?? undefined };
    const refund = await refundPayment(tx, { ...of, to, reason });
    if (isRefusal(refund)) return refund;
    return saveIdempotentReply(tx, await readTransaction(tx, refund.transactionId));
  };
  return inTransaction(ctx, giveBack);
}
