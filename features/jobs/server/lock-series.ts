import type { Tx } from '#platform/server/context.ts';

/** Locks a series' row: who tells of one of its visits may have to tell of the others along with it. Locked after its jobs. */
export async function lockSeries(tx: Tx, id: string): Promise<void> {
  await tx.db.selectFrom('job_series').select('id').where('id', '=', id).forUpdate().execute();
}
