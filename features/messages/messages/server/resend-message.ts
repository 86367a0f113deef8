import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Channel } from '#platform/kernel/message-kind.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { findMessage, type MessageRow } from '#platform/server/message-log.ts';
import { unwrittenTask } from '#platform/server/messages.ts';
import { taskKeyOf } from '#platform/server/outbox.ts';
import type { MessageReply } from '../contract.ts';
import { mayBeRepeated } from '../rules/resending.ts';
import { toMessageReply } from './list-messages.ts';

/**
 * Sends a message again to its reader's current address. Requested by a person, so quiet hours do not apply.
 */
export function resendMessage(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<MessageReply | Refusal<'not_found' | 'not_resendable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await findMessage(tx, id);
    if (row === undefined) return refuse('not_found');
    if (!mayBeRepeated(row, tx.clock.now())) return refuse('not_resendable');
    const task = unwrittenTask(tx, {
      kind: row.kind,
      channel: row.channel as Channel,
      to: await addressOf(tx, row),
      customerId: row.customer_id,
      cleanerId: row.cleaner_id,
      data: row.data,
      repeats: row.id,
      ...(row.job_id !== null && { job: { id: row.job_id, version: row.job_version ?? 0 } }),
      ...(row.not_after !== null && { notAfter: readDatabaseTime(row.not_after) }),
    });
    await tx.outbox.publishAll(tx, [task]);
    // Otherwise it could be sent once more from the failed tasks.
    await tx.outbox.withdraw(tx, [taskKeyOf(row)]);
    await audit(tx, {
      action: 'message.resent',
      subject: { kind: 'message', id },
      after: { kind: row.kind },
    });
    const repeated = task.message && (await findMessage(tx, task.message.id));
    if (repeated === undefined) throw new Error('The published message is not in the log.');
    return saveIdempotentReply(tx, toMessageReply(repeated, tx.clock.now()));
  });
}

/** The person may have another number by now; a closed account has none. */
async function addressOf(tx: Tx, row: MessageRow): Promise<string> {
  if (row.cleaner_id !== null)
    return (await cleanerMobiles(tx, [row.cleaner_id]))[0]?.mobile ?? row.recipient;
  const customer = row.customer_id === null ? null : await getCustomer(tx, row.customer_id);
  const now = row.channel === 'sms' ? customer?.mobile : customer?.email;
  return now || row.recipient;
}
