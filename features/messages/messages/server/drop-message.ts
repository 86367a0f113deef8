import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { dropFailed, findMessage } from '#platform/server/message-log.ts';
import { taskKeyOf } from '#platform/server/outbox.ts';
import type { MessageReply } from '../contract.ts';
import { toMessageReply } from './list-messages.ts';

/** Takes a message that could not be sent from the office's lists. It can then no longer be sent. */
export function dropMessage(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<MessageReply | Refusal<'not_found' | 'not_droppable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const dropped = await dropFailed(tx, id);
    const row = await findMessage(tx, id);
    if (row === undefined) return refuse('not_found');
    if (dropped) {
      // Otherwise it could still be sent from the failed tasks.
      await tx.outbox.withdraw(tx, [taskKeyOf(row)]);
      await audit(tx, {
        action: 'message.dropped',
        subject: { kind: 'message', id },
        after: { kind: row.kind },
      });
    } else if (row.state === 'failed') noChange(tx);
    else return refuse('not_droppable');
    return saveIdempotentReply(tx, toMessageReply(row, tx.clock.now()));
  });
}
