import type { ExpressionBuilder } from 'kysely';
import type { DB } from '#database/generated.ts';
import { release } from '#features/schedule/server/index.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { whileBeingPaid } from './being-paid.ts';

/** Holds that a sweep ends in one transaction. */
const BATCH = 100;

/**
 * A hold is stale when its time is over and nobody is paying for it: a charge under way keeps the slot until
 * it is settled, of a series for all its visits.
 */
function isStale(now: Temporal.Instant) {
  return (eb: ExpressionBuilder<DB, 'job'>) =>
    eb.and([
      eb('job.status', '=', 'pending'),
      eb('job.hold_expires_at', '<=', now.toString()),
      eb.not(whileBeingPaid),
    ]);
}

/** Jobs whose hold is over but still stands in the diaries: whoever looks for free time looks through them. */
export async function staleHolds(ctx: Context): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.selectFrom('job').select('id').where(isStale(ctx.clock.now())).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Ends the stale holds in these diaries, so that a slot is free the moment its hold is over; not that of the job
 * which is being worked on.
 */
export async function endStaleHoldsOf(
  tx: Tx,
  cleanerIds: readonly string[],
  ownJobIds: readonly string[] = [],
): Promise<void> {
  if (cleanerIds.length === 0) return;
  const rows = await tx.db
    .selectFrom('job')
    .select('job.id')
    .where(isStale(tx.clock.now()))
    .where(({ eb, and }) => and(ownJobIds.map((id) => eb('job.id', '<>', id))))
    .where('job.id', 'in', (eb) =>
      eb
        .selectFrom('job_crew')
        .select('job_id')
        .where('cleaner_id', 'in', [...cleanerIds]),
    )
    .orderBy('job.id')
    .forUpdate('job')
    .skipLocked() // somebody is paying for it, or ending it, this moment
    .execute();
  await endHolds(
    tx,
    rows.map((row) => row.id),
  );
}

/** Ends every stale hold. A sweep. */
export async function sweepHolds(ctx: Context): Promise<void> {
  for (;;) {
    const ended = await inTransaction(ctx, endBatch);
    if (ended !== BATCH) return;
  }
}

async function endBatch(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('job')
    .select('job.id')
    .where(isStale(tx.clock.now()))
    .orderBy('job.id')
    .limit(BATCH)
    .forUpdate('job')
    .skipLocked()
    .execute();
  await endHolds(
    tx,
    rows.map((row) => row.id),
  );
  return rows.length;
}

async function endHolds(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  for (const jobId of jobIds) await release(tx, { jobId });
  await tx.db
    .updateTable('job')
    .set({ status: 'expired', hold_expires_at: null, updated_at: tx.clock.now().toString() })
    .where('id', 'in', [...jobIds])
    .execute();
}
