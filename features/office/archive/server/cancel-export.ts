import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ArchiveExport } from '../contract.ts';
import { toExport } from './export-row.ts';

/** Cancels an export. Whichever process writes it notices within a second and deletes what it has written. */
export function cancelExport(
  ctx: Context,
  id: string,
): Promise<ArchiveExport | Refusal<'not_found' | 'export_ended' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('archive_export')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    if (row.state === 'cancelled') {
      noChange(tx);
      return toExport(tx, row);
    }
    if (row.state !== 'waiting' && row.state !== 'running') return refuse('export_ended');
    const cancelled = await tx.db
      .updateTable('archive_export')
      .set({ state: 'cancelled', ended_at: tx.clock.now().toString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'archive.export-cancelled', subject: { kind: 'archive', id } });
    return toExport(tx, cancelled);
  });
}
