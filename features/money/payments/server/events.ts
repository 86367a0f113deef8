import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PaymentEvent } from '#platform/server/providers/payments.ts';
import type { Decline } from '../rules/decline-limits.ts';
import type { Tried } from './attempts.ts';

/** What was done with an event: it had an effect, is kept for the office, or does not concern us. */
export type EventOutcome = 'settled' | 'parked' | 'ignored';

/** Looks up the subject of an event again. Idempotent. */
export type AppliesEvent = (
  ctx: Context,
  event: PaymentEvent,
) => Promise<EventOutcome | Refusal<'unavailable'>>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Provider events that another feature handles, by kind: `setup_intent`. */
    readonly paymentEvents?: Readonly<Record<string, AppliesEvent>>;
    /** Cards declined outside payments, which count towards the same limits. */
    readonly declinedCards?: readonly ((tx: Tx, of: Tried) => Promise<Decline[]>)[];
  }
}

/** Marks an event as seen, in the transaction of its effect if there is one. False if it was seen before. */
export async function isNewEvent(ctx: Context, event: PaymentEvent, outcome: EventOutcome): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('webhook_event')
    .values({ id: event.id, type: event.type, outcome, receivedAt: ctx.clock.now().toString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
