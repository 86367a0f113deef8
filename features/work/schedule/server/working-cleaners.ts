import { sql } from 'kysely';
import { closedDays } from '#features/catalogue/places/server/index.ts';
import { dayBounds, dayOf, minuteOfDay, weekdayIndex } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { DayRange } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';

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
    .innerJoin('cleaner_week as week', 'week.cleaner_id', 'cleaner.id')
    .select(['cleaner.id', 'firstname', 'lastname', 'display_name as displayName'])
    .select([
      sql<boolean>`week.shifts @> ${minuteOfDay(now, zone)}::int`.as('isOnShift'),
      sql<boolean>`cleaner.id in (select cleaner_id from time_off
        where removed_at is null and only_job_type is null
          and tstzrange(starts_at, ends_at) @> ${now.toString()}::timestamptz)`.as('isOff'),
    ])
    .where('cleaner.trashed_at', 'is', null)
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
  cleanerId?: string,
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
    where ${cleanerId ?? null}::uuid is null or week.cleaner_id = ${cleanerId ?? null}::uuid
    group by day.date`.execute(ctx.db);
  return rows.map(({ date, minutes }) => ({ date, hours: minutes / 60 }));
}
