import { type Selectable, sql } from 'kysely';
import type { PaymentAttempt } from '#database/generated.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type AttemptStatus, OPEN, type Purpose } from '../rules/attempt.ts';
import type { CardChoice } from '../rules/card.ts';

/** One attempt to take a payment. Its id is the provider's idempotency key. */
export interface Attempt {
  readonly id: string;
  readonly purpose: Purpose;
  /** The job, purchase or transaction that it pays for. */
  readonly targetId: string;
  readonly customerId: string;
  /** Cents, frozen. */
  readonly amount: Cents;
  readonly currency: string;
  /** The itemised price that the customer agreed to, stored as given. */
  readonly priceSnapshot: unknown;
  readonly status: AttemptStatus;
  /** Identifies the request that began it (idOfRequest); null without an Idempotency-Key. */
  readonly requestKey: string | null;
  readonly order: PaymentOrder;
  readonly paymentIntentId: string | null;
  readonly clientSecret: string | null;
  readonly failureCode: string | null;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/** How it is to be paid. Stored with the attempt, so that another process can finish it. */
export interface PaymentOrder {
  /** Null once the attempt is decided: a token is good for one payment. */
  readonly card: CardChoice | null;
  readonly receiptEmail: string | null;
  readonly description: string;
  /** The office charges off-session. */
  readonly offSession: boolean;
  readonly packageId: string | null;
}

/** @throws if there is no such attempt: ids come from our own rows. */
export async function loadAttempt(ctx: Context, id: string): Promise<Attempt> {
  return toAttempt(
    await ctx.db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Loads and locks the attempt: everything that applies an outcome to it is serialised here. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt> {
  return toAttempt(
    await tx.db
      .selectFrom('payment_attempt')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Serialises payments for a target, until the end of the transaction. Not needed if the target's row is
 * locked.
 */
export async function lockTarget(
  tx: Tx,
  of: { readonly purpose: Purpose; readonly targetId: string },
): Promise<void> {
  const target = `payment ${of.purpose} ${of.targetId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${target}, 0))`.execute(tx.db);
}

/** The attempt that has paid for the target or still may; null if there is none. */
export async function findActiveAttempt(
  ctx: Context,
  of: { readonly purpose: Purpose; readonly targetId: string },
): Promise<Attempt | null> {
  const row = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('purpose', '=', of.purpose)
    .where('target_id', '=', of.targetId)
    .where('status', 'in', ['succeeded', ...OPEN])
    // Unusable money that was refunded has paid for nothing.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_alarm as alarm')
            .select('alarm.id')
            .whereRef('alarm.attempt_id', '=', 'payment_attempt.id')
            .where('alarm.kind', '=', 'unwanted_payment')
            .where('alarm.resolution', '=', 'refunded'),
        ),
      ),
    )
    // If money arrived twice, it must not be taken a third time.
    .orderBy(sql`status = 'succeeded'`, 'desc')
    .executeTakeFirst();
  return row === undefined ? null : toAttempt(row);
}

/** The payment state of a target: `paid`, or an attempt for it is still open. */
export async function findPaymentUnderWay(
  tx: Tx,
  of: { readonly purpose: Purpose; readonly targetId: string },
): Promise<'paid' | 'open' | null> {
  const active = await findActiveAttempt(tx, of);
  if (active === null) return null;
  return active.status === 'succeeded' ? 'paid' : 'open';
}

export function toAttempt(row: Selectable<PaymentAttempt>): Attempt {
  return {
    id: row.id,
    purpose: row.purpose as Purpose,
    targetId: row.target_id,
    customerId: row.customer_id,
    amount: row.amount,
    currency: row.currency,
    priceSnapshot: row.price_snapshot,
    status: row.status as AttemptStatus,
    requestKey: row.request_key,
    order: row.instrument as PaymentOrder,
    paymentIntentId: row.stripe_pi_id,
    clientSecret: row.client_secret,
    failureCode: row.failure_code,
    createdAt: readDatabaseTime(row.created_at),
    sentAt: row.sent_at === null ? null : readDatabaseTime(row.sent_at),
  };
}

/** A token is good for one payment, so a decided attempt drops it. */
export function withoutToken(order: PaymentOrder): string {
  return JSON.stringify({ ...order, card: order.card?.kind === 'stored' ? order.card : null });
}
