import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Reviews that wait for the office to publish or hide them. */
export async function countWaitingReviews({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('reviewed_at', 'is not', null)
    .where('review_decision', 'is', null)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
