import type { Selectable } from 'kysely';
import type { DB } from '#database/generated.ts';
import { findPaidByHand } from '#features/money/payments/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CancellationOutcome, OnBehalfOf } from '../rules/cancellation.ts';

/** What the cancellation of a job kept and gave back; null if it is not cancelled. */
export async function findCancellation(ctx: Context, jobId: string): Promise<CancellationOutcome | null> {
  const row = await ctx.db
    .selectFrom('job_cancellation')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return outcomeIn(row, await findPaidByHand(ctx, [jobId]));
}

/** By job: what was kept and given back for the visits that were cancelled together, starting from this one. */
export async function findCancelledFrom(
  ctx: Context,
  firstJobId: string,
): Promise<ReadonlyMap<string, CancellationOutcome>> {
  const rows = await ctx.db
    .selectFrom('job_cancellation')
    .selectAll()
    .where('first_job_id', '=', firstJobId)
    .execute();
  const byHand = await findPaidByHand(
    ctx,
    rows.map((row) => row.job_id),
  );
  return new Map(rows.map((row) => [row.job_id, outcomeIn(row, byHand)]));
}

function outcomeIn(
  row: Selectable<DB['job_cancellation']>,
  byHand: ReadonlySet<string>,
): CancellationOutcome {
  return {
    fee: row.fee,
    refund: row.refund,
    creditsReturned: row.credits_returned,
    creditsForfeited: row.credits_forfeited,
    ...(row.refund > 0 && byHand.has(row.job_id) && { refundByHand: true }),
  };
}

export async function insertCancellation(
  tx: Tx,
  jobId: string,
  of: CancellationOutcome & {
    readonly onBehalfOf: OnBehalfOf;
    readonly reason: string;
    readonly firstJobId?: string | undefined;
  },
): Promise<void> {
  await tx.db
    .insertInto('job_cancellation')
    .values({
      job_id: jobId,
      first_job_id: of.firstJobId ?? null,
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
