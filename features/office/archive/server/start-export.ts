import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { ArchiveExport } from '../contract.ts';
import { toExport } from './export-row.ts';
import { listExports } from './list-exports.ts';

const ONE_AT_A_TIME = { archive_export_one_at_a_time: refuse('export_running') };

/** Queues an export of everything, unless one is running. */
export async function startExport(
  ctx: ContextOf<'admin'>,
): Promise<ArchiveExport | Refusal<'export_running' | 'unavailable'>> {
  const started = await inTransaction(
    ctx,
    async (tx) => {
      const row = await tx.db
        .insertInto('archive_export')
        .values({
          id: tx.newId(),
          state: 'waiting',
          started_by: tx.actor.id,
          created_at: tx.clock.now().toString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(tx, { action: 'archive.export-started', subject: { kind: 'archive', id: row.id } });
      await tx.outbox.publish(tx, 'write-archive', { id: row.id });
      return saveIdempotentReply(tx, await toExport(tx, row));
    },
    ONE_AT_A_TIME,
  );
  return isRefusal(started) && started.refusal === 'export_running' ? refuseRunning(ctx) : started;
}

/** Says whose export is running. */
async function refuseRunning(ctx: ContextOf<'admin'>): Promise<Refusal<'export_running'>> {
  const { items } = await listExports(ctx);
  const running = items.find(({ state }) => state === 'waiting' || state === 'running');
  if (running === undefined || running.by === '') return refuse('export_running');
  const detail = `${running.by} has started an export that is still running. Wait until it is done, or cancel it.`;
  return refuse('export_running', { detail });
}
