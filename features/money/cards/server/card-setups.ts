import { type Selectable, sql } from 'kysely';
import type { CardSetup as Row } from '#database/generated.ts';
import { type AttemptStatus, OPEN } from '#features/money/payments/rules/attempt.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** One attempt to store a customer's card for later payments. Its id is the provider's idempotency key. */
export interface CardSetup {
  readonly id: string;
  readonly customerId: string;
  /** Null once the setup is closed. */
  readonly token: string | null;
  readonly tokenKey: string;
  readonly status: AttemptStatus;
  readonly setupIntentId: string | null;
  readonly clientSecret: string | null;
  readonly failureCode: string | null;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/** @throws if there is no such setup: ids come from our own rows. */
export async function loadSetup(ctx: Context, id: string): Promise<CardSetup> {
  return toSetup(
    await ctx.db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Null if there is no such setup: the id comes from outside. */
export async function findSetupById(ctx: Context, id: string): Promise<CardSetup | null> {
  const row = await ctx.db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** Loads and locks the setup: everything that applies an outcome to it is serialised here. */
export async function lockSetup(tx: Tx, id: string): Promise<CardSetup> {
  return toSetup(
    await tx.db
      .selectFrom('card_setup')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

/** The customer's open setup, or null. */
export async function findOpenSetup(ctx: Context, customerId: string): Promise<CardSetup | null> {
  const row = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** The setup that stored the card of this token, unless another card has been stored since; else null. */
export async function findKeptCard(
  ctx: Context,
  customerId: string,
  tokenKey: string,
): Promise<CardSetup | null> {
  const row = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '=', 'succeeded')
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.token_key === tokenKey ? toSetup(row) : null;
}

/** Serialises changes to a customer's stored card, until the end of the transaction. */
export async function lockCardOf(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card of ${customerId}`}, 0))`.execute(tx.db);
}

export function toSetup(row: Selectable<Row>): CardSetup {
  return {
    id: row.id,
    customerId: row.customer_id,
    token: row.token,
    tokenKey: row.token_key,
    status: row.status as AttemptStatus,
    setupIntentId: row.stripe_si_id,
    clientSecret: row.client_secret,
    failureCode: row.failure_code,
    createdAt: readDatabaseTime(row.created_at),
    sentAt: row.sent_at === null ? null : readDatabaseTime(row.sent_at),
  };
}
