import { type Selectable, sql } from 'kysely';
import type { CardSetup as Row } from '#database/generated.ts';
import { type AttemptStatus, OPEN } from '#features/money/payments/rules/attempt.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** A card that a customer keeps for later payments. Its id is the provider's idempotency key. */
export interface CardSetup {
  readonly id: string;
  readonly customerId: string;
  /** Null once it is decided. */
  readonly token: string | null;
  readonly tokenKey: string;
  readonly status: AttemptStatus;
  readonly setupIntentId: string | null;
  readonly clientSecret: string | null;
  readonly failureCode: string | null;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/** @throws when there is no such set-up: ids come from our own rows. */
export async function loadSetup(ctx: Context, id: string): Promise<CardSetup> {
  return toSetup(
    await ctx.db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Null when there is no such set-up: the id came from outside. */
export async function findSetupById(ctx: Context, id: string): Promise<CardSetup | null> {
  const row = await ctx.db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** Loads and locks: everything that settles a set-up waits in line here. */
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

/** The customer's set-up under way; null when there is none. */
export async function findOpenSetup(ctx: Context, customerId: string): Promise<CardSetup | null> {
  const row = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** The set-up that kept the card of this token, where no other card was kept since; else null. */
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

/** One at a time changes how a customer's card is kept; until the end of the transaction. */
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
