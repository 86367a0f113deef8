import type { Tx } from '#platform/server/context.ts';

/**
 * Locks cleaners in id order, so that bookings with overlapping crews wait for each other instead of
 * deadlocking. Everything that writes to a diary holds these locks while deciding.
 *
 * @returns the ids of those that exist and are not trashed.
 */
export async function lockCleaners(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .selectFrom('cleaner')
    .select(['id', 'trashedAt'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate() // blocks other lockers, but not rows that only reference a cleaner
    .execute();
  return rows.filter((row) => row.trashedAt === null).map((row) => row.id);
}
