import { type RawBuilder, sql } from 'kysely';
import { closedDays, listSectors } from '#features/catalogue/places/server/index.ts';
import { shiftsFromRanges } from '#features/people/cleaners/rules/week.ts';
import { dayBounds, dayOf, minuteOfDay, weekdayIndex } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { DayRange } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import { LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';
import type { Roster, SharedSpan, SharedWeek } from '../rules/roster.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { inShortPieces, type Period, periodTable, weekdaysOf, wholeDays } from './diaries.ts';
import { isLiveEntry } from './live-entry.ts';

/** Up to this many cleaners are looked up one by one; for more, all diaries are read. */
const FEW = 10;

interface Suiting extends Pick<VisitNeed, 'gender' | 'hasPets' | 'regionID'> {
  /** A language requested explicitly excludes; the home's own only ranks. */
  readonly spoken?: string | undefined;
}

/** The untrashed cleaners suitable for such a home, in id order; limited to `among` if given. */
export async function suitedCleaners(
  ctx: Context,
  { gender, hasPets, regionID, spoken = '' }: Suiting,
  among?: readonly string[],
): Promise<string[]> {
  const isAmong = among === undefined ? sql`true` : sql`id = any(${[...among]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from cleaner
    where trashed_at is null and ${gender}::text in ('', gender) and ${isAmong}
      and not (avoids_pets and ${hasPets}::boolean)
      and (${spoken}::text = '' or lower(${spoken}) in (select lower(language) from unnest(languages) as language))
      and (${regionID}::uuid is null or id not in (
        select cleaner_id from cleaner_region
        group by cleaner_id having not bool_or(region_id = ${regionID}::uuid)
      ))
    order by id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

interface RosterQuery {
  readonly need: Pick<VisitNeed, 'postal' | 'excludeJobIDs' | 'travel'>;
  readonly cleanerIDs: readonly string[];
  /** The periods that contain the slots to check. */
  readonly periods: readonly Period[];
}

/**
 * Everything that determines availability inside the periods: the same rows as in `loadDiaries`, but grouped by
 * PostgreSQL into one row for each kind of day or time, with all cleaners who have it. Three queries, regardless of the
 * number of cleaners and days.
 */
export async function loadRoster(ctx: Context, { need, cleanerIDs, periods }: RosterQuery): Promise<Roster> {
  if (cleanerIDs.length === 0) return { cleanerIDs, weeks: [], busy: [] };
  const lookup = { need, cleanerIDs, periods: wholeDays(ctx, periods) };
  const weeks = await loadWeeks(ctx, { need, cleanerIDs, periods });
  const jobs = await loadJobs(ctx, lookup);
  const timeOff = await loadTimeOff(ctx, lookup);
  return { cleanerIDs, weeks, busy: [...jobs, ...timeOff].sort((a, b) => a.start - b.start) };
}

async function loadWeeks(ctx: Context, { cleanerIDs, periods }: RosterQuery): Promise<SharedWeek[]> {
  const { rows } = await sql<{ weekday: number; shifts: string; cleaners: string }>`
    select weekday, shifts, array_agg(nth)::text as cleaners
    from (
      select cleaner_id, weekday, shifts from cleaner_week
      where available and weekday = any(${weekdaysOf(periods, ctx.config.BUSINESS_TZ)}) ${isFewOf(cleanerIDs)}
      offset 0
    ) as day join ${indexed(cleanerIDs)} on cleaner.id = cleaner_id
    group by weekday, shifts`.execute(ctx.db);
  return rows.map(({ weekday, shifts, cleaners }) => ({
    week: { [weekday]: { available: true, shifts: shiftsFromRanges(shifts) } },
    cleaners: readIndexes(cleaners),
  }));
}

/** A job's location only matters for the length of the ride: one postal code stands for all that are equally far. */
async function loadJobs(ctx: Context, { need, cleanerIDs, periods }: RosterQuery): Promise<SharedSpan[]> {
  const longest = sql`make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)})`;
  const sectors = await listSectors(ctx);
  const rides = sectors.map((sector) => need.travel.minutesBetween(`${sector}0000`, need.postal));
  const { rows } = await sql<Times & { postal: string }>`
    select ${minutes('startsAt')} as start, ${minutes('endsAt')} as end, min(postal) as postal,
      array_agg(nth)::text as cleaners
    from (
      select cleaner_id, starts_at, ends_at, postal
      from ${periodTable(periods)} join cleaner_occupation on starts_at < period.until_at
        and ends_at > period.from_at and starts_at > period.from_at - ${longest}
      where kind = 'job' and ${isLiveEntry(ctx)} ${isFewOf(cleanerIDs)}
        and job_id <> all(${[...(need.excludeJobIDs ?? [])]}::uuid[])
      offset 0
    ) as job join ${indexed(cleanerIDs)} on cleaner.id = cleaner_id
    left join unnest(${sectors}::text[], ${rides}::int[]) as ride(sector, minutes) on sector = left(postal, 2)
    group by starts_at, ends_at, ride.minutes, postal = ${need.postal}`.execute(ctx.db);
  return rows.map(({ cleaners, ...job }) => ({ kind: 'job', ...job, cleaners: readIndexes(cleaners) }));
}

/** As entered, including where it overlaps a job; split into days, because the rule relies on short entries. */
async function loadTimeOff(ctx: Context, { cleanerIDs, periods }: RosterQuery): Promise<SharedSpan[]> {
  const { rows } = await sql<Times & { kind: string; onlyJobType: string | null }>`
    select ${minutes('startsAt')} as start, ${minutes('endsAt')} as end, kind, only_job_type,
      array_agg(nth)::text as cleaners
    from (
      select cleaner_id, kind, only_job_type,
        greatest(starts_at, period.from_at) as starts_at, least(ends_at, period.until_at) as ends_at
      from ${periodTable(periods)} join time_off
        on tstzrange(starts_at, ends_at) && tstzrange(period.from_at, period.until_at)
      where removed_at is null ${isFewOf(cleanerIDs)}
      offset 0
    ) as off join ${indexed(cleanerIDs)} on cleaner.id = cleaner_id
    group by starts_at, ends_at, kind, only_job_type`.execute(ctx.db);
  return rows.flatMap(({ start, end, kind, onlyJobType: onlyJobType, cleaners }) => {
    const shared = {
      kind: kind === 'block' ? ('block' as const) : ('time-off' as const),
      cleaners: readIndexes(cleaners),
      ...(onlyJobType !== null && { onlyJobType }),
    };
    return inShortPieces(ctx, { start, end }).map((piece) => ({ ...shared, ...piece }));
  });
}

interface Times {
  /** Minutes since 1970. */
  readonly start: number;
  readonly end: number;
  readonly cleaners: string;
}

function minutes(column: string): RawBuilder<number> {
  return sql`date_part('epoch', ${sql.ref(column)}) / 60`;
}

/**
 * The cleaners with their indexes in the list. `offset 0` above and `group by` here make PostgreSQL read all diaries by
 * the index on time and look up each entry's cleaner in a hash of these. It cannot know the length of the list, and
 * would otherwise look up a thousand cleaners one by one.
 */
function indexed(cleanerIDs: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select id, min(n)::int - 1 as nth
    from unnest(${arrayOf(cleanerIDs)}::uuid[]) with ordinality as listed(id, n) group by id
  ) as cleaner`;
}

function isFewOf(cleanerIDs: readonly string[]): RawBuilder<unknown> {
  return cleanerIDs.length > FEW ? sql`` : sql`and cleaner_id = any(${[...cleanerIDs]}::uuid[])`;
}

/** In PostgreSQL's array syntax: the driver would check each of a thousand ids for characters to quote. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

function readIndexes(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`);
}

export interface WorkingCleaner {
  readonly id: string;
  readonly fullname: string;
  /** On time off now. */
  readonly isOff: boolean;
  /** Within their working hours now. */
  readonly isOnShift: boolean;
}

/** The cleaners whose week includes today, by name. */
export async function findWorkingCleaners({ db, clock, config }: Context): Promise<WorkingCleaner[]> {
  const now = clock.now();
  const zone = config.BUSINESS_TZ;
  const rows = await db
    .selectFrom('cleaner')
    .innerJoin('cleaner_week as week', 'week.cleanerID', 'cleaner.id')
    .select(['cleaner.id', 'firstname', 'lastname', 'displayName'])
    .select([
      sql<boolean>`week.shifts @> ${minuteOfDay(now, zone)}::int`.as('isOnShift'),
      sql<boolean>`cleaner.id in (select cleaner_id from time_off
        where removed_at is null and only_job_type is null
          and tstzrange(starts_at, ends_at) @> ${now.toString()}::timestamptz)`.as('isOff'),
    ])
    .where('cleaner.trashedAt', 'is', null)
    .where('week.weekday', '=', weekdayIndex(dayOf(now, zone)))
    .where('week.available', '=', true)
    .orderBy('firstname')
    .orderBy('lastname')
    .orderBy('cleaner.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fullname: fullnameOf(row),
    isOff: row.isOff,
    isOnShift: row.isOnShift,
  }));
}

/** Hours in which cleaners can be booked on these days. */
export async function sumAvailableHours(
  ctx: Context,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Promise<number> {
  const days = await findAvailableHours(ctx, { first, last });
  return days.reduce((sum, { hours }) => sum + hours, 0);
}

/**
 * The hours in which cleaners can be booked on each of these days that has some: their weeks, as they are now, less time
 * off; closed holidays have none. Of all cleaners, or of one.
 */
export async function findAvailableHours(
  ctx: Context,
  { first, last }: DayRange,
  cleanerID?: string,
): Promise<{ readonly date: string; readonly hours: number }[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const closed = await closedDays(ctx, first, last.add({ days: 1 }));
  const days: Temporal.PlainDate[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (!closed.has(day.toString())) days.push(day);
  }
  const { rows } = await sql<{ date: string; minutes: number }>`
    with day as (
      select * from unnest(
        ${days.map(String)}::text[],
        ${days.map((day) => weekdayIndex(day))}::int[],
        ${days.map((day) => dayBounds(day, zone).start.toString())}::timestamptz[],
        ${days.map((day) => dayBounds(day, zone).end.toString())}::timestamptz[]
      ) as day(date, weekday, starts_at, ends_at)
    ), off as (
      select time_off.cleaner_id, day.starts_at, range_agg(int4range(
        greatest(extract(epoch from time_off.starts_at - day.starts_at) / 60, 0)::int,
        least(extract(epoch from time_off.ends_at - day.starts_at) / 60, 1440)::int)) as minutes
      from day
      join time_off on tstzrange(time_off.starts_at, time_off.ends_at) && tstzrange(day.starts_at, day.ends_at)
      where time_off.removed_at is null and time_off.only_job_type is null
      group by time_off.cleaner_id, day.starts_at
    )
    select day.date, sum(upper(shift) - lower(shift))::int as minutes
    from day
    join cleaner_week as week on week.weekday = day.weekday and week.available
    join cleaner on cleaner.id = week.cleaner_id and cleaner.trashed_at is null
    left join off on off.cleaner_id = week.cleaner_id and off.starts_at = day.starts_at
    cross join lateral unnest(week.shifts - coalesce(off.minutes, '{}'::int4multirange)) as shift
    where ${cleanerID ?? null}::uuid is null or week.cleaner_id = ${cleanerID ?? null}::uuid
    group by day.date`.execute(ctx.db);
  return rows.map(({ date, minutes }) => ({ date, hours: minutes / 60 }));
}
