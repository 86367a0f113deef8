import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { retryDeadTask } from '#platform/server/dead-tasks.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';

const QUEUE_NUMBER = /^\d{1,18}$/;

const GONE = { detail: 'It was done, tried again by someone else, or deleted in the meantime.' };

export async function retryTask(
  ctx: Context,
  id: string,
): Promise<{ ok: true } | Refusal<'not_found' | 'unavailable'>> {
  if (!QUEUE_NUMBER.test(id)) return refuse('not_found', GONE);
  return inTransaction(ctx, async (tx) => {
    const task = await retryDeadTask(tx, id);
    if (task === undefined) return refuse('not_found', GONE);
    await audit(tx, { action: 'task.retried', subject: { kind: 'task', id }, after: { task } });
    return saveIdempotentReply(tx, { ok: true as const });
  });
}
