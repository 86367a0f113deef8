import { idOf } from '#platform/kernel/actor.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CancellationOutcome, OnBehalfOf } from '../rules/cancellation.ts';

/** What the cancellation of a job kept and gave back; null while it is not cancelled. */
export async function findCancellation(ctx: Context, jobId: string): Promise<CancellationOutcome | null> {
  const row = await ctx.db
    .selectFrom('job_cancellation')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    fee: row.fee,
    refund: row.refund,
    creditsReturned: row.credits_returned,
    creditsForfeited: row.credits_forfeited,
  };
}

export async function insertCancellation(
  tx: Tx,
  jobId: string,
  of: CancellationOutcome & { readonly onBehalfOf: OnBehalfOf; readonly reason: string },
): Promise<void> {
  await tx.db
    .insertInto('job_cancellation')
    .values({
      job_id: jobId,
      on_behalf_of: of.onBehalfOf,
      fee: of.fee,
      refund: of.refund,
      credits_returned: of.creditsReturned,
      credits_forfeited: of.creditsForfeited,
      reason: of.reason,
      cancelled_by: idOf(tx.actor),
      created_at: tx.clock.now().toString(),
    })
    .execute();
}
