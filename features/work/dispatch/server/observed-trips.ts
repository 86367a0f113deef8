import { sql } from 'kysely';
import { distanceKm, type Point, rideMinutes } from '#features/work/schedule/rules/travel.ts';
import type { Context } from '#platform/server/context.ts';
import type { ObservedTrip } from '../rules/travel-calibration.ts';

const OBSERVED_DAYS = 14;
/** More trips do not change the factor. */
const MAX_TRIPS = 3000;

interface TripRow {
  readonly left_at: number;
  readonly arrived_at: number;
  readonly due_at: number;
  readonly from_postal: string;
  readonly to_postal: string;
}

/** The trips of the last two weeks between two visits that a cleaner did one after the other on one day. */
export async function findObservedTrips(
  ctx: Context,
  pointOf: (postal: string) => Point | null,
): Promise<ObservedTrip[]> {
  const now = ctx.clock.now();
  const since = now.subtract({ hours: 24 * OBSERVED_DAYS });
  const minutes = (moment: string) => sql`date_part('epoch', ${sql.ref(moment)}) / 60`;
  const { rows } = await sql<TripRow>`
    select ${minutes('left_at')} as left_at, ${minutes('arrived_at')} as arrived_at,
      ${minutes('due_at')} as due_at, from_postal, to_postal
    from (
      select job_crew.started_at as arrived_at, job.starts_at as due_at, job.address_postal as to_postal,
        lag(job_crew.finished_at) over theirs as left_at, lag(job.address_postal) over theirs as from_postal
      from job join job_crew on job_crew.job_id = job.id
      where job.starts_at >= ${since.toString()} and job.starts_at < ${now.toString()}
        and job.stage = 'done' and job_crew.started_at is not null
      window theirs as (partition by job_crew.cleaner_id,
        date_trunc('day', job.starts_at, ${ctx.config.BUSINESS_TZ}) order by job_crew.started_at)) as trip
    where left_at is not null and from_postal <> to_postal
    order by due_at desc limit ${MAX_TRIPS}`.execute(ctx.db);
  return rows.flatMap((row) => {
    const [from, to] = [pointOf(row.from_postal), pointOf(row.to_postal)];
    if (from === null || to === null) return [];
    const estimate = rideMinutes(distanceKm(from, to));
    return [{ left: row.left_at, arrived: row.arrived_at, due: row.due_at, estimate }];
  });
}
