import { type Selectable, sql } from 'kysely';
import type { PaymentAttempt } from '#database/generated.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { networksOf, sharedNetworks } from '#platform/kernel/client-network.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import {
  type AttemptStatus,
  CHALLENGE_LIFETIME,
  OPEN,
  type Purpose,
  SMALLEST_CHARGE,
} from '../rules/attempt.ts';
import type { CardChoice } from '../rules/card-and-declines.ts';
import { CHALLENGE_WINDOW, secondsUntilNextChallenge } from '../rules/challenges.ts';
import { DECLINE_WINDOW, type Decline, secondsUntilNextTry } from '../rules/decline-limits.ts';
import { payForOthers } from '../rules/policy.ts';

/** One attempt to take a payment. Its id is the provider's idempotency key. */
export interface Attempt {
  readonly id: string;
  readonly purpose: Purpose;
  /** The job, purchase or transaction that it pays for. */
  readonly targetID: string;
  readonly customerID: string;
  /** Cents, frozen. */
  readonly amount: Cents;
  readonly currency: string;
  /** The itemised price that the customer agreed to, stored as given. */
  readonly priceSnapshot: unknown;
  readonly status: AttemptStatus;
  /** Identifies the request that began it (idOfRequest); null without an Idempotency-Key. */
  readonly requestKey: string | null;
  readonly order: PaymentOrder;
  readonly paymentIntentID: string | null;
  readonly clientSecret: string | null;
  readonly failureCode: string | null;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}

/** How it is to be paid. Stored with the attempt, so that another process can finish it. */
interface PaymentOrder {
  /** Null once the attempt is decided: a token is good for one payment. */
  readonly card: CardChoice | null;
  readonly receiptEmail: string | null;
  readonly description: string;
  /** The office charges off-session. */
  readonly offSession: boolean;
  readonly packageID: string | null;
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
  of: { readonly purpose: Purpose; readonly targetID: string },
): Promise<void> {
  const target = `payment ${of.purpose} ${of.targetID}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${target}, 0))`.execute(tx.db);
}

/** The attempt that has paid for the target or still may; null if there is none. */
export async function findActiveAttempt(
  ctx: Context,
  of: { readonly purpose: Purpose; readonly targetID: string },
): Promise<Attempt | null> {
  const row = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('purpose', '=', of.purpose)
    .where('targetID', '=', of.targetID)
    .where('status', 'in', ['succeeded', ...OPEN])
    // Unusable money that was refunded has paid for nothing.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_alarm as alarm')
            .select('alarm.id')
            .whereRef('alarm.attemptID', '=', 'payment_attempt.id')
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
  of: { readonly purpose: Purpose; readonly targetID: string },
): Promise<'paid' | 'open' | null> {
  const active = await findActiveAttempt(tx, of);
  if (active === null) return null;
  return active.status === 'succeeded' ? 'paid' : 'open';
}

export function toAttempt(row: Selectable<PaymentAttempt>): Attempt {
  return {
    id: row.id,
    purpose: row.purpose as Purpose,
    targetID: row.targetID,
    customerID: row.customerID,
    amount: row.amount,
    currency: row.currency,
    priceSnapshot: row.priceSnapshot,
    status: row.status as AttemptStatus,
    requestKey: row.requestKey,
    order: row.instrument as PaymentOrder,
    paymentIntentID: row.stripePiID,
    clientSecret: row.clientSecret,
    failureCode: row.failureCode,
    createdAt: readDatabaseTime(row.createdAt),
    sentAt: row.sentAt === null ? null : readDatabaseTime(row.sentAt),
  };
}

/** A token is good for one payment, so a decided attempt drops it. */
export function withoutToken(order: PaymentOrder): string {
  return JSON.stringify({ ...order, card: order.card?.kind === 'stored' ? order.card : null });
}

/**
 * Refuses another card after too many declines: for this customer, from this address, or for this target. An
 * open challenge for the target counts too, because another card would abandon it.
 */
export async function refuseAfterDeclines(tx: Tx, of: Tried): Promise<Refusal<'throttled'> | null> {
  const now = tx.clock.now();
  const readers = [declinedPayments, ...(tx.composed.declinedCards ?? [])];
  const declines: Decline[] = [];
  for (const read of readers) declines.push(...(await read(tx, of)));
  const retryAfter = secondsUntilNextTry(declines, now, may(tx.actor, payForOthers));
  if (retryAfter === 0) return null;
  const minutes = Math.ceil(retryAfter / 60);
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const detail = `Too many cards were declined. Nothing was charged. Try again ${when}, or contact us.`;
  return refuse('throttled', { detail, extensions: { retryAfter } });
}

/**
 * Selects rows whose `ip` can share a network with the current address: the same IPv4 address, or any IPv6
 * address. `sharedNetworks` determines which networks they share.
 */
export function fromSameNetwork({ ip }: Tx) {
  if (ip === '') return sql<boolean>`false`;
  const [{ name }] = networksOf(ip);
  return name.includes('/')
    ? sql<boolean>`ip like '%:%'`
    : sql<boolean>`ip in (${name}, ${`::ffff:${name}`}, ${ip})`;
}

/** Who tries a card, and for which target. */
export type Tried = { readonly customerID: string; readonly targetID: string };

async function declinedPayments(tx: Tx, of: Tried): Promise<Decline[]> {
  const now = tx.clock.now();
  const rows = await tx.db
    .selectFrom('payment_attempt')
    .select(['settledAt', 'customerID', 'targetID', 'ip'])
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('status', 'in', ['failed', 'canceled']),
          eb('settledAt', '>', now.subtract(DECLINE_WINDOW).toString()),
        ]),
        and([eb('status', '=', 'requires_action'), eb('targetID', '=', of.targetID)]),
      ]),
    )
    .where('sentAt', 'is not', null)
    // A charge that never reached the provider revealed nothing about a card; what the office resolved was
    // our problem.
    .where(({ or, eb }) => or([eb('status', '=', 'failed'), eb('stripePiID', 'is not', null)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_alarm as alarm')
            .select('alarm.id')
            .whereRef('alarm.attemptID', '=', 'payment_attempt.id'),
        ),
      ),
    )
    .where(({ or, eb }) =>
      or([eb('customerID', '=', of.customerID), eb('targetID', '=', of.targetID), fromSameNetwork(tx)]),
    )
    .execute();
  return rows.map((row) => ({
    at: row.settledAt === null ? now : readDatabaseTime(row.settledAt),
    ofCustomer: row.customerID === of.customerID,
    ofTarget: row.targetID === of.targetID,
    networks: sharedNetworks(tx.ip, row.ip ?? ''),
  }));
}

/** Refuses a customer who has never paid and has left too many bank challenges for bookings unanswered. */
async function refuseAfterChallenges(tx: Tx, of: Tried): Promise<Refusal<'throttled'> | null> {
  if (may(tx.actor, payForOthers)) return null;
  const now = tx.clock.now();
  const rows = await tx.db
    .selectFrom('payment_attempt')
    .select(['createdAt', 'status', 'targetID'])
    .where('customerID', '=', of.customerID)
    .where('purpose', '=', 'job')
    .where('status', 'in', ['requires_action', 'canceled'])
    .where('stripePiID', 'is not', null)
    .where('createdAt', '>', now.subtract(CHALLENGE_WINDOW).toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempt as paid')
            .select('paid.id')
            .where('paid.customerID', '=', of.customerID)
            .where('paid.status', '=', 'succeeded'),
        ),
      ),
    )
    .execute();
  const unanswered = rows.map((row) => ({
    askedAt: readDatabaseTime(row.createdAt),
    isOpenElsewhere: row.status === 'requires_action' && row.targetID !== of.targetID,
  }));
  const retryAfter = secondsUntilNextChallenge(unanswered, { now, lifetime: CHALLENGE_LIFETIME });
  if (retryAfter === 0) return null;
  const detail =
    'Your bank has asked you to confirm a payment, and got no answer. Nothing was charged. Confirm that payment, try again later, or contact us.';
  return refuse('throttled', { detail, extensions: { retryAfter } });
}

export interface PaymentRequest {
  readonly purpose: Purpose;
  /**
   * Something that is paid for once: a job, a purchase. Never something that is bought repeatedly, like a
   * package.
   */
  readonly targetID: string;
  readonly customerID: string;
  /** Identifies a retry of this request (idOfRequest); null without an Idempotency-Key. */
  readonly requestKey: string | null;
  /** Cents, at least SMALLEST_CHARGE; use recordWaiver for less. */
  readonly amount: Cents;
  /** The itemised price, frozen with the attempt. */
  readonly priceSnapshot: unknown;
  readonly instrument: CardChoice;
  readonly receiptEmail: string | null;
  /** The text on the bank statement and the receipt. */
  readonly description: string;
  /** True if the office charges off-session. */
  readonly offSession?: boolean;
  readonly packageID?: string;
  /** True if the caller has locked the rows that every payment for this target locks. */
  readonly isTargetLocked?: boolean;
}

/**
 * Saves a payment attempt before anything is charged, in the caller's transaction, which has priced and
 * reserved. Then commit and call `chargeAttempt`.
 *
 * A retry with the same key gets the attempt that it began, so that it resumes after a crash or a bank
 * challenge. A paid target returns the attempt that paid it.
 *
 * @returns `payment_in_progress` while another request's attempt for this target is open, `throttled` after
 * too many declined cards.
 */
export async function openAttempt(
  tx: Tx,
  wanted: PaymentRequest,
): Promise<Attempt | Refusal<'not_found' | 'payment_in_progress' | 'throttled'>> {
  if (wanted.amount < SMALLEST_CHARGE) throw new Error('Too little to charge: use recordWaiver.');
  // Without the lock, another attempt could be opened, and even be paid, between the check and the insert.
  if (!wanted.isTargetLocked) await lockTarget(tx, wanted);
  const active = await findActiveAttempt(tx, wanted);
  if (active !== null) {
    return active.status === 'succeeded' || isOfRequest(active, wanted)
      ? active
      : refuse('payment_in_progress');
  }
  if (!(await keepAccountOpen(tx, wanted.customerID))) return refuse('not_found');
  const refused = await refuseAfterDeclines(tx, wanted);
  if (refused !== null) return refused;
  const unanswered = wanted.purpose === 'job' ? await refuseAfterChallenges(tx, wanted) : null;
  return unanswered ?? insert(tx, wanted);
}

/** The card of the open payment that this request began. */
export async function cardOfOpenAttempt(
  ctx: Context,
  of: Pick<PaymentRequest, 'purpose' | 'targetID' | 'requestKey'>,
): Promise<CardChoice | null> {
  const active = of.requestKey === null ? null : await findActiveAttempt(ctx, of);
  if (active === null || active.status === 'succeeded' || !isOfRequest(active, of)) return null;
  return active.order.card;
}

function isOfRequest(attempt: Attempt, { requestKey }: Pick<PaymentRequest, 'requestKey'>): boolean {
  return requestKey !== null && attempt.requestKey === requestKey;
}

async function insert(tx: Tx, wanted: PaymentRequest): Promise<Attempt> {
  const order: PaymentOrder = {
    card: wanted.instrument,
    receiptEmail: wanted.receiptEmail,
    description: wanted.description,
    offSession: wanted.offSession ?? false,
    packageID: wanted.packageID ?? null,
  };
  const row = await tx.db
    .insertInto('payment_attempt')
    .values({
      id: tx.newID(),
      purpose: wanted.purpose,
      targetID: wanted.targetID,
      customerID: wanted.customerID,
      requestKey: wanted.requestKey,
      amount: wanted.amount,
      priceSnapshot: JSON.stringify(wanted.priceSnapshot ?? null),
      instrument: JSON.stringify(order),
      status: 'created',
      createdAt: tx.clock.now().toString(),
      ip: tx.ip === '' ? null : tx.ip,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAttempt(row);
}
