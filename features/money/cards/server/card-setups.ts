import { type Selectable, sql } from 'kysely';
import type { CardSetup as Row } from '#database/generated.ts';
import { type AttemptStatus, OPEN } from '#features/money/payments/rules/attempt.ts';
import { DECLINE_WINDOW, type Decline } from '#features/money/payments/rules/decline-limits.ts';
import {
  changeStoredCard,
  findPayer,
  fromSameNetwork,
  type Tried,
} from '#features/money/payments/server/index.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { sharedNetworks } from '#platform/kernel/client-network.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { CardOutcome } from '#platform/server/providers/payments.ts';
import { judgeSetup } from '../rules/card-setup.ts';

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
async function lockSetup(tx: Tx, id: string): Promise<CardSetup> {
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

/** The outcome of a card setup, for the caller. */
export type SetupOutcome =
  | { readonly status: 'succeeded' | 'pending' }
  | { readonly status: 'requires_action'; readonly clientSecret: string }
  | { readonly status: 'declined'; readonly code: string };

/** Minutes until the provider is queried again after an inconclusive reply. */
const ASK_AGAIN_MINUTES = 1;

/**
 * Applies the provider's outcome of a card setup. The route, the webhook and the cron job all call this, in
 * any order and any number of times; the lock on the setup's row serialises them, and judgeSetup decides.
 */
export async function applySetupOutcome(
  ctx: Context,
  setupId: string,
  outcome: CardOutcome,
): Promise<SetupOutcome> {
  const settled = await inTransaction<Actor, SetupOutcome>(ctx, async (tx) =>
    apply(tx, await lockSetup(tx, setupId), outcome),
  );
  return isRefusal(settled) ? { status: 'pending' } : settled;
}

/**
 * Closes a setup that the provider has never seen, unless someone has started to send it since it was read.
 */
export async function endUnsentSetup(ctx: Context, read: CardSetup): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const setup = await lockSetup(tx, read.id);
    const sentSince = String(setup.sentAt) !== String(read.sentAt);
    if (setup.status !== read.status || sentSince) return;
    await update(tx, setup, { ...decided(tx), status: 'canceled', failure_code: 'canceled' });
  });
}

/** The state of a setup as the reply to the caller. */
export function setupOutcomeOf(setup: CardSetup): SetupOutcome {
  if (setup.status === 'succeeded') return { status: 'succeeded' };
  if (setup.status === 'requires_action' && setup.clientSecret !== null) {
    return { status: 'requires_action', clientSecret: setup.clientSecret };
  }
  if (setup.status === 'failed' || setup.status === 'canceled') {
    return { status: 'declined', code: setup.failureCode ?? 'canceled' };
  }
  return { status: 'pending' };
}

async function apply(tx: Tx, setup: CardSetup, outcome: CardOutcome): Promise<SetupOutcome> {
  const step = judgeSetup(setup.status, outcome.status);
  if (step === 'succeed' && outcome.status === 'succeeded') await keep(tx, setup, outcome);
  if (step === 'ask' && outcome.status === 'requires_action') {
    const { setupIntentId, clientSecret } = outcome;
    const asked = { stripe_si_id: setupIntentId, client_secret: clientSecret };
    await update(tx, setup, { status: 'requires_action', ...asked });
  }
  if (step === 'fail' && outcome.status === 'declined') {
    await update(tx, setup, {
      ...decided(tx),
      status: outcome.code === 'canceled' ? 'canceled' : 'failed',
      failure_code: outcome.code,
      ...(outcome.setupIntentId === null ? {} : { stripe_si_id: outcome.setupIntentId }),
    });
  }
  if (step === 'wait' && outcome.status === 'unknown') {
    tx.log.warn({ setupId: setup.id, why: outcome.why }, 'card setup outcome unknown');
    const again = tx.clock.now().add({ minutes: ASK_AGAIN_MINUTES });
    await update(tx, setup, { status: 'unknown', next_check_at: again.toString() });
  }
  return setupOutcomeOf(await loadSetup(tx, setup.id));
}

async function keep(tx: Tx, setup: CardSetup, kept: CardOutcome & { status: 'succeeded' }): Promise<void> {
  const { setupIntentId, stripeCustomerId, card } = kept;
  const { stripeCustomerId: payer } = await findPayer(tx, setup.customerId);
  if (payer !== null && payer !== stripeCustomerId) {
    throw new Error(`Setup ${setup.id} stored a card of ${stripeCustomerId}, not of ${payer}.`);
  }
  await changeStoredCard(tx, setup.customerId, { stripeCustomerId, card });
  await update(tx, setup, {
    ...decided(tx),
    status: 'succeeded',
    stripe_si_id: setupIntentId,
    failure_code: null,
  });
  await audit(tx, {
    action: 'customer.card-changed',
    subject: { kind: 'customer', id: setup.customerId },
    after: { last4: card.last4, expiryMonth: card.expiryMonth, expiryYear: card.expiryYear },
  });
}

/** A token can be used once, so a closed setup drops it. */
function decided(tx: Tx) {
  return { token: null, client_secret: null, settled_at: tx.clock.now().toString(), next_check_at: null };
}

interface SetupChange {
  readonly status: CardSetup['status'];
  readonly token?: null;
  readonly stripe_si_id?: string;
  readonly client_secret?: string | null;
  readonly failure_code?: string | null;
  readonly settled_at?: string;
  readonly next_check_at?: string | null;
}

async function update(tx: Tx, setup: CardSetup, change: SetupChange): Promise<void> {
  await tx.db.updateTable('card_setup').set(change).where('id', '=', setup.id).execute();
}

/**
 * Storing a card reveals as much about it as paying with it, so declined setups count towards the throttle;
 * the target is the customer.
 */
export async function declinedSetups(tx: Tx, of: Tried): Promise<Decline[]> {
  const since = tx.clock.now().subtract(DECLINE_WINDOW).toString();
  const rows = await tx.db
    .selectFrom('card_setup')
    .select(['settled_at', 'customer_id', 'ip'])
    .where('status', 'in', ['failed', 'canceled'])
    .where('settled_at', '>', since)
    // A setup that never reached the provider revealed nothing about a card.
    .where(({ or, eb }) => or([eb('status', '=', 'failed'), eb('stripe_si_id', 'is not', null)]))
    .where(({ or, eb }) => or([eb('customer_id', '=', of.customerId), fromSameNetwork(tx)]))
    .execute();
  return rows.map((row) => ({
    at: readDatabaseTime(String(row.settled_at)),
    ofCustomer: row.customer_id === of.customerId,
    ofTarget: row.customer_id === of.targetId,
    networks: sharedNetworks(tx.ip, row.ip ?? ''),
  }));
}
