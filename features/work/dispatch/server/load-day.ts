import { sql } from 'kysely';
import { pointFinder } from '#features/catalogue/places/server/index.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import {
  findDayVisits,
  findMissingCrew,
  type JobRow,
  jobRows,
  requirementsOf,
} from '#features/work/jobs/server/index.ts';
import {
  distanceKm,
  type Point,
  rideMinutes,
  travelByDistance,
} from '#features/work/schedule/rules/travel.ts';
import { loadDiaries, readTimeSettings, usualCleanersOf } from '#features/work/schedule/server/index.ts';
import { dayBounds, readDatabaseTime, weekdayIndex } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { DayToPlan, DayVisit, PlanKind } from '../rules/day-problem.ts';
import { type ObservedTrip, travelFactor } from '../rules/travel-calibration.ts';

interface PlanQuery {
  readonly day: Temporal.PlainDate;
  readonly kind: PlanKind;
  readonly awayID?: string;
}

export interface LoadedDay {
  readonly day: DayToPlan;
  /** Of the planned visits, in the same order. */
  readonly jobs: readonly JobRow[];
}

const MS_PER_MINUTE = 60_000;

/** Everything that planning a day needs: its visits that go ahead, the diaries, and the travel between homes. */
export async function loadDay(ctx: Context, { day, kind, awayID }: PlanQuery): Promise<LoadedDay> {
  const zone = ctx.config.BUSINESS_TZ;
  const { start, end } = dayBounds(day, zone);
  const jobs = await jobRows(ctx)
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', start.toString())
    .where('job.startsAt', '<', end.toString())
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  const pointOf = await pointFinder(ctx);
  const trips = await findObservedTrips(ctx, pointOf);
  const { travelBufferMinutes } = await readTimeSettings(ctx);
  const diaries = await loadDiaries(ctx, { periods: [{ from: start, until: end.subtract({ minutes: 1 }) }] });
  return {
    jobs,
    day: {
      kind,
      dayStart: start.epochMilliseconds / MS_PER_MINUTE,
      weekday: weekdayIndex(day),
      visits: await visitsToPlan(ctx, jobs, { from: start, until: end }),
      diaries,
      travel: travelByDistance(travelBufferMinutes, pointOf, travelFactor(trips)),
      pointOf,
      bases: await findHomes(ctx, pointOf),
      ...(awayID !== undefined && { awayID }),
    },
  };
}

async function visitsToPlan(
  ctx: Context,
  jobs: readonly JobRow[],
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<DayVisit[]> {
  const usual = await usualCleanersOf(
    ctx,
    jobs.map((job) => job.customerID),
  );
  const missing = (await findMissingCrew(ctx, until)).map(({ jobID, cleaner }) => `${jobID} ${cleaner.id}`);
  const lost = new Set(missing);
  const clocks = await findDayVisits(ctx, { from, until });
  const begun = new Set(
    clocks
      .filter(({ crew }) => crew.some((one) => one.hasSetOut || one.hasStarted))
      .map(({ jobID }) => jobID),
  );
  const now = ctx.clock.now();
  const visits: DayVisit[] = [];
  for (const job of jobs) {
    const start = readDatabaseTime(job.startsAt);
    const crew = job.crew.map(({ id }) => id);
    visits.push({
      jobID: job.id,
      start: start.epochMilliseconds / MS_PER_MINUTE,
      need: await requirementsOf(ctx, job),
      crew,
      lost: crew.filter((id) => lost.has(`${job.id} ${id}`)),
      usual: usual.get(job.customerID) ?? [],
      isFrozen: begun.has(job.id) || Temporal.Instant.compare(start, now) <= 0,
    });
  }
  return visits;
}

/** Where the cleaners live: the centre of their areas. */
async function findHomes(
  ctx: Context,
  pointOf: (postal: string) => Point | null,
): Promise<ReadonlyMap<string, Point>> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'postal'])
    .where('trashedAt', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ id, postal }) => {
      const point = pointOf(postal);
      return point === null ? [] : [[id, point] as const];
    }),
  );
}

const OBSERVED_DAYS = 14;
/** More trips do not change the factor. */
const MAX_TRIPS = 3000;

interface TripRow {
  readonly leftAt: number;
  readonly arrivedAt: number;
  readonly dueAt: number;
  readonly fromPostal: string;
  readonly toPostal: string;
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
    select ${minutes('leftAt')} as left_at, ${minutes('arrivedAt')} as arrived_at,
      ${minutes('dueAt')} as due_at, from_postal, to_postal
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
    const [from, to] = [pointOf(row.fromPostal), pointOf(row.toPostal)];
    if (from === null || to === null) return [];
    const estimate = rideMinutes(distanceKm(from, to));
    return [{ left: row.leftAt, arrived: row.arrivedAt, due: row.dueAt, estimate }];
  });
}
