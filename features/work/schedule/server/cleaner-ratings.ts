import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { type CleanerRating, cleanerRating } from '../rules/cleaner-rating.ts';

/** Reviews are read from this many of a cleaner's latest visits: about half a year. */
const VISITS_LOOKED_AT = 300;
const TENTHS = 10;

/**
 * The mean stars of each cleaner's recent visits, 1 to 5 in tenths, and the number of reviews; cleaners without reviews
 * are omitted.
 */
export async function cleanerRatings(
  ctx: Context,
  cleanerIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly rating: number; readonly reviews: number }>> {
  const rows = await readReviews(ctx, cleanerIds, { onlyShown: false });
  return new Map(
    rows.map(({ cleaner_id, stars, reviews }) => [
      cleaner_id,
      { rating: Math.round((stars / reviews) * TENTHS) / TENTHS, reviews },
    ]),
  );
}

/** The same for customers: only published reviews, and only if there are enough of them. */
export async function shownRatings(
  ctx: Context,
  cleanerIds: readonly string[],
): Promise<ReadonlyMap<string, CleanerRating>> {
  const rows = await readReviews(ctx, cleanerIds, { onlyShown: true });
  return new Map(rows.map(({ cleaner_id, stars, reviews }) => [cleaner_id, cleanerRating(stars, reviews)]));
}

interface Reviewed {
  readonly cleaner_id: string;
  /** The sum over all reviews. */
  readonly stars: number;
  readonly reviews: number;
}

async function readReviews(
  ctx: Context,
  cleanerIds: readonly string[],
  { onlyShown }: { readonly onlyShown: boolean },
): Promise<readonly Reviewed[]> {
  const { rows } = await sql<Reviewed>`
    select cleaner_id, sum(review_stars)::int as stars, count(*)::int as reviews
    from unnest(${[...cleanerIds]}::uuid[]) as cleaner_id
    cross join lateral (
      select job_id from cleaner_occupation
      where cleaner_occupation.cleaner_id = cleaner_id.cleaner_id and released_at is null and kind = 'job'
        and starts_at < ${ctx.clock.now().toString()}
      order by starts_at desc limit ${sql.lit(VISITS_LOOKED_AT)}
    ) as visit
    join job on job.id = visit.job_id
    where review_stars is not null and job.trashed_at is null
      ${onlyShown ? sql`and review_decision = 'shown'` : sql``}
    group by cleaner_id`.execute(ctx.db);
  return rows;
}
