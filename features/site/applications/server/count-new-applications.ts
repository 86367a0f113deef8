import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Applications that nobody has looked into. */
export async function countNewApplications({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('application')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'new')
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
