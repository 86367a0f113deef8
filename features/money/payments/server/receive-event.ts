import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PaymentEvent } from '#platform/server/providers/payments.ts';
import { applyEventOutcome } from './apply-outcome.ts';
import { type Attempt, toAttempt } from './attempts.ts';
import { findOutcome } from './charge-attempt.ts';
import { reconcileDispute } from './disputes.ts';
import { type AppliesEvent, type EventOutcome, isNewEvent } from './events.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const RECEIVED = { received: true } as const;

/**
 * Receives an event from Stripe. The event is only a hint: its subject is read again from Stripe and applied
 * like any other outcome, so duplicates, reordering and delays change nothing.
 *
 * @returns `bad_signature` for an invalid signature; `unavailable` if the payment could not be read: Stripe
 * then sends the event again.
 */
export async function receiveEvent(
  ctx: Context,
  rawBody: Buffer,
  signature: string,
): Promise<typeof RECEIVED | Refusal<'bad_signature' | 'unavailable'>> {
  const event = await ctx.providers.payments.readEvent(rawBody, signature);
  if (event === null) return refuse('bad_signature');
  const kind = event.type.split('.').slice(0, -1).join('.');
  if (kind === 'payment_intent' && event.paymentIntentID !== null) return receivePayment(ctx, event);
  const applyEvent = HINTS.get(kind === 'charge' ? event.type : kind) ?? ctx.composed.paymentEvents?.[kind];
  if (applyEvent === undefined) return keep(ctx, event, 'ignored');
  if (await wasSeen(ctx, event)) return RECEIVED;
  const outcome = await applyOrRetry(ctx, event, applyEvent);
  return isRefusal(outcome) ? outcome : keep(ctx, event, outcome);
}

/** Handlers of events that are not about payments. Idempotent. */
const HINTS: ReadonlyMap<string, AppliesEvent> = new Map([
  ['refund', receiveRefund],
  ['charge.refund', receiveRefund],
  ['charge.refunded', receiveRefund],
  ['charge.dispute', receiveDispute],
]);

async function applyOrRetry(ctx: Context, event: PaymentEvent, applyEvent: AppliesEvent) {
  try {
    return await applyEvent(ctx, event);
  } catch (error) {
    ctx.log.warn({ err: error, event: event.id }, 'webhook event failed; the provider will retry');
    return refuse('unavailable');
  }
}

async function receiveRefund(ctx: Context, { paymentIntentID }: PaymentEvent) {
  if (paymentIntentID === null) return 'ignored';
  return (await reconcileRefunds(ctx, paymentIntentID)) ?? 'settled';
}

async function receiveDispute(ctx: Context, { aboutID }: PaymentEvent) {
  if (aboutID === null) return 'ignored';
  return (await reconcileDispute(ctx, aboutID)) ?? 'settled';
}

async function receivePayment(
  ctx: Context,
  event: PaymentEvent,
): Promise<typeof RECEIVED | Refusal<'unavailable'>> {
  const attempt = await attemptOf(ctx, event);
  // Usually the reply of the charge came first. Success is final: whatever the payment is now, judge would
  // return "nothing".
  if (attempt?.status === 'succeeded' && attempt.paymentIntentID === event.paymentIntentID)
    return keep(ctx, event, 'settled');
  if (await wasSeen(ctx, event)) return RECEIVED;
  if (attempt === null) return park(ctx, event, { why: 'No payment of ours matches this one.', attempt });
  const isOther = attempt.paymentIntentID !== null && attempt.paymentIntentID !== event.paymentIntentID;
  if (isOther)
    return park(ctx, event, { why: 'Another payment for something that we charged ourselves.', attempt });
  const outcome = await findOutcome(ctx, { ...attempt, paymentIntentID: event.paymentIntentID });
  if (outcome === null)
    return park(ctx, event, { why: 'The provider reported a payment that it cannot find.', attempt });
  if (outcome.status === 'unknown') return refuse('unavailable');
  const settled = await applyEventOutcome(ctx, attempt.id, outcome, event);
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

/** Our attempt by the id in the metadata, else by the payment id. */
async function attemptOf(ctx: Context, event: PaymentEvent): Promise<Attempt | null> {
  const { attemptID, paymentIntentID } = event;
  const ours = attemptID !== null && UUID.test(attemptID) ? attemptID : null;
  const row = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('stripePiID', '=', paymentIntentID), ...(ours === null ? [] : [eb('id', '=', ours)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toAttempt(row);
}

/** Kept for the office: money may have moved without a request of ours. */
function park(ctx: Context, event: PaymentEvent, { why, attempt }: { why: string; attempt: Attempt | null }) {
  return keep(ctx, event, 'parked', (tx) =>
    raiseAlarm(tx, {
      kind: 'unknown_payment',
      why,
      paymentIntentID: event.paymentIntentID,
      attemptID: attempt?.id ?? null,
      customerID: attempt?.customerID ?? null,
    }),
  );
}

async function keep(
  ctx: Context,
  event: PaymentEvent,
  outcome: EventOutcome,
  effect?: (tx: Tx) => Promise<unknown>,
) {
  if (effect === undefined) {
    await isNewEvent(ctx, event, outcome);
    return RECEIVED;
  }
  const kept = await inTransaction(ctx, async (tx) => {
    if (await isNewEvent(tx, event, outcome)) await effect(tx);
  });
  return isRefusal(kept) ? kept : RECEIVED;
}
