import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Batch } from '../contract.ts';
import { lockBatch, saveBatch, toBatch } from './batch-row.ts';

/** Ends an import: no further rows. No effect if it has ended. */
export function endImport(
  ctx: Context,
  id: string,
  cancelled: boolean,
): Promise<Batch | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === null) return refuse('not_found');
    if (batch.endedAt !== null) {
      noChange(tx);
      return toBatch(tx, batch);
    }
    const saved = await saveBatch(tx, id, { endedAt: tx.clock.now().toString(), cancelled });
    await audit(tx, {
      action: cancelled ? 'import.cancelled' : 'import.finished',
      subject: { kind: 'import', id },
      after: { created: saved.created, skipped: saved.skipped },
    });
    return toBatch(tx, saved);
  });
}
