import { sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

export async function countNewApplications(ctx: Context): Promise<number> {
  const { count } = await selectNew(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The first of them, longest wait first. */
export async function findNewApplications(ctx: Context, limit: number) {
  const rows = await selectNew(ctx)
    .select(['id', 'firstname', 'lastname', 'home_area', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: wireTime(row.createdAt) }));
}

/** Nobody has answered them or taken them on. */
function selectNew({ db }: Context) {
  return db.selectFrom('application').where('state', '=', 'new').where('trashedAt', 'is', null);
}
