import { changeJob } from '#features/work/jobs/server/index.ts';
import { releaseSlot } from '#features/work/schedule/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';

/**
 * Trashes a visit that goes ahead. The office could do that before it had to cancel such visits: these rows
 * exist.
 */
export function trashVisitAhead(ctx: Context, id: string): Promise<unknown> {
  return inTransaction(ctx, async (tx) => {
    await changeJob(tx, id, {
      fields: { trashedAt: tx.clock.now().toString() },
      action: 'job.trashed',
    });
    await releaseSlot(tx, id);
  });
}
