import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Contact requests that nobody has answered or taken on. */
export async function countNewRequests({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('contact_request')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'new')
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
