import { type RawBuilder, sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { firstDayOf, type Month, monthBounds } from '../rules/month.ts';
import { sharedTimes } from '../rules/paid-time.ts';
import type { VisitFacts } from '../rules/sheet.ts';

/**
 * A cleaner's visits as one JSON text of arrays: a month has tens of thousands of them, which the driver reads several
 * times faster this way than as rows.
 */
export type PackedFacts = readonly [
  jobID: string,
  number: number,
  jobType: JobType,
  start: number,
  end: number,
  plannedMinutes: number,
  breakMinutes: number,
  startedAt: number | null,
  finishedAt: number | null,
  isCorrected: boolean,
  isCancelled: boolean,
];

/** Milliseconds since 1970. Not `extract`, whose decimal numbers take several times longer for a whole month. */
export function millis(column: string) {
  return millisOf(sql.ref(column));
}

function millisOf(time: RawBuilder<unknown>) {
  return sql`round(date_part('epoch', ${time}) * 1000)::bigint`;
}

/** When the work of a crew member ended: with the clock-out, or with the cancellation of a visit that had begun. */
const FINISHED = sql`coalesce(job_crew.finished_at,
  case when job.status = 'cancelled' then greatest(job_crew.started_at, job.cancelled_at) end)`;

/**
 * The visits of a month by cleaner, each in order of time: those that go ahead and are over, and those on which the
 * cleaner has worked, whatever has become of them since: cancelled under way, or done by someone else in the end.
 */
export async function readVisitFacts(ctx: Context, month: Month, cleanerID?: string): Promise<VisitFacts[]> {
  const { start, end } = monthBounds(month, ctx.config.BUSINESS_TZ);
  const goesAhead = sql<boolean>`job.status in (${sql.join([...GOING_AHEAD])})`;
  const isClocked = sql<boolean>`job_crew.finished_at is not null`;
  const isCutShort = sql<boolean>`job.status = 'cancelled' and job_crew.started_at is not null`;
  const since = start.toString();
  const until = end.toString();
  const packed = sql<PackedFacts[]>`json_agg(json_build_array(
    job.id, job.number, job.job_type, ${millis('job.startsAt')}, ${millis('job.endsAt')},
    round(job.hours * 60)::int, round(job.break_hours * 60)::int,
    ${millis('job_crew.startedAt')}, ${millisOf(sql`case when job_crew.started_at is not null then ${FINISHED} end`)},
    job_crew.corrected_at is not null, not ${goesAhead}))`;
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.jobID', 'job.id')
    .select(['job_crew.cleanerID', packed.as('visits')])
    // A visit on which someone has worked is never in the trash.
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', since)
    .where('job.startsAt', '<', until)
    .where(
      sql<boolean>`(${isClocked} or ${isCutShort} or ${goesAhead} and job.ends_at <= ${ctx.clock.now().toString()})`,
    )
    .$if(cleanerID !== undefined, (all) => all.where('job_crew.cleanerID', '=', cleanerID ?? ''))
    .groupBy('job_crew.cleanerID')
    .execute();
  const former = await readFormerFacts(ctx, { since, until }, cleanerID);
  const byCleaner = Map.groupBy([...rows, ...former], (row) => row.cleanerID);
  const [dayAt, midnightAfter] = [dayFinder(ctx.config.BUSINESS_TZ), midnightFinder(ctx.config.BUSINESS_TZ)];
  const paidBefore = await findPaidBefore(ctx, month, cleanerID);
  return [...byCleaner].flatMap(([id, parts]) => {
    const facts = parts
      .flatMap(({ visits }) => visits)
      .map((visit) => unpack(id, visit, { dayAt, midnightAfter }))
      .map((visit) => ({ ...visit, isPaidBefore: paidBefore.has(`${visit.jobID} ${id}`) }))
      .sort(byStart);
    return withShared(facts);
  });
}

/** Each visit of one cleaner with the time that an earlier one has in common with it. */
export function withShared<Facts extends VisitFacts>(visits: readonly Facts[]): Facts[] {
  const shared = sharedTimes(visits);
  return visits.map((visit, i) => ({ ...visit, shared: shared[i] ?? 0 }));
}

/** The work of cleaners who were replaced: until they clocked out, or until someone else took their place. */
function readFormerFacts(ctx: Context, { since, until }: Since, cleanerID?: string) {
  const finished = sql`coalesce(gone.finished_at, greatest(gone.started_at, gone.replaced_at))`;
  const packed = sql<PackedFacts[]>`json_agg(json_build_array(
    job.id, job.number, job.job_type, ${millis('job.startsAt')}, ${millis('job.endsAt')},
    round(job.hours * 60)::int, round(job.break_hours * 60)::int,
    ${millis('gone.startedAt')}, ${millisOf(finished)}, gone.corrected_at is not null, true))`;
  return ctx.db
    .selectFrom('job_former_crew as gone')
    .innerJoin('job', 'job.id', 'gone.jobID')
    .select(['gone.cleanerID', packed.as('visits')])
    .where('gone.startedAt', 'is not', null)
    .where('job.startsAt', '>=', since)
    .where('job.startsAt', '<', until)
    .$if(cleanerID !== undefined, (all) => all.where('gone.cleanerID', '=', cleanerID ?? ''))
    .groupBy('gone.cleanerID')
    .execute();
}

interface Since {
  readonly since: string;
  readonly until: string;
}

/** The visits of a month, as job and cleaner, that an approved sheet of another month pays. */
async function findPaidBefore(ctx: Context, month: Month, cleanerID?: string): Promise<ReadonlySet<string>> {
  const { start, end } = monthBounds(month, ctx.config.BUSINESS_TZ);
  const rows = await ctx.db
    .selectFrom('pay_line as line')
    .innerJoin('job', 'job.id', 'line.jobID')
    .select(['line.jobID', 'line.cleanerID'])
    .where('job.startsAt', '>=', start.toString())
    .where('job.startsAt', '<', end.toString())
    .where('line.month', '<>', firstDayOf(month).toString())
    .where('line.paidMinutes', '>', 0)
    .$if(cleanerID !== undefined, (all) => all.where('line.cleanerID', '=', cleanerID ?? ''))
    .execute();
  return new Set(rows.map(({ jobID, cleanerID }) => `${jobID} ${cleanerID}`));
}

/** In order of time. Sorted here, because the database would sort a whole month on disk. */
export function byStart(one: VisitFacts, other: VisitFacts): number {
  return one.start - other.start || (one.jobID < other.jobID ? -1 : 1);
}

/** The number of visits of a month that go ahead and are not over. */
export async function countVisitsAhead(ctx: Context, month: Month): Promise<number> {
  const { start, end } = monthBounds(month, ctx.config.BUSINESS_TZ);
  const now = ctx.clock.now();
  if (Temporal.Instant.compare(end, now) <= 0) return 0;
  const { count } = await ctx.db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .where('startsAt', '>=', start.toString())
    .where('startsAt', '<', end.toString())
    .where('endsAt', '>', now.toString())
    .executeTakeFirstOrThrow();
  return count;
}

interface Days {
  readonly dayAt: (ms: number) => string;
  readonly midnightAfter: (ms: number) => number;
}

export function unpack(cleanerID: string, packed: PackedFacts, { dayAt, midnightAfter }: Days): VisitFacts {
  const [
    jobID,
    number,
    jobType,
    start,
    end,
    plannedMinutes,
    breakMinutes,
    startedAt,
    finishedAt,
    isCorrected,
    isCancelled,
  ] = packed;
  return {
    jobID,
    number,
    cleanerID,
    jobType,
    start,
    end,
    midnight: midnightAfter(end),
    day: dayAt(start),
    plannedMinutes,
    breakMinutes,
    startedAt,
    finishedAt,
    isCorrected,
    isCancelled,
    isPaidBefore: false,
    shared: 0,
  };
}

/** The business day of a time. Thousands of visits share their start, so each is converted once. */
export function dayFinder(zone: string): (ms: number) => string {
  return remembered((ms) => dayOf(Temporal.Instant.fromEpochMilliseconds(ms), zone).toString());
}

/** The midnight that ends the business day of a time. A visit that ends at midnight ends its day. */
export function midnightFinder(zone: string): (ms: number) => number {
  return remembered((ms) => {
    const day = dayOf(Temporal.Instant.fromEpochMilliseconds(ms - 1), zone);
    return dayBounds(day, zone).end.epochMilliseconds;
  });
}

function remembered<Value>(find: (ms: number) => Value): (ms: number) => Value {
  const known = new Map<number, Value>();
  return (ms) => {
    const earlier = known.get(ms);
    if (earlier !== undefined) return earlier;
    const value = find(ms);
    known.set(ms, value);
    return value;
  };
}
