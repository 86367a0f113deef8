import type { Context } from '#platform/server/context.ts';

/** The names of these admins, including trashed ones. */
export async function adminNames(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('admin').select(['id', 'fullname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, fullname }) => [id, fullname]));
}
