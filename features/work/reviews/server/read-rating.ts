import { sql } from 'kysely';
import type { Rating } from '#features/site/pages/contract.ts';
import type { Context } from '#platform/server/context.ts';

/** The stars of every published review, including those without text. */
export async function readRating(ctx: Context): Promise<Rating> {
  const { count, stars } = await ctx.db
    .selectFrom('job')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(job.review_stars), 0)::int`.as('stars'),
    ])
    .where('job.review_decision', '=', 'shown')
    .where('job.reviewed_at', 'is not', null)
    .where('job.trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, average: count === 0 ? null : Math.round((stars / count) * 10) / 10 };
}
