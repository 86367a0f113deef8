import { keepAccountOpen } from '#features/customers/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type Purpose, RECOVER_AFTER, SMALLEST_CHARGE } from '../rules/attempt.ts';
import type { CardChoice } from '../rules/card.ts';
import {
  type Attempt,
  cardKey,
  findActiveAttempt,
  lockTarget,
  type PaymentOrder,
  toAttempt,
  withoutToken,
} from './attempts.ts';
import { refuseAfterChallenges } from './challenges.ts';
import { findOutcome } from './charge-attempt.ts';
import { refuseAfterDeclines } from './declines.ts';
import { settle } from './settle.ts';

export interface PaymentRequest {
  readonly purpose: Purpose;
  /** What is paid for, once: a job, a purchase. Never something that is paid for again, like a package. */
  readonly targetId: string;
  readonly customerId: string;
  /** Cents, at least SMALLEST_CHARGE; less is for recordWaiver. */
  readonly amount: Cents;
  /** The itemised price, frozen with the attempt. */
  readonly priceSnapshot: unknown;
  readonly instrument: CardChoice;
  readonly receiptEmail: string | null;
  /** What the bank statement and the receipt are about. */
  readonly description: string;
  /** True when the office charges and the person is not there. */
  readonly offSession?: boolean;
  readonly packageId?: string;
  /** True when the caller has locked the rows without which nobody pays for this target. */
  readonly isTargetLocked?: boolean;
}

/**
 * Writes a payment down before anything is charged: part of the caller's transaction, which has priced and
 * reserved. Then commit, and `chargeAttempt`.
 *
 * The same payment asked for again (same target, card and amount) gets the attempt that is under way: a
 * double click or a retry after a crash resumes it instead of paying twice. A target that has been paid gets
 * the attempt that paid it.
 *
 * @returns `payment_in_progress` while another card or amount is being tried for this target, `throttled` after too
 *   many declined cards.
 */
export async function openAttempt(
  tx: Tx,
  wanted: PaymentRequest,
): Promise<Attempt | Refusal<'not_found' | 'payment_in_progress' | 'throttled'>> {
  if (wanted.amount < SMALLEST_CHARGE) throw new Error('Too little to charge: use recordWaiver.');
  // One at a time for a target: between a look and an insert another one could be opened, and even be paid.
  if (!wanted.isTargetLocked) lockTarget(tx, wanted);
  const [active, isAccountOpen, refused] = await Promise.all([
    findActiveAttempt(tx, wanted),
    keepAccountOpen(tx, wanted.customerId),
    refuseAfterDeclines(tx, wanted),
  ]);
  if (active !== null && (active.status === 'succeeded' || isSame(active, wanted))) return active;
  // Whether money moved is not known yet: endSupersededAttempt looks it up first.
  if (active?.status === 'sent' || active?.status === 'unknown') return refuse('payment_in_progress');
  if (!isAccountOpen) return refuse('not_found');
  if (refused !== null) return refused;
  const unanswered = wanted.purpose === 'job' ? await refuseAfterChallenges(tx, wanted) : null;
  if (unanswered !== null) return unanswered;
  return active === null ? insert(tx, wanted) : replace(tx, active, wanted);
}

/**
 * Before the transaction of a payment: ends an undecided attempt that stands in the way because the person
 * now pays with another card or another amount. A charge that waits for their bank is given up; one whose
 * answer was lost is looked up. What cannot be ended stays, and openAttempt refuses.
 */
export async function endSupersededAttempt(
  ctx: Context,
  wanted: Pick<PaymentRequest, 'purpose' | 'targetId' | 'amount'> & {
    /** Null: it is to be settled without a card. */
    readonly instrument: CardChoice | null;
  },
): Promise<void> {
  const open = await findActiveAttempt(ctx, wanted);
  if (open === null || open.status === 'succeeded' || isSame(open, wanted)) return;
  const found = open.status === 'unknown' ? await findOutcome(ctx, open) : null;
  if (found !== null) await settle(ctx, open.id, found);
  if (open.status !== 'requires_action' || open.paymentIntentId === null) return;
  await settle(ctx, open.id, await ctx.providers.payments.cancelCharge(open.paymentIntentId));
}

/** The card of a payment under way, for a person who comes back from their bank and names none. */
export async function cardOfOpenAttempt(
  ctx: Context,
  of: Pick<PaymentRequest, 'purpose' | 'targetId'>,
): Promise<CardChoice | null> {
  const active = await findActiveAttempt(ctx, of);
  return active === null || active.status === 'succeeded' ? null : active.order.card;
}

/** A new attempt in place of one that was written down long ago and never sent. */
async function replace(
  tx: Tx,
  open: Attempt,
  wanted: PaymentRequest,
): Promise<Attempt | Refusal<'payment_in_progress'>> {
  const abandoned = Temporal.Instant.compare(open.createdAt.add(RECOVER_AFTER), tx.clock.now()) <= 0;
  if (open.status !== 'created' || !abandoned) return refuse('payment_in_progress');
  const ended = await tx.db
    .updateTable('payment_attempt')
    .set({ status: 'canceled', settled_at: tx.clock.now().toString(), instrument: withoutToken(open.order) })
    .where('id', '=', open.id)
    .where('status', '=', 'created') // nobody has begun to charge meanwhile
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return refuse('payment_in_progress');
  return insert(tx, wanted);
}

function isSame(open: Attempt, wanted: { amount: Cents; instrument: CardChoice | null }): boolean {
  if (wanted.instrument === null) return false;
  return open.amount === wanted.amount && open.order.cardKey === cardKey(wanted.instrument);
}

async function insert(tx: Tx, wanted: PaymentRequest): Promise<Attempt> {
  const order: PaymentOrder = {
    card: wanted.instrument,
    cardKey: cardKey(wanted.instrument),
    receiptEmail: wanted.receiptEmail,
    description: wanted.description,
    offSession: wanted.offSession ?? false,
    packageId: wanted.packageId ?? null,
  };
  const row = await tx.db
    .insertInto('payment_attempt')
    .values({
      id: tx.newId(),
      purpose: wanted.purpose,
      target_id: wanted.targetId,
      customer_id: wanted.customerId,
      amount: wanted.amount,
      price_snapshot: JSON.stringify(wanted.priceSnapshot ?? null),
      instrument: JSON.stringify(order),
      status: 'created',
      created_at: tx.clock.now().toString(),
      ip: tx.ip === '' ? null : tx.ip,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAttempt(row);
}
