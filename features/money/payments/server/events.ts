import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PaymentEvent } from '#platform/server/providers/payments.ts';
import type { Decline } from '../rules/declines.ts';
import type { Tried } from './declines.ts';

/** What was done with an event: it settled something, is kept for a person, or is none of our business. */
export type EventOutcome = 'settled' | 'parked' | 'ignored';

/** Looks again at what an event is about. Looking twice changes nothing. */
export type SettlesEvent = (
  ctx: Context,
  event: PaymentEvent,
) => Promise<EventOutcome | Refusal<'unavailable'>>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Events of the provider that another feature looks into, by the kind: `setup_intent`. */
    readonly paymentEvents?: Readonly<Record<string, SettlesEvent>>;
    /** Cards that were declined away from paying: they count with the payments. */
    readonly declinedCards?: readonly ((tx: Tx, of: Tried) => Promise<Decline[]>)[];
  }
}

/** Marks an event as seen, in the transaction of its effect if it has one. False for one that was seen before. */
export async function isNewEvent(ctx: Context, event: PaymentEvent, outcome: EventOutcome): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('webhook_event')
    .values({ id: event.id, type: event.type, outcome, received_at: ctx.clock.now().toString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
