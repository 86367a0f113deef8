import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { DispatchPlan } from '../contract.ts';
import { getPlan } from './plan-record.ts';

/** Asks the process that searches to stop; it looks twice a second. A plan that is not running stays as it is. */
export async function stopPlan(
  ctx: Context,
  id: string,
): Promise<DispatchPlan | Refusal<'not_found' | 'unavailable'>> {
  const stopped = await inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('dispatch_plan')
      .set({ stop_requested: true, updated_at: tx.clock.now().toString() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('stop_requested', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return noChange(tx);
    return audit(tx, { action: 'dispatch-plan.stopped', subject: { kind: 'dispatch-plan', id } });
  });
  return isRefusal(stopped) ? stopped : getPlan(ctx, id);
}

/** A search reports twice a second. After this long without a report its process has ended. */
const SILENT_SECONDS = 60;

/** Marks plans as stopped whose process has ended. */
export async function stopSilentPlans(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('dispatch_plan')
    .set({ state: 'stopped', updated_at: now.toString() })
    .where('state', '=', 'running')
    .where('updated_at', '<', now.subtract({ seconds: SILENT_SECONDS }).toString())
    .execute();
}

/** Plans show who works where; after a month they are of no use. */
const KEPT_DAYS = 30;

export async function purgePlans(ctx: Context): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * KEPT_DAYS });
  await ctx.db.deleteFrom('dispatch_plan').where('created_at', '<', before.toString()).execute();
}
