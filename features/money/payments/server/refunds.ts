import type { Selectable } from 'kysely';
import type { PaymentRefund } from '#database/generated.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { RefundStatus } from '../rules/refund.ts';

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

export interface NewRefund {
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
