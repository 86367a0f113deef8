import type { Tx } from '#platform/server/context.ts';

/**
 * Locks cleaners in id order, so that two crews that share members wait for each other instead of
 * dying. Whoever writes into a diary holds these locks while deciding.
 *
 * @returns the ids of those who are there and not in the trash.
 */
export async function lockCleaners(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .selectFrom('cleaner')
    .select(['id', 'trashed_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate() // two lockers wait for each other; a row that only refers to a cleaner does not wait
    .execute();
  return rows.filter((row) => row.trashed_at === null).map((row) => row.id);
}
