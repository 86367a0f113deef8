import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** So many of a cleaner's last visits are looked through for reviews: about half a year of them. */
const VISITS_LOOKED_AT = 300;
const TENTHS = 10;

/** The mean stars of each cleaner's last visits, 1 to 5 in tenths; who has no review is left out. */
export async function cleanerRatings(
  ctx: Context,
  cleanerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ cleaner_id: string; mean: number }>`
    select cleaner_id, avg(review_stars)::float8 as mean
    from unnest(${[...cleanerIds]}::uuid[]) as cleaner_id
    cross join lateral (
      select job_id from cleaner_occupation
      where cleaner_occupation.cleaner_id = cleaner_id.cleaner_id and released_at is null and kind = 'job'
        and starts_at < ${ctx.clock.now().toString()}
      order by starts_at desc limit ${sql.lit(VISITS_LOOKED_AT)}
    ) as visit
    join job on job.id = visit.job_id
    where review_stars is not null and job.trashed_at is null
    group by cleaner_id`.execute(ctx.db);
  return new Map(rows.map(({ cleaner_id, mean }) => [cleaner_id, Math.round(mean * TENTHS) / TENTHS]));
}
