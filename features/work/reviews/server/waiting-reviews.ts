import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Fewer stars than this need an answer, not only a decision. */
const LOW = 4;

/** Reviews that wait for the office to publish or hide them. */
export async function countWaitingReviews(ctx: Context): Promise<number> {
  const { count } = await selectWaiting(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of those, the ones with few stars: how many, and the jobs of the first, longest wait first. */
export async function findLowReviews(
  ctx: Context,
  limit: number,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const rows = await selectWaiting(ctx)
    .select(['id', sql<number>`(count(*) over ())::int`.as('count')])
    .where('review_stars', '<', LOW)
    .orderBy('reviewed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

/** Reviews given in this time, whether published or not. */
export async function readStars(
  { db }: Context,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<{ average: number | null; count: number }> {
  const { count, stars } = await db
    .selectFrom('job')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(review_stars), 0)::int`.as('stars'),
    ])
    .where('reviewed_at', '>=', from.toString())
    .where('reviewed_at', '<=', until.toString())
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, average: count === 0 ? null : Math.round((stars / count) * 10) / 10 };
}

function selectWaiting({ db }: Context) {
  return db
    .selectFrom('job')
    .where('reviewed_at', 'is not', null)
    .where('review_decision', 'is', null)
    .where('trashed_at', 'is', null);
}
