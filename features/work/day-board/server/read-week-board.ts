import { sql } from 'kysely';
import { closedDays } from '#features/catalogue/places/server/index.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { findMissingCrew, type TimeRange } from '#features/work/jobs/server/index.ts';
import { dayBounds, dayOf, readDay, weekdayIndex } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { WeekBoard } from '../contract.ts';
import { hoursAvailable } from '../rules/load.ts';
import { partKey } from '../rules/travel.ts';
import { type FoundCleaner, findCleaners, findTimeOff, offMinutes } from './read-day-board.ts';

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** The week that contains the day; defaults to this week. */
export async function readWeekBoard(
  ctx: Context,
  { day }: { readonly day?: string | undefined },
): Promise<WeekBoard> {
  const zone = ctx.config.BUSINESS_TZ;
  const within = (day === undefined ? null : readDay(day)) ?? dayOf(ctx.clock.now(), zone);
  const monday = within.subtract({ days: within.dayOfWeek - 1 });
  const dates = DAYS.map((days) => monday.add({ days }));
  const bounds = dates.map((date) => dayBounds(date, zone));
  const from = dayBounds(monday, zone).start;
  const until = dayBounds(monday.add({ days: 7 }), zone).start;
  const closed = await closedDays(ctx, monday, monday.add({ days: 7 }));
  const booked = await findBookedHours(ctx, { from, until });
  const missing = new Set(
    (await findMissingCrew(ctx, until)).map(({ jobID, cleaner }) => partKey(jobID, cleaner.id)),
  );
  const off = Map.groupBy(await findTimeOff(ctx, { from, until }), ({ cleanerID }) => cleanerID);
  const ids = [...new Set(booked.map(({ cleanerID }) => cleanerID))];
  const cleaners = await findCleaners(ctx, { weekdays: DAYS, ids });
  const isMissing = (part: (typeof booked)[number]) => missing.has(partKey(part.jobID, part.cleanerID));
  const ownParts = Map.groupBy(
    booked.filter((part) => !isMissing(part)),
    ({ cleanerID, date }) => `${cleanerID} ${date}`,
  );
  const loadOf = ({ id, week }: FoundCleaner, index: number) => {
    const date = dates[index] ?? monday;
    const midnight = bounds[index]?.start ?? from;
    const shifts = closed.has(date.toString()) ? [] : (week.get(weekdayIndex(date)) ?? []);
    const available = hoursAvailable(shifts, offMinutes(off.get(id) ?? [], midnight));
    const parts = ownParts.get(`${id} ${date}`) ?? [];
    return {
      hoursBooked: parts.reduce((sum, { hours }) => sum + hours, 0),
      hoursAvailable: available,
      isOff: shifts.length > 0 && available === 0,
    };
  };
  return {
    days: dates.map((date) => {
      const parts = booked.filter((part) => part.date === date.toString());
      return {
        date: date.toString(),
        closed: closed.get(date.toString()) ?? null,
        visits: new Set(parts.map(({ jobID }) => jobID)).size,
        missing: parts.filter(isMissing).length,
      };
    }),
    cleaners: cleaners.map((cleaner) => ({
      id: cleaner.id,
      fullname: cleaner.fullname,
      profilePhoto: cleaner.profilePhoto,
      languages: [...cleaner.languages],
      regions: [...cleaner.regions],
      days: DAYS.map((index) => loadOf(cleaner, index)),
    })),
  };
}

interface Booked {
  readonly jobID: string;
  readonly cleanerID: string;
  /** Business day. */
  readonly date: string;
  readonly hours: number;
}

/** Each crew member of the visits that begin in this time and go ahead or are held. */
async function findBookedHours(ctx: Context, { from, until }: TimeRange): Promise<readonly Booked[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const { rows } = await sql<Booked>`
    select job.id as "jobID", job_crew.cleaner_id as "cleanerID", job.hours,
      to_char(job.starts_at at time zone ${zone}, 'YYYY-MM-DD') as date
    from job
    join job_crew on job_crew.job_id = job.id
    left join job_hold on job_hold.id = job.hold_id and job.status = 'pending'
    where job.status in ('pending', ${sql.join([...GOING_AHEAD])}) and job.trashed_at is null
      and job.starts_at >= ${from.toString()} and job.starts_at < ${until.toString()}
      and (job.status <> 'pending'
        or (job_hold.ended_at is null and job_hold.expires_at > ${ctx.clock.now().toString()}))`.execute(
    ctx.db,
  );
  return rows;
}
