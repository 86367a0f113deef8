import { findNewCustomers } from '#features/people/customers/server/index.ts';
import {
  type DayVisit,
  findCancellations,
  findCustomerChanges,
  findDayVisits,
  findNewBookings,
  type MissingCrew,
  summariseDay,
} from '#features/work/jobs/server/index.ts';
import { atMinute, dayBounds, dayOf, instantToWire, readInstant } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Overview } from '../contract.ts';
import { type CrewTime, hoursOfDay } from '../rules/hours.ts';
import { findNeeds } from './find-needs.ts';
import { findOut } from './find-out.ts';
import { timesOf } from './read-figures.ts';

/** The office closes at six; what comes later is news in the morning. */
const CLOSING = 18 * 60;
const NEWS = 5;

/** The office's first page, without the figures of the week. */
export async function readOverview(ctx: Context, { each }: { readonly each: number }): Promise<Overview> {
  const zone = ctx.config.BUSINESS_TZ;
  const now = ctx.clock.now();
  const day = dayOf(now, zone);
  const tomorrow = day.add({ days: 1 });
  const visits = await findDayVisits(ctx, timesOf(ctx, { first: day, last: day }));
  const { needs, more, missing } = await findNeeds(ctx, each);
  return {
    day: day.toString(),
    now: instantToWire(now, zone),
    today: totalsOf(visits),
    needs: [...needs],
    more: [...more],
    hours: hoursOfDay(crewTimes(ctx, visits, missing), hoursSince(ctx, now)),
    out: await findOut(ctx, visits),
    tomorrow: {
      day: tomorrow.toString(),
      ...(await summariseDay(ctx, timesOf(ctx, { first: tomorrow, last: tomorrow }))),
      noCrew: countOn(ctx, missing, tomorrow),
    },
    since: await readNews(ctx, atMinute(day.subtract({ days: 1 }), CLOSING, zone)),
  };
}

function totalsOf(visits: readonly DayVisit[]): Overview['today'] {
  return {
    visits: visits.length,
    hours: visits.reduce((sum, { hours, numCleaners }) => sum + hours * numCleaners, 0),
    cleaners: new Set(visits.flatMap(({ crew }) => crew.map(({ id }) => id))).size,
  };
}

function crewTimes(ctx: Context, visits: readonly DayVisit[], missing: readonly MissingCrew[]): CrewTime[] {
  const lost = new Set(missing.map(({ jobID, cleaner }) => `${jobID} ${cleaner.id}`));
  return visits.flatMap(({ jobID, start, end, crew }) => {
    const times = { from: hoursSince(ctx, start), until: hoursSince(ctx, end) };
    return crew.map(({ id, hasStarted, hasFinished }) => ({
      ...times,
      hasStarted,
      hasFinished,
      isMissing: lost.has(`${jobID} ${id}`),
    }));
  });
}

/** Hours since the midnight at which today began. */
function hoursSince({ clock, config }: Context, at: Temporal.Instant): number {
  const { start } = dayBounds(dayOf(clock.now(), config.BUSINESS_TZ), config.BUSINESS_TZ);
  return at.since(start).total('hours');
}

/** Visits on a day without their crew. */
function countOn({ config }: Context, missing: readonly MissingCrew[], day: Temporal.PlainDate): number {
  const jobs = missing.flatMap(({ jobID, startTime }) => {
    const start = readInstant(startTime);
    return start !== null && dayOf(start, config.BUSINESS_TZ).equals(day) ? [jobID] : [];
  });
  return new Set(jobs).size;
}

async function readNews(ctx: Context, since: Temporal.Instant): Promise<Overview['since']> {
  const asked = { since, limit: NEWS };
  const plain = <News extends { readonly rows: readonly unknown[] }>(found: News) => ({
    ...found,
    rows: [...found.rows] as News['rows'][number][],
  });
  return {
    from: instantToWire(since, ctx.config.BUSINESS_TZ),
    bookings: plain(await findNewBookings(ctx, asked)),
    cancellations: plain(await findCancellations(ctx, asked)),
    changes: plain(await findCustomerChanges(ctx, asked)),
    customers: await findNewCustomers(ctx, since, NEWS),
  };
}
