import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** The names of these admins, including trashed ones, and of API keys that acted for the office. */
export async function adminNames(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('admin')
    .select(['id', 'fullname as name'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In a query, the name of the admin or API key with the id in a column: `job_message.admin_id`. */
export function adminNameOf(column: string): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    (select fullname from admin where admin.id = ${sql.ref(column)}),
    (select name from api_key where api_key.id = ${sql.ref(column)}))`;
}
