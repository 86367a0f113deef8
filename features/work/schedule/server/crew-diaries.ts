import { type RawBuilder, sql } from 'kysely';
import { weekFromRows } from '#features/people/cleaners/rules/week.ts';
import { regionIdsOf, weekRowsOf } from '#features/people/cleaners/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { padded } from '#platform/server/database/padded.ts';
import { type BusySpan, type Diary, LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';
import { inShortPieces, type Period, periodTable, wholeDays } from './diaries.ts';
import { isLiveEntry } from './live-entry.ts';

/**
 * The diaries of a few untrashed cleaners, in id order, with everything `whyNotFree` needs for any slot inside the
 * periods. One statement that reads each cleaner's own entries; for all cleaners use `loadDiaries`.
 */
export async function loadCrewDiaries(
  ctx: Context,
  cleanerIds: readonly string[],
  within: readonly Period[],
): Promise<Diary[]> {
  if (cleanerIds.length === 0) return [];
  const periods = wholeDays(ctx, within);
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['cleaner.id', 'gender', 'languages', 'avoids_pets', regionIdsOf, weekRowsOf])
    .select([jobsOf(ctx, periods).as('jobs'), timeOffOf(periods).as('timeOff')])
    .where('cleaner.id', 'in', padded(cleanerIds))
    .where('trashed_at', 'is', null)
    .orderBy('cleaner.id')
    .execute();
  return rows.map(({ id, gender, languages, avoids_pets, regionIDs, week, jobs, timeOff }) => ({
    cleanerId: id,
    gender,
    languages,
    avoidsPets: avoids_pets,
    regionIds: regionIDs,
    week: weekFromRows(week),
    busy: [...jobs.map(jobSpan), ...timeOff.flatMap((row) => timeOffSpans(ctx, row))].sort(
      (a, b) => a.start - b.start,
    ),
  }));
}

type JobRow = readonly [start: number, end: number, postal: string, jobId: string];
type TimeOffRow = readonly [start: number, end: number, kind: string, onlyJobType: string | null];

function jobsOf(ctx: Context, periods: readonly Period[]) {
  return sql<JobRow[]>`(
    select coalesce(json_agg(json_build_array(
      ${minutes(sql`starts_at`)}, ${minutes(sql`ends_at`)}, postal, job_id)), '[]')
    from ${periodRows(periods)} join cleaner_occupation on cleaner_id = cleaner.id
      and kind = 'job' and ${isLiveEntry(ctx)} and starts_at < until_at and ends_at > from_at
      and starts_at > from_at - make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)}))`;
}

function timeOffOf(periods: readonly Period[]) {
  return sql<TimeOffRow[]>`(
    select coalesce(json_agg(json_build_array(${minutes(sql`greatest(starts_at, from_at)`)},
      ${minutes(sql`least(ends_at, until_at)`)}, kind, only_job_type)), '[]')
    from ${periodRows(periods)} join time_off on cleaner_id = cleaner.id
      and removed_at is null and starts_at < until_at and ends_at > from_at${beyondPast(periods)})`;
}

/** Without this, several periods would each be compared with all past time off of a cleaner. */
function beyondPast([first, ...others]: readonly Period[]) {
  return first === undefined || others.length === 0
    ? sql``
    : sql` and ends_at > ${first.from.toString()}::timestamptz`;
}

/**
 * A single period (one visit) is passed as a row, because PostgreSQL does not know the length of an array and would
 * re-plan the statement each time. Several periods (a series) are passed as an array, because each length would
 * otherwise be a statement of its own.
 */
function periodRows(periods: readonly Period[]) {
  if (periods.length > 1) return periodTable(periods);
  const rows = periods.map(
    ({ from, until }) => sql`(${from.toString()}::timestamptz, ${until.toString()}::timestamptz)`,
  );
  return sql`(values ${sql.join(rows)} offset 0) as period(from_at, until_at)`;
}

/** Minutes since 1970. */
function minutes(moment: RawBuilder<unknown>) {
  return sql<number>`date_part('epoch', ${moment}) / 60`;
}

function jobSpan([start, end, postal, jobId]: JobRow): BusySpan {
  return { kind: 'job', start, end, postal, jobId };
}

function timeOffSpans(ctx: Context, [start, end, kind, onlyJobType]: TimeOffRow): BusySpan[] {
  const only = onlyJobType === null ? {} : { onlyJobType };
  return inShortPieces(ctx, { start, end }).map((piece) => ({
    kind: kind === 'block' ? 'block' : 'time-off',
    ...piece,
    ...only,
  }));
}
