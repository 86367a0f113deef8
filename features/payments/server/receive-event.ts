import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PaymentEvent } from '#platform/server/providers/payments.ts';
import { type Attempt, toAttempt } from './attempts.ts';
import { findOutcome } from './charge-attempt.ts';
import { type EventOutcome, isNewEvent } from './events.ts';
import { settleBy } from './settle.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const RECEIVED = { received: true } as const;

/**
 * Takes an event of Stripe's. It is only a hint to look: the payment is read again and settled like any other
 * news, so that duplicates, reordering and lateness change nothing.
 *
 * @returns `bad_signature` for what Stripe has not signed; `unavailable` when the payment could not be read:
 *   Stripe then sends the event again.
 */
export async function receiveEvent(
  ctx: Context,
  rawBody: Buffer,
  signature: string,
): Promise<typeof RECEIVED | Refusal<'bad_signature' | 'unavailable'>> {
  const event = await ctx.providers.payments.readEvent(rawBody, signature);
  if (event === null) return refuse('bad_signature');
  if (await wasSeen(ctx, event)) return RECEIVED;
  if (!event.type.startsWith('payment_intent.') || event.paymentIntentId === null) {
    return keep(ctx, event, 'ignored');
  }
  const attempt = await attemptOf(ctx, event);
  if (attempt === null) return park(ctx, event, 'a payment that is not ours');
  const isOther = attempt.paymentIntentId !== null && attempt.paymentIntentId !== event.paymentIntentId;
  if (isOther) return park(ctx, event, 'another payment for an attempt of ours');
  const outcome = await findOutcome(ctx, { ...attempt, paymentIntentId: event.paymentIntentId });
  if (outcome === null) return park(ctx, event, 'a payment that the provider does not know');
  if (outcome.status === 'unknown') return refuse('unavailable');
  const settled = await settleBy(ctx, attempt.id, outcome, event);
  return isRefusal(settled) ? settled : RECEIVED;
}

async function wasSeen(ctx: Context, event: PaymentEvent): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('webhook_event')
    .select('id')
    .where('id', '=', event.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ours by the id we gave along, else by the payment that we know of it. */
async function attemptOf(ctx: Context, event: PaymentEvent): Promise<Attempt | null> {
  const { attemptId, paymentIntentId } = event;
  const ours = attemptId !== null && UUID.test(attemptId) ? attemptId : null;
  const row = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('stripe_pi_id', '=', paymentIntentId), ...(ours === null ? [] : [eb('id', '=', ours)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toAttempt(row);
}

/** Kept for a person: money may have moved that nobody here asked for. */
async function park(ctx: Context, event: PaymentEvent, why: string) {
  const { id, type, paymentIntentId } = event;
  ctx.log.error({ wake: true, eventId: id, type, paymentIntentId, why }, 'an event of Stripe is parked');
  return keep(ctx, event, 'parked');
}

async function keep(ctx: Context, event: PaymentEvent, outcome: EventOutcome) {
  const kept = await inTransaction(ctx, (tx) => isNewEvent(tx, event, outcome));
  return isRefusal(kept) ? kept : RECEIVED;
}
