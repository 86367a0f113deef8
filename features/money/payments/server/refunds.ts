import type { Selectable } from 'kysely';
import type { PaymentRefund } from '#database/generated.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { answerOf } from '#platform/server/await-outcome.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { inTransaction, isTx } from '#platform/server/database/transaction.ts';
import type { FoundRefund, RefundOutcome } from '#platform/server/providers/payments.ts';
import { KEY_LIFETIME, REPEAT_AFTER } from '../rules/attempt.ts';
import { ASK_PENDING_EVERY, judgeRefund, type RefundNews, type RefundStatus } from '../rules/refund.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** A refund to a card. Its id is the provider's idempotency key. */
export interface CardRefund {
  readonly id: string;
  /** The refund transaction and the refunded payment. */
  readonly transactionId: string;
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly cents: Cents;
  /** `provider`: made by hand at the provider, and posted here. */
  readonly origin: 'kemas' | 'provider';
  readonly status: RefundStatus;
  readonly providerRefundId: string | null;
  readonly failureCode: string | null;
  /** The transaction that reversed the refund after it failed. */
  readonly reversalId: string | null;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/** @throws if there is no such refund: ids come from our own rows. */
export async function loadRefund(ctx: Context, id: string): Promise<CardRefund> {
  return toRefund(
    await ctx.db.selectFrom('payment_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Loads and locks the refund: everything that applies an outcome to it is serialised here. */
export async function lockRefund(tx: Tx, id: string): Promise<CardRefund> {
  return toRefund(
    await tx.db
      .selectFrom('payment_refund')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

/** All our records of refunds of a payment at the provider, oldest first. */
export async function findRefundsOf(ctx: Context, paymentIntentId: string): Promise<CardRefund[]> {
  const rows = await ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('stripe_pi_id', '=', paymentIntentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toRefund);
}

interface NewRefund {
  readonly transactionId: string;
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly cents: Cents;
  /**
   * Null for a refund of ours that is still to be sent. Otherwise made by hand, with its id at the provider
   * if known.
   */
  readonly byHand: { readonly providerRefundId: string | null } | null;
}

/** Inserts a refund, and queues ours for sending. */
export async function insertRefund(tx: Tx, of: NewRefund): Promise<void> {
  const id = tx.newId();
  const now = tx.clock.now().toString();
  const state =
    of.byHand === null
      ? ({ origin: 'kemas', status: 'created' } as const)
      : ({
          origin: 'provider',
          status: 'succeeded',
          provider_refund_id: of.byHand.providerRefundId,
          settled_at: now,
        } as const);
  await tx.db
    .insertInto('payment_refund')
    .values({
      id,
      transaction_id: of.transactionId,
      payment_id: of.paymentId,
      stripe_pi_id: of.paymentIntentId,
      cents: of.cents,
      created_at: now,
      ...state,
    })
    .execute();
  if (of.byHand === null) await tx.outbox.publish(tx, 'send-refund', { refundId: id });
}

export function toRefund(row: Selectable<PaymentRefund>): CardRefund {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    paymentId: row.payment_id,
    paymentIntentId: row.stripe_pi_id,
    cents: row.cents,
    origin: row.origin as CardRefund['origin'],
    status: row.status as RefundStatus,
    providerRefundId: row.provider_refund_id,
    failureCode: row.failure_code,
    reversalId: row.reversal_id,
    createdAt: readDatabaseTime(row.created_at),
    sentAt: row.sent_at === null ? null : readDatabaseTime(row.sent_at),
  };
}

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'send-refund': { readonly refundId: string };
  }
}

/**
 * Task: sends a refund to the provider. Whoever claims the refund sends it, with its id as the idempotency
 * key.
 */
export async function sendRefund(ctx: Context, { refundId }: { readonly refundId: string }): Promise<void> {
  if (isTx(ctx)) throw new Error('Commit first: a refund cannot be rolled back.');
  const claimed = await claim(ctx, refundId);
  if (claimed === null) return;
  await applyRefundOutcome(ctx, refundId, await send(ctx, claimed));
}

/**
 * In a restored database: a refund that was not sent yet may have been sent since the backup. It counts as sent when it was
 * made, so that it is sent again only while the provider knows its key, and looked up after that.
 */
export async function lookUpRefundsFirst(db: Db): Promise<void> {
  await db
    .updateTable('payment_refund')
    .set(({ ref }) => ({ status: 'unknown', sent_at: ref('created_at'), next_check_at: ref('created_at') }))
    .where('status', '=', 'created')
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * Looks up a refund at the provider; null if the provider has never seen it.
 * @throws if the provider cannot be reached
 */
export async function findRefund(ctx: Context, refund: CardRefund): Promise<FoundRefund | null> {
  const all = (await ctx.providers.payments.findRefunds(refund.paymentIntentId)) ?? [];
  const isIt = (one: FoundRefund) =>
    one.refundId === refund.id || one.providerRefundId === refund.providerRefundId;
  return all.find(isIt) ?? null;
}

/**
 * Claims the right to send: returns the refund, or null. One in flight belongs to its sender until that has
 * timed out.
 */
async function claim(ctx: Context, refundId: string): Promise<CardRefund | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('payment_refund')
    .set({ status: 'sent', sent_at: now.toString(), next_check_at: null })
    .where('id', '=', refundId)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sent_at', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    // Once the provider has forgotten the key, a sent refund is looked up and never sent again.
    .where(({ or, eb }) =>
      or([eb('sent_at', 'is', null), eb('created_at', '>', now.subtract(KEY_LIFETIME).toString())]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toRefund(claimed);
}

function send(ctx: Context, refund: CardRefund): Promise<RefundOutcome> {
  return answerOf(() =>
    ctx.providers.payments.refund({
      refundId: refund.id,
      paymentIntentId: refund.paymentIntentId,
      amount: refund.cents,
      metadata: { transaction_id: refund.transactionId },
    }),
  );
}

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

/** The refund was reversed as failed, and then it succeeded. */
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
