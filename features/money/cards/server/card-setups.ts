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
  readonly customerID: string;
  /** Null once the setup is closed. */
  readonly token: string | null;
  readonly tokenKey: string;
  readonly status: AttemptStatus;
  readonly setupIntentID: string | null;
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
export async function findSetupByID(ctx: Context, id: string): Promise<CardSetup | null> {
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
export async function findOpenSetup(ctx: Context, customerID: string): Promise<CardSetup | null> {
  const row = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('customerID', '=', customerID)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** The setup that stored the card of this token, unless another card has been stored since; else null. */
export async function findKeptCard(
  ctx: Context,
  customerID: string,
  tokenKey: string,
): Promise<CardSetup | null> {
  const row = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('customerID', '=', customerID)
    .where('status', '=', 'succeeded')
    .orderBy('settledAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.tokenKey === tokenKey ? toSetup(row) : null;
}

/** Serialises changes to a customer's stored card, until the end of the transaction. */
export async function lockCardOf(tx: Tx, customerID: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card of ${customerID}`}, 0))`.execute(tx.db);
}

export function toSetup(row: Selectable<Row>): CardSetup {
  return {
    id: row.id,
    customerID: row.customerID,
    token: row.token,
    tokenKey: row.tokenKey,
    status: row.status as AttemptStatus,
    setupIntentID: row.stripeSiID,
    clientSecret: row.clientSecret,
    failureCode: row.failureCode,
    createdAt: readDatabaseTime(row.createdAt),
    sentAt: row.sentAt === null ? null : readDatabaseTime(row.sentAt),
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
  setupID: string,
  outcome: CardOutcome,
): Promise<SetupOutcome> {
  const settled = await inTransaction<Actor, SetupOutcome>(ctx, async (tx) =>
    apply(tx, await lockSetup(tx, setupID), outcome),
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
    await update(tx, setup, { ...decided(tx), status: 'canceled', failureCode: 'canceled' });
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
    const { setupIntentID, clientSecret } = outcome;
    const asked = { stripeSiID: setupIntentID, clientSecret: clientSecret };
    await update(tx, setup, { status: 'requires_action', ...asked });
  }
  if (step === 'fail' && outcome.status === 'declined') {
    await update(tx, setup, {
      ...decided(tx),
      status: outcome.code === 'canceled' ? 'canceled' : 'failed',
      failureCode: outcome.code,
      ...(outcome.setupIntentID === null ? {} : { stripeSiID: outcome.setupIntentID }),
    });
  }
  if (step === 'wait' && outcome.status === 'unknown') {
    tx.log.warn({ setupID: setup.id, why: outcome.why }, 'card setup outcome unknown');
    const again = tx.clock.now().add({ minutes: ASK_AGAIN_MINUTES });
    await update(tx, setup, { status: 'unknown', nextCheckAt: again.toString() });
  }
  return setupOutcomeOf(await loadSetup(tx, setup.id));
}

async function keep(tx: Tx, setup: CardSetup, kept: CardOutcome & { status: 'succeeded' }): Promise<void> {
  const { setupIntentID, stripeCustomerID, card } = kept;
  const { stripeCustomerID: payer } = await findPayer(tx, setup.customerID);
  if (payer !== null && payer !== stripeCustomerID) {
    throw new Error(`Setup ${setup.id} stored a card of ${stripeCustomerID}, not of ${payer}.`);
  }
  await changeStoredCard(tx, setup.customerID, { stripeCustomerID, card });
  await update(tx, setup, {
    ...decided(tx),
    status: 'succeeded',
    stripeSiID: setupIntentID,
    failureCode: null,
  });
  await audit(tx, {
    action: 'customer.card-changed',
    subject: { kind: 'customer', id: setup.customerID },
    after: { last4: card.last4, expiryMonth: card.expiryMonth, expiryYear: card.expiryYear },
  });
}

/** A token can be used once, so a closed setup drops it. */
function decided(tx: Tx) {
  return { token: null, clientSecret: null, settledAt: tx.clock.now().toString(), nextCheckAt: null };
}

interface SetupChange {
  readonly status: CardSetup['status'];
  readonly token?: null;
  readonly stripeSiID?: string;
  readonly clientSecret?: string | null;
  readonly failureCode?: string | null;
  readonly settledAt?: string;
  readonly nextCheckAt?: string | null;
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
    .select(['settledAt', 'customerID', 'ip'])
    .where('status', 'in', ['failed', 'canceled'])
    .where('settledAt', '>', since)
    // A setup that never reached the provider revealed nothing about a card.
    .where(({ or, eb }) => or([eb('status', '=', 'failed'), eb('stripeSiID', 'is not', null)]))
    .where(({ or, eb }) => or([eb('customerID', '=', of.customerID), fromSameNetwork(tx)]))
    .execute();
  return rows.map((row) => ({
    at: readDatabaseTime(String(row.settledAt)),
    ofCustomer: row.customerID === of.customerID,
    ofTarget: row.customerID === of.targetID,
    networks: sharedNetworks(tx.ip, row.ip ?? ''),
  }));
}
