import { dollars } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { FoundRefund, RefundOutcome } from '#platform/server/providers/payments.ts';
import { ASK_PENDING_EVERY, judgeRefund, type RefundNews } from '../rules/refund.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { type CardRefund, lockRefund } from './refunds.ts';

/** Interval for querying again after an inconclusive reply. */
const ASK_AGAIN = Temporal.Duration.from({ minutes: 1 });

/**
 * Applies the provider's outcome of a refund. The task, the cron job and the webhook all call this, in any
 * order and any number of times; the lock on the refund's row serialises them, and judgeRefund decides.
 */
export async function applyRefundOutcome(
  ctx: Context,
  refundId: string,
  outcome: RefundOutcome,
): Promise<void> {
  await inTransaction(ctx, async (tx) => applyNews(tx, await lockRefund(tx, refundId), outcome));
}

/** As applyRefundOutcome, for a refund that was looked up. A different amount than ours raises an alarm. */
export async function applyFoundRefund(ctx: Context, refundId: string, found: FoundRefund): Promise<void> {
  await inTransaction(ctx, async (tx) => applyFound(tx, await lockRefund(tx, refundId), found));
}

/** The same for a refund whose row is locked. */
export async function applyFound(tx: Tx, refund: CardRefund, found: FoundRefund): Promise<void> {
  if (found.amount === refund.cents && found.currency === 'SGD') return applyNews(tx, refund, newsOf(found));
  const { providerRefundId, amount, currency } = found;
  const why = `${currency} ${dollars(amount)} went back to the card, but SGD ${dollars(refund.cents)} was expected.`;
  await raiseRefundAlarm(tx, refund, { kind: 'unknown_refund', why, providerRef: providerRefundId });
  if (refund.status === 'succeeded' || refund.status === 'failed') return;
  const again = tx.clock.now().add(ASK_PENDING_EVERY).toString();
  await update(tx, refund, { status: 'unknown', next_check_at: again });
}

function newsOf(found: FoundRefund): RefundNews {
  const { status, providerRefundId, code } = found;
  return status === 'failed'
    ? { status, providerRefundId, code: code ?? 'failed' }
    : { status, providerRefundId };
}

/** Applies a report to a refund whose row is locked. */
async function applyNews(tx: Tx, refund: CardRefund, news: RefundNews): Promise<void> {
  const step = judgeRefund(refund, news);
  const now = tx.clock.now();
  const goesBack = (news.status === 'succeeded' || news.status === 'pending') && step !== 'nothing';
  if (goesBack && refund.reversalId !== null) return raiseArrivedAfterAll(tx, refund, news.providerRefundId);
  if (step === 'succeed' && news.status === 'succeeded') {
    const { providerRefundId } = news;
    const settled = { provider_refund_id: providerRefundId, settled_at: now.toString(), failure_code: null };
    await update(tx, refund, { status: 'succeeded', next_check_at: null, ...settled });
  }
  if (step === 'wait' && news.status === 'pending') {
    const { providerRefundId } = news;
    const again = now.add(ASK_PENDING_EVERY).toString();
    await update(tx, refund, {
      status: 'pending',
      provider_refund_id: providerRefundId,
      next_check_at: again,
    });
  }
  if (step === 'ask-again') {
    tx.log.warn({ refundId: refund.id, news }, 'refund outcome unknown');
    await update(tx, refund, { status: 'unknown', next_check_at: now.add(ASK_AGAIN).toString() });
  }
  if (step === 'fail' && news.status === 'failed') await fail(tx, refund, news);
}

/** The money stays refunded in the ledger until the office has resolved the alarm. */
async function fail(tx: Tx, refund: CardRefund, news: RefundNews & { status: 'failed' }): Promise<void> {
  await update(tx, refund, {
    status: 'failed',
    failure_code: news.code,
    settled_at: tx.clock.now().toString(),
    next_check_at: null,
    ...(news.providerRefundId === null ? {} : { provider_refund_id: news.providerRefundId }),
  });
  await raiseRefundAlarm(tx, refund, {
    kind: 'refund_failed',
    why: `S$${dollars(refund.cents)} did not go back to the card: ${news.code}. The customer has not received it.`,
    providerRef: refund.id,
  });
}

/** The refund was booked back as failed, and then it succeeded. */
async function raiseArrivedAfterAll(tx: Tx, refund: CardRefund, providerRefundId: string): Promise<void> {
  await raiseRefundAlarm(tx, refund, {
    kind: 'unknown_refund',
    why: `S$${dollars(refund.cents)} went back to the card after all: the refund was recorded as failed here.`,
    providerRef: providerRefundId,
  });
}

async function raiseRefundAlarm(
  tx: Tx,
  refund: CardRefund,
  alarm: { kind: 'refund_failed' | 'unknown_refund'; why: string; providerRef: string },
): Promise<void> {
  const given = await tx.db
    .selectFrom('money_transaction')
    .select('customer_id')
    .where('id', '=', refund.transactionId)
    .executeTakeFirstOrThrow();
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select(['job_id', 'cents'])
    .where('transaction_id', '=', refund.transactionId)
    .orderBy('job_id')
    .execute();
  await raiseAlarm(tx, {
    ...alarm,
    transactionId: refund.transactionId,
    customerId: given.customer_id,
    paymentIntentId: refund.paymentIntentId,
    cents: refund.cents,
    jobs: parts.map((part) => ({ jobId: part.job_id, cents: -part.cents })),
  });
}

interface RefundChange {
  readonly status: CardRefund['status'];
  readonly provider_refund_id?: string;
  readonly failure_code?: string | null;
  readonly settled_at?: string;
  readonly next_check_at: string | null;
}

async function update(tx: Tx, refund: CardRefund, change: RefundChange): Promise<void> {
  await tx.db.updateTable('payment_refund').set(change).where('id', '=', refund.id).execute();
}
