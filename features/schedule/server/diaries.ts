import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { weekFromRows } from '#features/cleaners/rules/week.ts';
import { regionIdsOf, weekRowsOf } from '#features/cleaners/server/index.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type BusySpan, type Diary, LONGEST_ENTRY_MINUTES, TRAVEL_BUFFER_MINUTES } from '../rules/diary.ts';
import { piecesOf } from '../rules/time-off.ts';
import { isLiveEntry } from './live-entry.ts';

/** From one moment to another. */
export interface Period {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export interface DiaryQuery {
  /** Slots that are asked about lie in one of these. */
  readonly periods: readonly Period[];
  /** All who work here, unless given. */
  readonly cleanerIds?: readonly string[];
}

const MS_PER_MINUTE = 60_000;

/**
 * The diaries of untrashed cleaners, in id order, with all that `whyNotFree` needs for any slot inside the
 * periods: the whole business days, and the travel buffer around them. Three queries, however many cleaners and days.
 */
export async function loadDiaries(ctx: Context, query: DiaryQuery): Promise<Diary[]> {
  if (query.cleanerIds?.length === 0) return [];
  const cleaners = await loadCleaners(ctx, query.cleanerIds);
  const busy = await loadBusy(ctx, query);
  return cleaners.map((cleaner) => ({
    cleanerId: cleaner.id,
    gender: cleaner.gender,
    languages: cleaner.languages,
    regionIds: cleaner.regionIDs,
    week: weekFromRows(cleaner.week),
    busy: busy.get(cleaner.id) ?? [],
  }));
}

function loadCleaners(ctx: Context, ids: readonly string[] | undefined) {
  const cleaners = ctx.db
    .selectFrom('cleaner')
    .select(['id', 'gender', 'languages', regionIdsOf, weekRowsOf])
    .where('trashed_at', 'is', null)
    .orderBy('id');
  return (ids === undefined ? cleaners : cleaners.where('id', 'in', [...ids])).execute();
}

/** Jobs as the diary holds them, time off and blocks as they were written: also where they lie under a job. */
async function loadBusy(ctx: Context, query: DiaryQuery): Promise<Map<string, BusySpan[]>> {
  const lookup = { ...query, periods: wholeDays(ctx, query.periods) };
  const busy = new Map<string, BusySpan[]>();
  const add = (cleanerId: string, span: BusySpan) => {
    const spans = busy.get(cleanerId);
    if (spans === undefined) busy.set(cleanerId, [span]);
    else spans.push(span);
  };
  await addJobs(ctx, lookup, add);
  await addTimeOff(ctx, lookup, add);
  for (const spans of busy.values()) spans.sort((a, b) => a.start - b.start);
  return busy;
}

type Add = (cleanerId: string, span: BusySpan) => void;

async function addJobs(ctx: Context, query: DiaryQuery, add: Add): Promise<void> {
  let entries = ctx.db
    .selectFrom('cleaner_occupation')
    .innerJoin(periodTable(query.periods), (join) => join.onTrue())
    .select([
      'cleaner_id',
      'job_id',
      'postal',
      epochMinutes(sql`starts_at`, 'starts_at'),
      epochMinutes(sql`ends_at`, 'ends_at'),
    ])
    .where(isLiveEntry(ctx))
    .where('kind', '=', 'job')
    .whereRef('starts_at', '<', 'period.until_at')
    .whereRef('ends_at', '>', 'period.from_at')
    // An index leads there.
    .where(
      sql<SqlBool>`starts_at > period.from_at - make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)})`,
    );
  if (query.cleanerIds !== undefined) entries = entries.where('cleaner_id', 'in', [...query.cleanerIds]);
  for (const entry of await entries.execute()) {
    add(entry.cleaner_id, {
      kind: 'job',
      start: entry.starts_at,
      end: entry.ends_at,
      ...(entry.postal === null ? {} : { postal: entry.postal }),
      ...(entry.job_id === null ? {} : { jobId: entry.job_id }),
    });
  }
}

/** Cut into days, because the rule relies on short entries. */
async function addTimeOff(ctx: Context, query: DiaryQuery, add: Add): Promise<void> {
  let rows = ctx.db
    .selectFrom('time_off')
    .innerJoin(periodTable(query.periods), (join) => join.onTrue())
    .select(['cleaner_id', 'kind', 'only_job_type'])
    .select(epochMinutes(sql`greatest(starts_at, period.from_at)`, 'starts_at'))
    .select(epochMinutes(sql`least(ends_at, period.until_at)`, 'ends_at'))
    .where('removed_at', 'is', null)
    .whereRef('starts_at', '<', 'period.until_at')
    .whereRef('ends_at', '>', 'period.from_at');
  if (query.cleanerIds !== undefined) rows = rows.where('cleaner_id', 'in', [...query.cleanerIds]);
  for (const row of await rows.execute()) {
    const within = { start: row.starts_at * MS_PER_MINUTE, end: row.ends_at * MS_PER_MINUTE };
    for (const piece of piecesOf(within, [], startOfDay(ctx))) {
      add(row.cleaner_id, {
        kind: row.kind === 'block' ? 'block' : 'time-off',
        start: piece.start / MS_PER_MINUTE,
        end: piece.end / MS_PER_MINUTE,
        ...(row.only_job_type === null ? {} : { onlyJobType: row.only_job_type }),
      });
    }
  }
}

/** The business midnight at or before a moment, in milliseconds since 1970. */
export function startOfDay(ctx: Context): (moment: number) => number {
  const zone = ctx.config.BUSINESS_TZ;
  return (moment) =>
    dayBounds(dayOf(Temporal.Instant.fromEpochMilliseconds(moment), zone), zone).start.epochMilliseconds;
}

/** The business days that the periods touch, with a travel buffer to either side; apart enough that no entry is in two. */
function wholeDays(ctx: Context, periods: readonly Period[]): Period[] {
  const zone = ctx.config.BUSINESS_TZ;
  const days = periods
    .map(({ from, until }) => ({
      from: dayBounds(dayOf(from, zone), zone).start.subtract({ minutes: TRAVEL_BUFFER_MINUTES }),
      until: dayBounds(dayOf(until, zone), zone).end.add({ minutes: TRAVEL_BUFFER_MINUTES }),
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

function periodTable(periods: readonly Period[]) {
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
  return sql<number>`(extract(epoch from ${moment}) / 60)::float8`.as(alias);
}
