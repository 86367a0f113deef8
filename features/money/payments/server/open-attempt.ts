import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type Purpose, SMALLEST_CHARGE } from '../rules/attempt.ts';
import type { CardChoice } from '../rules/card.ts';
import { type Attempt, findActiveAttempt, lockTarget, type PaymentOrder, toAttempt } from './attempts.ts';
import { refuseAfterChallenges } from './challenges.ts';
import { refuseAfterDeclines } from './declines.ts';

export interface PaymentRequest {
  readonly purpose: Purpose;
  /**
   * Something that is paid for once: a job, a purchase. Never something that is bought repeatedly, like a
   * package.
   */
  readonly targetId: string;
  readonly customerId: string;
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
  readonly packageId?: string;
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
  if (!(await keepAccountOpen(tx, wanted.customerId))) return refuse('not_found');
  const refused = await refuseAfterDeclines(tx, wanted);
  if (refused !== null) return refused;
  const unanswered = wanted.purpose === 'job' ? await refuseAfterChallenges(tx, wanted) : null;
  return unanswered ?? insert(tx, wanted);
}

/** The card of the open payment that this request began. */
export async function cardOfOpenAttempt(
  ctx: Context,
  of: Pick<PaymentRequest, 'purpose' | 'targetId' | 'requestKey'>,
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
    packageId: wanted.packageId ?? null,
  };
  const row = await tx.db
    .insertInto('payment_attempt')
    .values({
      id: tx.newId(),
      purpose: wanted.purpose,
      target_id: wanted.targetId,
      customer_id: wanted.customerId,
      request_key: wanted.requestKey,
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
