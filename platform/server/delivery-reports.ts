import { isRefusal } from '../kernel/refusal.ts';
import type { Context } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import type { DeliveryNews, DeliveryReport } from './providers/sms.ts';

/** A state that the gateway's news leads to or leads from, and how far along it is. */
const RANKS: Readonly<Record<string, number>> = { queued: 0, sending: 0, sent: 1, failed: 2, delivered: 3 };
const TARGETS = { taken: 'sent', delivered: 'delivered', failed: 'failed', none: null } as const;

/**
 * What a message is after the gateway's news; null when it stays what it is. A state only moves forward, so news that
 * comes twice, late or in another order changes nothing. What arrived once has arrived, whatever a repeat says.
 */
export function stateAfter(state: string, news: DeliveryNews): 'sent' | 'delivered' | 'failed' | null {
  const target = TARGETS[news];
  const rank = RANKS[state];
  if (target === null || rank === undefined) return null;
  return (RANKS[target] ?? 0) > rank ? target : null;
}

/**
 * Writes down what became of a message. The gateway may be faster than our own word that it left: then this is that word,
 * and a try that seemed lost is not made again.
 */
export async function recordReport(
  ctx: Context,
  id: string,
  { news, reason }: DeliveryReport,
): Promise<void> {
  const recorded = await inTransaction(ctx, async ({ db, clock }) => {
    const message = await db
      .selectFrom('message')
      .select(['state', 'sent_at'])
      .where('id', '=', id)
      .where('channel', '=', 'sms')
      .forUpdate()
      .executeTakeFirst();
    const state = message === undefined ? null : stateAfter(message.state, news);
    if (state === null) return;
    const now = clock.now().toString();
    await db
      .updateTable('message')
      .set({
        state,
        failure: state === 'failed' ? reason : '',
        sent_at: message?.sent_at ?? now,
        delivered_at: state === 'delivered' ? now : null,
      })
      .where('id', '=', id)
      .execute();
  });
  if (isRefusal(recorded)) throw new Error('What the gateway tells could not be written down.');
}
