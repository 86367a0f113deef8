import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** The price difference of a visit that was changed after payment. */
interface PriceChangeRow {
  readonly jobId: string;
  /** Positive: charged. Negative: refunded. */
  readonly cents: Cents;
  readonly transactionId: string;
}

export async function insertPriceChange(
  tx: Tx,
  { jobId, cents, transactionId }: PriceChangeRow,
): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: tx.newId(),
      job_id: jobId,
      cents,
      transaction_id: transactionId,
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

interface ChargedUpdate {
  readonly id: string;
  readonly jobId: string;
  readonly cents: Cents;
  readonly attemptId: string;
  readonly change: unknown;
}

/** Stores an update that is only applied once its charge has succeeded. */
export async function insertChargedUpdate(tx: Tx, update: ChargedUpdate): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: update.id,
      job_id: update.jobId,
      cents: update.cents,
      attempt_id: update.attemptId,
      change: JSON.stringify(update.change),
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

/** An update with a charge, by id; null if there is none. */
export async function findChargedUpdate({ db }: Context, id: string) {
  const row = await db.selectFrom('job_price_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Whether a charge for an update of this job is still open. */
export async function hasOpenCharge({ db }: Context, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_price_change')
    .select('id')
    .where('job_id', '=', jobId)
    .where('transaction_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes an update: with a transaction if the charge succeeded and the update was applied, without one if it was
 * dropped.
 */
export async function closeChargedUpdate(tx: Tx, id: string, transactionId: string | null): Promise<void> {
  const outcome =
    transactionId === null ? { ended_at: tx.clock.now().toString() } : { transaction_id: transactionId };
  await tx.db
    .updateTable('job_price_change')
    .set({ ...outcome, change: null })
    .where('id', '=', id)
    .execute();
}
