import type { Tx } from '#platform/server/context.ts';

/** Locks a job's row: everything that changes its state or crew waits in line here. Read it again after this. */
export async function lockJob(tx: Tx, id: string): Promise<void> {
  await tx.db.selectFrom('job').select('id').where('id', '=', id).forUpdate().execute();
}
