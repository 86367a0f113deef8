import { sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

export async function countNewRequests(ctx: Context): Promise<number> {
  const { count } = await selectNew(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The first of them, longest wait first. */
export async function findNewRequests(ctx: Context, limit: number) {
  const rows = await selectNew(ctx)
    .select(['id', 'firstname', 'lastname', 'subject', 'message', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: wireTime(row.createdAt) }));
}

/** Nobody has answered them or taken them on. */
function selectNew({ db }: Context) {
  return db.selectFrom('contact_request').where('state', '=', 'new').where('trashedAt', 'is', null);
}
