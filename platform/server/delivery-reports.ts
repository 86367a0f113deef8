import { isRefusal } from '../kernel/refusal.ts';
import type { Context } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import type { DeliveryNews, DeliveryReport } from './providers/sms.ts';

/** The states that a gateway report leads from or to, with their order. */
const RANKS: Readonly<Record<string, number>> = { queued: 0, sending: 0, sent: 1, failed: 2, delivered: 3 };
const TARGETS = { taken: 'sent', delivered: 'delivered', failed: 'failed', none: null } as const;

/**
 * The state of a message after a gateway report; null if it does not change. A state only moves forward, so duplicate,
 * late or reordered reports change nothing. A delivered message stays delivered, whatever a duplicate says.
 */
export function stateAfter(state: string, news: DeliveryNews): 'sent' | 'delivered' | 'failed' | null {
  const target = TARGETS[news];
  const rank = RANKS[state];
  if (target === null || rank === undefined) return null;
  return (RANKS[target] ?? 0) > rank ? target : null;
}

/**
 * Records a delivery report. The gateway's report may arrive before our own commit that the message was sent; it then
 * marks it sent, and an attempt that seemed lost is not repeated.
 */
export async function recordReport(
  ctx: Context,
  id: string,
  { news, reason }: DeliveryReport,
): Promise<void> {
  const recorded = await inTransaction(ctx, async ({ db, clock }) => {
    const message = await db
      .selectFrom('message')
      .select(['state', 'sentAt'])
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
        sentAt: message?.sentAt ?? now,
        deliveredAt: state === 'delivered' ? now : null,
      })
      .where('id', '=', id)
      .execute();
  });
  if (isRefusal(recorded)) throw new Error('The delivery report could not be saved.');
}
