import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { shiftsFromRanges, type Week, type WorkDay } from '#features/people/cleaners/rules/week.ts';
import { regionIDsOf } from '#features/people/cleaners/server/index.ts';
import { dayBounds, dayOf, weekdayIndex } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { HALF_A_DAY, HALF_A_WEEK, type JobMinutes } from '../rules/choose-crew.ts';
import { type BusySpan, type Diary, LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';
import { piecesOf, type Span } from '../rules/time-off.ts';
import { LONGEST_RIDE_MINUTES } from '../rules/travel.ts';
import { isLiveEntry } from './live-entry.ts';

export interface Period {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Zero-length periods at these starts. */
export function momentsOf(starts: readonly Temporal.Instant[]): Period[] {
  return starts.map((start) => ({ from: start, until: start }));
}

export interface DiaryQuery {
  /** The periods that contain the slots to check. */
  readonly periods: readonly Period[];
  /** Defaults to all untrashed cleaners. */
  readonly cleanerIDs?: readonly string[];
  /** The exact slots, if known. Time off outside them is irrelevant and omitted. */
  readonly slots?: readonly Period[];
}

const MS_PER_MINUTE = 60_000;
/** How far a visit may affect another day. */
const MARGIN = { minutes: LONGEST_RIDE_MINUTES };

/**
 * The diaries of untrashed cleaners, in id order, with everything `whyNotFree` needs for any slot inside the periods:
 * the whole business days and the travel buffer around them. Four queries, regardless of the number of cleaners and
 * days.
 */
export async function loadDiaries(ctx: Context, query: DiaryQuery): Promise<Diary[]> {
  if (query.cleanerIDs?.length === 0) return [];
  const cleaners = await loadCleaners(ctx, query);
  const cleanerIDs = cleaners.map((cleaner) => cleaner.id);
  const days = wholeDays(ctx, query.periods);
  const weeks = await loadWeeks(ctx, { cleanerIDs, periods: query.periods });
  const busy = await loadBusy(ctx, cleanerIDs, { jobs: days, timeOff: query.slots ?? days });
  return cleaners.map(({ id, gender, languages, avoidsPets, regionIDs }) => ({
    cleanerID: id,
    gender,
    languages,
    avoidsPets: avoidsPets,
    regionIDs,
    week: weeks.get(id) ?? {},
    busy: busy.get(id) ?? [],
  }));
}

function loadCleaners(ctx: Context, { cleanerIDs }: DiaryQuery) {
  const cleaners = ctx.db
    .selectFrom('cleaner')
    .select(['id', 'gender', 'languages', 'avoidsPets', regionIDsOf])
    .where('trashedAt', 'is', null)
    .orderBy('id');
  return (cleanerIDs === undefined ? cleaners : cleaners.where(isAnyOf('id', cleanerIDs))).execute();
}

/** The days of the regular week in the periods. */
async function loadWeeks(ctx: Context, { cleanerIDs, periods }: Lookup): Promise<Map<string, Week>> {
  const rows = await ctx.db
    .selectFrom('cleaner_week')
    .select(['cleanerID', 'weekday', 'available', 'shifts'])
    .where(isAnyOf('cleanerID', cleanerIDs))
    .where(isAnyOf('weekday', weekdaysOf(periods, ctx.config.BUSINESS_TZ)))
    .execute();
  // Thousands of days fall into a few kinds; each kind is parsed once.
  const kinds = new Map<string, WorkDay>();
  const weeks = new Map<string, Record<number, WorkDay>>();
  for (const row of rows) {
    const kind = `${row.available} ${row.shifts}`;
    const day = kinds.get(kind) ?? { available: row.available, shifts: shiftsFromRanges(row.shifts) };
    kinds.set(kind, day);
    const week = weeks.get(row.cleanerID) ?? {};
    week[row.weekday] = day;
    weeks.set(row.cleanerID, week);
  }
  return weeks;
}

export function weekdaysOf(periods: readonly Period[], zone: string): number[] {
  const weekdays = new Set<number>();
  for (const { from, until } of periods) {
    const last = dayOf(until, zone);
    for (let day = dayOf(from, zone); weekdays.size < 7; day = day.add({ days: 1 })) {
      if (Temporal.PlainDate.compare(day, last) > 0) break;
      weekdays.add(weekdayIndex(day));
    }
  }
  return [...weekdays];
}

interface Lookup {
  readonly cleanerIDs: readonly string[];
  /** Disjoint. */
  readonly periods: readonly Period[];
}

/** Jobs as stored in the diary; time off and blocks as entered, including where they overlap a job. */
async function loadBusy(
  ctx: Context,
  cleanerIDs: readonly string[],
  within: { readonly jobs: readonly Period[]; readonly timeOff: readonly Period[] },
): Promise<Map<string, BusySpan[]>> {
  const busy = new Map<string, BusySpan[]>(cleanerIDs.map((id) => [id, []]));
  const add = (cleanerID: string, span: BusySpan) => busy.get(cleanerID)?.push(span);
  await addJobs(ctx, { cleanerIDs, periods: within.jobs }, add);
  await addTimeOff(ctx, { cleanerIDs, periods: within.timeOff }, add);
  for (const spans of busy.values()) spans.sort((a, b) => a.start - b.start);
  return busy;
}

type Add = (cleanerID: string, span: BusySpan) => unknown;

async function addJobs(ctx: Context, { cleanerIDs, periods }: Lookup, add: Add): Promise<void> {
  const entries = await ctx.db
    .selectFrom('cleaner_occupation')
    .innerJoin(periodTable(periods), (join) => join.onTrue())
    .select(['cleanerID', 'jobID', 'postal'])
    .select([epochMinutes(sql`starts_at`, 'starting'), epochMinutes(sql`ends_at`, 'ending')])
    .where(isLiveEntry(ctx))
    .where('kind', '=', 'job')
    .where(isAnyOf('cleanerID', cleanerIDs))
    .whereRef('startsAt', '<', 'period.until_at')
    .whereRef('endsAt', '>', 'period.from_at')
    // Allows an index to be used.
    .where(
      sql<SqlBool>`starts_at > period.from_at - make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)})`,
    )
    .execute();
  for (const entry of entries) {
    const { starting: start, ending: end, postal, jobID } = entry;
    // Both are guaranteed by the database for every job entry.
    add(entry.cleanerID, { kind: 'job', start, end, postal: postal ?? '', jobID: jobID ?? '' });
  }
}

/** The workload that ranks cleaners: minutes of jobs that start within half a day and half a week of `start`. */
export async function loadMinutes(
  ctx: Context,
  start: Temporal.Instant,
  cleanerIDs: readonly string[],
): Promise<Map<string, JobMinutes>> {
  const [from, until] = [start.subtract(HALF_A_WEEK), start.add(HALF_A_WEEK)];
  const isNear = sql`starts_at >= ${start.subtract(HALF_A_DAY).toString()}::timestamptz
    and starts_at < ${start.add(HALF_A_DAY).toString()}::timestamptz`;
  const minutes = sql`date_part('epoch', ends_at - starts_at) / 60`; // `extract` returns numeric, which is slower
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('cleanerID')
    .select(sql<number>`coalesce(sum(${minutes}) filter (where ${isNear}), 0)`.as('day'))
    .select(sql<number>`sum(${minutes})`.as('week'))
    .where(isLiveEntry(ctx))
    .where('kind', '=', 'job')
    .where(isAnyOf('cleanerID', cleanerIDs))
    .where('startsAt', '>=', from.toString())
    .where('startsAt', '<', until.toString())
    .groupBy('cleanerID')
    .execute();
  return new Map(rows.map(({ cleanerID, day, week }) => [cleanerID, { day, week }]));
}

/** Split into days, because the rule relies on short entries. */
async function addTimeOff(ctx: Context, { cleanerIDs, periods }: Lookup, add: Add): Promise<void> {
  const rows = await ctx.db
    .selectFrom('time_off')
    .innerJoin(periodTable(periods), (join) => join.onTrue())
    .select(['cleanerID', 'kind', 'onlyJobType'])
    .select(epochMinutes(sql`greatest(starts_at, period.from_at)`, 'starting'))
    .select(epochMinutes(sql`least(ends_at, period.until_at)`, 'ending'))
    .where('removedAt', 'is', null)
    .where(isAnyOf('cleanerID', cleanerIDs))
    .where(sql<SqlBool>`tstzrange(starts_at, ends_at) && tstzrange(period.from_at, period.until_at)`)
    .execute();
  for (const row of rows) {
    const kind = row.kind === 'block' ? 'block' : 'time-off';
    for (const { start, end } of inShortPieces(ctx, { start: row.starting, end: row.ending })) {
      const span: BusySpan = { kind, start, end };
      add(row.cleanerID, row.onlyJobType === null ? span : { ...span, onlyJobType: row.onlyJobType });
    }
  }
}

/** In minutes since 1970. Most time off is short already, and the bounds of a day are slow to compute. */
export function inShortPieces(ctx: Context, time: Span): readonly Span[] {
  if (time.end - time.start <= LONGEST_ENTRY_MINUTES) return [time];
  const within = { start: time.start * MS_PER_MINUTE, end: time.end * MS_PER_MINUTE };
  return piecesOf(within, [], startOfDay(ctx)).map((piece) => ({
    start: piece.start / MS_PER_MINUTE,
    end: piece.end / MS_PER_MINUTE,
  }));
}

/** The business midnight at or before a moment, in milliseconds since 1970. */
export function startOfDay(ctx: Context): (moment: number) => number {
  const zone = ctx.config.BUSINESS_TZ;
  return (moment) =>
    dayBounds(dayOf(Temporal.Instant.fromEpochMilliseconds(moment), zone), zone).start.epochMilliseconds;
}

/**
 * The business days in the periods, extended by the longest travel buffer on either side; disjoint, so that no entry is
 * in two.
 */
export function wholeDays(ctx: Context, periods: readonly Period[]): Period[] {
  const zone = ctx.config.BUSINESS_TZ;
  const days = periods
    .map(({ from, until }) => ({
      from: dayBounds(dayOf(from, zone), zone).start.subtract(MARGIN),
      until: dayBounds(dayOf(until, zone), zone).end.add(MARGIN),
    }))
    .sort((a, b) => Temporal.Instant.compare(a.from, b.from));
  const apart: Period[] = [];
  for (const period of days) {
    const last = apart.at(-1);
    const isNear =
      last && Temporal.Instant.compare(period.from, last.until.add({ minutes: LONGEST_ENTRY_MINUTES })) <= 0;
    if (last === undefined || !isNear) apart.push(period);
    else apart[apart.length - 1] = { from: last.from, until: latest(last.until, period.until) };
  }
  return apart;
}

function latest(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) >= 0 ? a : b;
}

export function periodTable(periods: readonly Period[]) {
  const [from, until] = [
    periods.map((each) => each.from.toString()),
    periods.map((each) => each.until.toString()),
  ];
  return sql<{
    from_at: string;
    until_at: string;
  }>`unnest(${from}::timestamptz[], ${until}::timestamptz[])`.as<'period'>(sql`period(from_at, until_at)`);
}

function epochMinutes<A extends string>(moment: RawBuilder<unknown>, alias: A) {
  return sql<number>`date_part('epoch', ${moment}) / 60`.as(alias);
}

/** Passed as one array, so that the statement is the same for any number of values. */
function isAnyOf(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${[...values]})`;
}
