import type { Context } from '#platform/server/context.ts';
import type { PaymentEvent } from '#platform/server/providers/payments.ts';

/** What was done with an event: it settled something, is kept for a person, or is none of our business. */
export type EventOutcome = 'settled' | 'parked' | 'ignored';

/** Marks an event as seen, in the transaction of its effect if it has one. False for one that was seen before. */
export async function isNewEvent(ctx: Context, event: PaymentEvent, outcome: EventOutcome): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('webhook_event')
    .values({ id: event.id, type: event.type, outcome, received_at: ctx.clock.now().toString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
