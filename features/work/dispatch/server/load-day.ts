import { pointFinder } from '#features/catalogue/places/server/index.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import {
  findDayVisits,
  findMissingCrew,
  type JobRow,
  jobRows,
  requirementsOf,
} from '#features/work/jobs/server/index.ts';
import { travelByDistance } from '#features/work/schedule/rules/travel.ts';
import { loadDiaries, readTimeSettings } from '#features/work/schedule/server/index.ts';
import { dayBounds, readDatabaseTime, weekdayIndex } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { DayToPlan, DayVisit, PlanKind } from '../rules/day-problem.ts';
import { travelFactor } from '../rules/travel-calibration.ts';
import { findHomes } from './cleaner-homes.ts';
import { findObservedTrips } from './observed-trips.ts';
import { findUsualCrews } from './usual-crews.ts';

export interface PlanQuery {
  readonly day: Temporal.PlainDate;
  readonly kind: PlanKind;
  readonly awayId?: string;
}

export interface LoadedDay {
  readonly day: DayToPlan;
  /** Of the planned visits, in the same order. */
  readonly jobs: readonly JobRow[];
}

const MS_PER_MINUTE = 60_000;

/** Everything that planning a day needs: its visits that go ahead, the diaries, and the travel between homes. */
export async function loadDay(ctx: Context, { day, kind, awayId }: PlanQuery): Promise<LoadedDay> {
  const zone = ctx.config.BUSINESS_TZ;
  const { start, end } = dayBounds(day, zone);
  const jobs = await jobRows(ctx)
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.starts_at', '>=', start.toString())
    .where('job.starts_at', '<', end.toString())
    .orderBy('job.starts_at')
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
      ...(awayId !== undefined && { awayId }),
    },
  };
}

async function visitsToPlan(
  ctx: Context,
  jobs: readonly JobRow[],
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<DayVisit[]> {
  const usual = await findUsualCrews(ctx, [...new Set(jobs.map((job) => job.customer_id))]);
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
    const start = readDatabaseTime(job.starts_at);
    const crew = job.crew.map(({ id }) => id);
    visits.push({
      jobId: job.id,
      start: start.epochMilliseconds / MS_PER_MINUTE,
      need: await requirementsOf(ctx, job),
      crew,
      lost: crew.filter((id) => lost.has(`${job.id} ${id}`)),
      usual: usual.get(job.customer_id) ?? [],
      isFrozen: begun.has(job.id) || Temporal.Instant.compare(start, now) <= 0,
    });
  }
  return visits;
}
