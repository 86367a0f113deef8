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
  readonly transactionID: string;
  readonly paymentID: string;
  readonly paymentIntentID: string;
  readonly cents: Cents;
  /** `provider`: made by hand at the provider, and posted here. */
  readonly origin: 'kemas' | 'provider';
  readonly status: RefundStatus;
  readonly providerRefundID: string | null;
  readonly failureCode: string | null;
  /** The transaction that reversed the refund after it failed. */
  readonly reversalID: string | null;
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
export async function findRefundsOf(ctx: Context, paymentIntentID: string): Promise<CardRefund[]> {
  const rows = await ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('stripePiID', '=', paymentIntentID)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(toRefund);
}

interface NewRefund {
  readonly transactionID: string;
  readonly paymentID: string;
  readonly paymentIntentID: string;
  readonly cents: Cents;
  /**
   * Null for a refund of ours that is still to be sent. Otherwise made by hand, with its id at the provider
   * if known.
   */
  readonly byHand: { readonly providerRefundID: string | null } | null;
}

/** Inserts a refund, and queues ours for sending. */
export async function insertRefund(tx: Tx, of: NewRefund): Promise<void> {
  const id = tx.newID();
  const now = tx.clock.now().toString();
  const state =
    of.byHand === null
      ? ({ origin: 'kemas', status: 'created' } as const)
      : ({
          origin: 'provider',
          status: 'succeeded',
          providerRefundID: of.byHand.providerRefundID,
          settledAt: now,
        } as const);
  await tx.db
    .insertInto('payment_refund')
    .values({
      id,
      transactionID: of.transactionID,
      paymentID: of.paymentID,
      stripePiID: of.paymentIntentID,
      cents: of.cents,
      createdAt: now,
      ...state,
    })
    .execute();
  if (of.byHand === null) await tx.outbox.publish(tx, 'send-refund', { refundID: id });
}

export function toRefund(row: Selectable<PaymentRefund>): CardRefund {
  return {
    id: row.id,
    transactionID: row.transactionID,
    paymentID: row.paymentID,
    paymentIntentID: row.stripePiID,
    cents: row.cents,
    origin: row.origin as CardRefund['origin'],
    status: row.status as RefundStatus,
    providerRefundID: row.providerRefundID,
    failureCode: row.failureCode,
    reversalID: row.reversalID,
    createdAt: readDatabaseTime(row.createdAt),
    sentAt: row.sentAt === null ? null : readDatabaseTime(row.sentAt),
  };
}

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'send-refund': { readonly refundID: string };
  }
}

/**
 * Task: sends a refund to the provider. Whoever claims the refund sends it, with its id as the idempotency
 * key.
 */
export async function sendRefund(ctx: Context, { refundID }: { readonly refundID: string }): Promise<void> {
  if (isTx(ctx)) throw new Error('Commit first: a refund cannot be rolled back.');
  const claimed = await claim(ctx, refundID);
  if (claimed === null) return;
  await applyRefundOutcome(ctx, refundID, await send(ctx, claimed));
}

/**
 * In a restored database: a refund that was not sent yet may have been sent since the backup. It counts as sent when it was
 * made, so that it is sent again only while the provider knows its key, and looked up after that.
 */
export async function lookUpRefundsFirst(db: Db): Promise<void> {
  await db
    .updateTable('payment_refund')
    .set(({ ref }) => ({ status: 'unknown', sentAt: ref('createdAt'), nextCheckAt: ref('createdAt') }))
    .where('status', '=', 'created')
    .where('sentAt', 'is', null)
    .execute();
}

/**
 * Looks up a refund at the provider; null if the provider has never seen it.
 * @throws if the provider cannot be reached
 */
export async function findRefund(ctx: Context, refund: CardRefund): Promise<FoundRefund | null> {
  const all = (await ctx.providers.payments.findRefunds(refund.paymentIntentID)) ?? [];
  const isIt = (one: FoundRefund) =>
    one.refundID === refund.id || one.providerRefundID === refund.providerRefundID;
  return all.find(isIt) ?? null;
}

/**
 * Claims the right to send: returns the refund, or null. One in flight belongs to its sender until that has
 * timed out.
 */
async function claim(ctx: Context, refundID: string): Promise<CardRefund | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('payment_refund')
    .set({ status: 'sent', sentAt: now.toString(), nextCheckAt: null })
    .where('id', '=', refundID)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sentAt', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    // Once the provider has forgotten the key, a sent refund is looked up and never sent again.
    .where(({ or, eb }) =>
      or([eb('sentAt', 'is', null), eb('createdAt', '>', now.subtract(KEY_LIFETIME).toString())]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toRefund(claimed);
}

function send(ctx: Context, refund: CardRefund): Promise<RefundOutcome> {
  return answerOf(() =>
    ctx.providers.payments.refund({
      refundID: refund.id,
      paymentIntentID: refund.paymentIntentID,
      amount: refund.cents,
      metadata: { transactionID: refund.transactionID },
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
  refundID: string,
  outcome: RefundOutcome,
): Promise<void> {
  await inTransaction(ctx, async (tx) => applyNews(tx, await lockRefund(tx, refundID), outcome));
}

/** As applyRefundOutcome, for a refund that was looked up. A different amount than ours raises an alarm. */
export async function applyFoundRefund(ctx: Context, refundID: string, found: FoundRefund): Promise<void> {
  await inTransaction(ctx, async (tx) => applyFound(tx, await lockRefund(tx, refundID), found));
}

/** The same for a refund whose row is locked. */
export async function applyFound(tx: Tx, refund: CardRefund, found: FoundRefund): Promise<void> {
  if (found.amount === refund.cents && found.currency === 'SGD') return applyNews(tx, refund, newsOf(found));
  const { providerRefundID, amount, currency } = found;
  const why = `${currency} ${dollars(amount)} went back to the card, but SGD ${dollars(refund.cents)} was expected.`;
  await raiseRefundAlarm(tx, refund, { kind: 'unknown_refund', why, providerRef: providerRefundID });
  if (refund.status === 'succeeded' || refund.status === 'failed') return;
  const again = tx.clock.now().add(ASK_PENDING_EVERY).toString();
  await update(tx, refund, { status: 'unknown', nextCheckAt: again });
}

function newsOf(found: FoundRefund): RefundNews {
  const { status, providerRefundID, code } = found;
  return status === 'failed'
    ? { status, providerRefundID, code: code ?? 'failed' }
    : { status, providerRefundID };
}

/** Applies a report to a refund whose row is locked. */
async function applyNews(tx: Tx, refund: CardRefund, news: RefundNews): Promise<void> {
  const step = judgeRefund(refund, news);
  const now = tx.clock.now();
  const goesBack = (news.status === 'succeeded' || news.status === 'pending') && step !== 'nothing';
  if (goesBack && refund.reversalID !== null) return raiseArrivedAfterAll(tx, refund, news.providerRefundID);
  if (step === 'succeed' && news.status === 'succeeded') {
    const { providerRefundID } = news;
    const settled = { providerRefundID, settledAt: now.toString(), failureCode: null };
    await update(tx, refund, { status: 'succeeded', nextCheckAt: null, ...settled });
  }
  if (step === 'wait' && news.status === 'pending') {
    const { providerRefundID } = news;
    const again = now.add(ASK_PENDING_EVERY).toString();
    await update(tx, refund, {
      status: 'pending',
      providerRefundID,
      nextCheckAt: again,
    });
  }
  if (step === 'ask-again') {
    tx.log.warn({ refundID: refund.id, news }, 'refund outcome unknown');
    await update(tx, refund, { status: 'unknown', nextCheckAt: now.add(ASK_AGAIN).toString() });
  }
  if (step === 'fail' && news.status === 'failed') await fail(tx, refund, news);
}

/** The money stays refunded in the ledger until the office has resolved the alarm. */
async function fail(tx: Tx, refund: CardRefund, news: RefundNews & { status: 'failed' }): Promise<void> {
  await update(tx, refund, {
    status: 'failed',
    failureCode: news.code,
    settledAt: tx.clock.now().toString(),
    nextCheckAt: null,
    ...(news.providerRefundID === null ? {} : { providerRefundID: news.providerRefundID }),
  });
  await raiseRefundAlarm(tx, refund, {
    kind: 'refund_failed',
    why: `S$${dollars(refund.cents)} did not go back to the card: ${news.code}. The customer has not received it.`,
    providerRef: refund.id,
  });
}

/** The refund was reversed as failed, and then it succeeded. */
async function raiseArrivedAfterAll(tx: Tx, refund: CardRefund, providerRefundID: string): Promise<void> {
  await raiseRefundAlarm(tx, refund, {
    kind: 'unknown_refund',
    why: `S$${dollars(refund.cents)} went back to the card after all: the refund was recorded as failed here.`,
    providerRef: providerRefundID,
  });
}

async function raiseRefundAlarm(
  tx: Tx,
  refund: CardRefund,
  alarm: { kind: 'refund_failed' | 'unknown_refund'; why: string; providerRef: string },
): Promise<void> {
  const given = await tx.db
    .selectFrom('money_transaction')
    .select('customerID')
    .where('id', '=', refund.transactionID)
    .executeTakeFirstOrThrow();
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select(['jobID', 'cents'])
    .where('transactionID', '=', refund.transactionID)
    .orderBy('jobID')
    .execute();
  await raiseAlarm(tx, {
    ...alarm,
    transactionID: refund.transactionID,
    customerID: given.customerID,
    paymentIntentID: refund.paymentIntentID,
    cents: refund.cents,
    jobs: parts.map((part) => ({ jobID: part.jobID, cents: -part.cents })),
  });
}

interface RefundChange {
  readonly status: CardRefund['status'];
  readonly providerRefundID?: string;
  readonly failureCode?: string | null;
  readonly settledAt?: string;
  readonly nextCheckAt: string | null;
}

async function update(tx: Tx, refund: CardRefund, change: RefundChange): Promise<void> {
  await tx.db.updateTable('payment_refund').set(change).where('id', '=', refund.id).execute();
}
