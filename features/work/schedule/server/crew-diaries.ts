import { type RawBuilder, sql } from 'kysely';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { weekFromRows } from '#features/people/cleaners/rules/week.ts';
import { regionIDsOf, weekRowsOf } from '#features/people/cleaners/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { padded } from '#platform/server/database/padded.ts';
import { type Candidate, NO_PREFERENCE, NOTHING_TO_DO, rankByLoad, shortlist } from '../rules/choose-crew.ts';
import { type BusySpan, type Diary, LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';
import { type CrewPlan, type Plan, planVisit } from '../rules/plan-visit.ts';
import type { Point } from '../rules/travel.ts';
import { slotQuery, type VisitNeed, type VisitRequirements } from '../rules/visit-need.ts';
import { inShortPieces, loadMinutes, momentsOf, type Period, periodTable, wholeDays } from './diaries.ts';
import { isLiveEntry } from './live-entry.ts';
import { loadOpening, loadTravel, type TimeSettings } from './load-opening.ts';
import { usualCleaners } from './usual-cleaners.ts';

/**
 * The diaries of a few untrashed cleaners, in id order, with everything `whyNotFree` needs for any slot inside the
 * periods. One statement that reads each cleaner's own entries; for all cleaners use `loadDiaries`.
 */
export async function loadCrewDiaries(
  ctx: Context,
  cleanerIDs: readonly string[],
  within: readonly Period[],
): Promise<Diary[]> {
  if (cleanerIDs.length === 0) return [];
  const periods = wholeDays(ctx, within);
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['cleaner.id', 'gender', 'languages', 'avoidsPets', regionIDsOf, weekRowsOf])
    .select([jobsOf(ctx, periods).as('jobs'), timeOffOf(periods).as('timeOff')])
    .where('cleaner.id', 'in', padded(cleanerIDs))
    .where('trashedAt', 'is', null)
    .orderBy('cleaner.id')
    .execute();
  return rows.map(({ id, gender, languages, avoidsPets, regionIDs, week, jobs, timeOff }) => ({
    cleanerID: id,
    gender,
    languages,
    avoidsPets: avoidsPets,
    regionIDs,
    week: weekFromRows(week),
    busy: [...jobs.map(jobSpan), ...timeOff.flatMap((row) => timeOffSpans(ctx, row))].sort(
      (a, b) => a.start - b.start,
    ),
  }));
}

type JobRow = readonly [start: number, end: number, postal: string, jobID: string];
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

function jobSpan([start, end, postal, jobID]: JobRow): BusySpan {
  return { kind: 'job', start, end, postal, jobID };
}

function timeOffSpans(ctx: Context, [start, end, kind, onlyJobType]: TimeOffRow): BusySpan[] {
  const only = onlyJobType === null ? {} : { onlyJobType };
  return inShortPieces(ctx, { start, end }).map((piece) => ({
    kind: kind === 'block' ? 'block' : 'time-off',
    ...piece,
    ...only,
  }));
}

/** A cleaner preselected as possibly free. */
interface FreeCleaner extends Candidate {
  /** Where the cleaner sets out from: the home's coordinates, or the centre of its area. */
  readonly base: Point | null;
}

/**
 * Cleaners who may be free for a visit at `start`, unordered: everyone who is, plus some who are only excluded by the
 * hours of the day or a longer ride. `whyNotFree` makes the final decision on the diary.
 *
 * Busy cleaners are found by the slot's time, not cleaner by cleaner: each list below is read once, by an index, and
 * kept as a hash (`in` and `not in` that are not joins), regardless of how PostgreSQL plans the statement when it is
 * prepared.
 */
export async function findFreeCleaners(
  ctx: Context,
  need: VisitNeed,
  start: Temporal.Instant,
): Promise<FreeCleaner[]> {
  const { weekday, startMinute, endMinute, travel } = slotQuery(need, start, ctx.config.BUSINESS_TZ);
  const [from, until] = [start.toString(), start.add({ minutes: need.minutes }).toString()];
  const ride = sql`make_interval(mins => ${sql.lit(travel.minimumMinutes)})`;
  const longest = sql`make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)})`;
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['cleaner.id', 'postal', 'latitude', 'longitude'])
    .select(sql<string[]>`case when ${need.language}::text = '' then '{}' else languages end`.as('languages'))
    .where('cleaner.trashedAt', 'is', null)
    .where(sql<boolean>`${need.gender}::text in ('', gender)`)
    .where(sql<boolean>`not (avoids_pets and ${need.hasPets}::boolean)`)
    .where(sql<boolean>`(cleaner.id in (
      select cleaner_id from cleaner_week
      where weekday = ${weekday} and available and shifts @> int4range(${startMinute}, ${endMinute})
    )) is true`)
    .where(sql<boolean>`(${need.regionID}::uuid is null or cleaner.id not in (
      select cleaner_id from cleaner_region
      group by cleaner_id having not bool_or(region_id = ${need.regionID}::uuid)
    ))`)
    .where(sql<boolean>`cleaner.id not in (
      select cleaner_id from time_off
      where removed_at is null and tstzrange(starts_at, ends_at) && tstzrange(${from}, ${until})
        and (only_job_type is null or only_job_type = ${need.jobType ?? null}::text)
    )`)
    .where(sql<boolean>`cleaner.id not in (
      select cleaner_id from cleaner_occupation
      where kind = 'job' and ${isLiveEntry(ctx)}
        and starts_at > ${from}::timestamptz - ${longest} - ${ride}
        and starts_at < ${until}::timestamptz + ${ride} and ends_at > ${from}::timestamptz - ${ride}
        and (postal <> ${need.postal} or (starts_at < ${until} and ends_at > ${from}))
        and job_id <> all (${[...(need.excludeJobIDs ?? [])]}::uuid[])
    )`)
    .execute();
  const areaOf = await areaFinder(ctx);
  return rows.map(({ id, postal, latitude, longitude, languages }) => ({
    cleanerID: id,
    languages,
    base: latitude === null || longitude === null ? areaOf(postal) : { latitude, longitude },
  }));
}

/** Where each cleaner sets out from, if known. */
export function basesOf(found: readonly FreeCleaner[]): Map<string, Point> {
  return new Map(found.flatMap(({ cleanerID, base }) => (base === null ? [] : [[cleanerID, base] as const])));
}

/** One visit, or the visits of a series. */
export interface VisitQuery {
  readonly need: VisitRequirements;
  readonly settings: TimeSettings;
  readonly customerID: string | null;
  readonly home: Point | null;
  /** Exactly these, in this order; the system finds the rest. */
  readonly named: readonly string[];
  /** Earliest first. */
  readonly starts: readonly Temporal.Instant[];
  /** Cleaners to exclude: the crew members who stay. */
  readonly except?: readonly string[];
  /** Soft rules do not exclude the named cleaners. */
  readonly overridesSoftRules?: boolean | undefined;
}

type CrewQuery = VisitQuery & { readonly need: VisitNeed };

/** Candidates beyond the required number, in case someone else books one of them first. */
const SPARE_CANDIDATES = 3;
/** For a series, the same few cleaners should be free on the later dates too. */
const SPARE_FOR_SERIES = 12;
/** If the first candidates are not enough, the number is multiplied by this. */
const MORE = 4;

/**
 * Everything needed to plan crews at these starts, without reading all diaries: those of the named cleaners and of the
 * best candidates, in ranked order. Previous cleaners are checked before any others are searched. Cleaners found for
 * the first date are also checked for the later ones; if none of them is free on a date, more are searched.
 */
export async function planStarts(ctx: Context, asked: VisitQuery): Promise<Plan> {
  const travel = await loadTravel(ctx, asked.settings);
  const query = { ...asked, need: { ...asked.need, travel } };
  const [first, last] = [query.starts[0], query.starts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A plan needs at least one start');
  const opening = await loadOpening(ctx, { from: first, until: last }, query.settings);
  const usual = query.customerID === null ? [] : await usualCleaners(ctx, query.customerID);
  return { ...(await loadCrew(ctx, query, usual)), opening };
}

async function loadCrew(ctx: Context, query: CrewQuery, usual: readonly string[]): Promise<CrewPlan> {
  const { need, named, starts, except = [], overridesSoftRules } = query;
  const zone = ctx.config.BUSINESS_TZ;
  let most = need.numCleaners + (starts.length === 1 ? SPARE_CANDIDATES : SPARE_FOR_SERIES);
  const usualFew = usual.filter((id) => !named.includes(id) && !except.includes(id)).slice(0, most);
  const isNamed = named.length === need.numCleaners;
  const asked = isNamed ? named : [...named, ...usualFew];
  let plan = await withDiaries(
    ctx,
    { need, named, overridesSoftRules, zone, diaries: [], preference: NO_PREFERENCE },
    starts,
    asked,
  );
  if (isNamed || starts.every((start) => planVisit(plan, start) !== null)) return plan;
  const nextCandidates = candidatesOf(ctx, query, { usual, known: [...asked, ...except] });
  let candidates = await nextCandidates(starts.slice(0, 1), most);
  for (;;) {
    plan = await withDiaries(ctx, plan, starts, candidates);
    const lacking = starts.filter((start) => planVisit(plan, start) === null);
    if (lacking.length === 0) return plan;
    most *= MORE;
    candidates = await nextCandidates(lacking, most);
    if (candidates.length === 0) return plan;
  }
}

async function withDiaries(
  ctx: Context,
  plan: CrewPlan,
  starts: readonly Temporal.Instant[],
  cleanerIDs: readonly string[],
): Promise<CrewPlan> {
  const diaries = await loadCrewDiaries(ctx, cleanerIDs, momentsOf(starts));
  const usual = [...plan.preference.usual, ...cleanerIDs];
  return { ...plan, diaries: [...plan.diaries, ...diaries], preference: { ...plan.preference, usual } };
}

/** Returns the next candidates for some starts on each call, best first, without repeats and without known cleaners. */
function candidatesOf(
  ctx: Context,
  query: CrewQuery,
  { usual, known: before }: { readonly usual: readonly string[]; readonly known: readonly string[] },
) {
  const known = new Set(before);
  const freeAt = new Map<number, readonly FreeCleaner[]>();
  return async (starts: readonly Temporal.Instant[], most: number): Promise<string[]> => {
    const candidates: string[] = [];
    for (const start of starts) {
      const at = start.epochMilliseconds;
      const free = freeAt.get(at) ?? (await findFreeCleaners(ctx, query.need, start));
      freeAt.set(at, free);
      const left = free.filter(({ cleanerID }) => !known.has(cleanerID));
      for (const id of await best(ctx, query, { free: left, usual, start, most })) {
        known.add(id);
        candidates.push(id);
      }
    }
    return candidates;
  };
}

interface Choice {
  readonly free: readonly FreeCleaner[];
  readonly usual: readonly string[];
  readonly start: Temporal.Instant;
  readonly most: number;
}

/** The best free cleaners. Workload is only read for those who otherwise tie with the last of them. */
async function best(ctx: Context, { need, home }: CrewQuery, choice: Choice): Promise<string[]> {
  const { free, usual, start, most } = choice;
  const preference = { usual, home, bases: basesOf(free) };
  const near = shortlist(free, need, preference, most);
  const ids = near.map(({ cleanerID }) => cleanerID);
  const load = near.length < 2 ? new Map() : await loadMinutes(ctx, start, ids);
  const ranked = rankByLoad(near, need, preference, ({ cleanerID }) => load.get(cleanerID) ?? NOTHING_TO_DO);
  return ranked.slice(0, most).map(({ cleanerID }) => cleanerID);
}
