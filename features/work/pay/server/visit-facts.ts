import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { firstDayOf, type Month, monthBounds } from '../rules/month.ts';
import type { VisitFacts } from '../rules/sheet.ts';

/**
 * A cleaner's visits as one JSON text of arrays: a month has tens of thousands of them, which the driver reads several
 * times faster this way than as rows.
 */
export type PackedFacts = readonly [
  jobId: string,
  number: number,
  jobType: JobType,
  start: number,
  end: number,
  plannedMinutes: number,
  breakMinutes: number,
  startedAt: number | null,
  finishedAt: number | null,
  isCancelled: boolean,
];

/** Milliseconds since 1970. Not `extract`, whose decimal numbers take several times longer for a whole month. */
export function millis(column: string) {
  return sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)::bigint`;
}

/**
 * The visits of a month by cleaner, each in order of time: those that go ahead and are over, and those of which the
 * cleaner has clocked both in and out, whatever has become of them since.
 */
export async function readVisitFacts(ctx: Context, month: Month, cleanerId?: string): Promise<VisitFacts[]> {
  const { start, end } = monthBounds(month, ctx.config.BUSINESS_TZ);
  const goesAhead = sql<boolean>`job.status in (${sql.join([...GOING_AHEAD])})`;
  const isClocked = sql<boolean>`job_crew.finished_at is not null`;
  const since = start.toString();
  const until = end.toString();
  const packed = sql<PackedFacts[]>`json_agg(json_build_array(
    job.id, job.number, job.job_type, ${millis('job.starts_at')}, ${millis('job.ends_at')},
    round(job.hours * 60)::int, round(job.break_hours * 60)::int,
    ${millis('job_crew.started_at')}, ${millis('job_crew.finished_at')},
    job.trashed_at is not null or not ${goesAhead}))`;
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.job_id', 'job.id')
    .select(['job_crew.cleaner_id', packed.as('visits')])
    // Both halves name the range, because the indexes of visits by start are divided by what is in the trash.
    .where(sql<boolean>`(
      job.trashed_at is null and job.starts_at >= ${since} and job.starts_at < ${until}
        and (${isClocked} or ${goesAhead} and job.ends_at <= ${ctx.clock.now().toString()})
      or job.trashed_at is not null and job.starts_at >= ${since} and job.starts_at < ${until} and ${isClocked})`)
    .$if(cleanerId !== undefined, (all) => all.where('job_crew.cleaner_id', '=', cleanerId ?? ''))
    .groupBy('job_crew.cleaner_id')
    .execute();
  const dayAt = dayFinder(ctx.config.BUSINESS_TZ);
  const paidBefore = await findPaidBefore(ctx, month, cleanerId);
  return rows.flatMap(({ cleaner_id, visits }) =>
    visits
      .map((visit) => unpack(cleaner_id, visit, dayAt))
      .map((facts) => ({ ...facts, isPaidBefore: paidBefore.has(`${facts.jobId} ${cleaner_id}`) }))
      .sort(byStart),
  );
}

/** The visits of a month, as job and cleaner, that an approved sheet of another month pays. */
async function findPaidBefore(ctx: Context, month: Month, cleanerId?: string): Promise<ReadonlySet<string>> {
  const { start, end } = monthBounds(month, ctx.config.BUSINESS_TZ);
  const rows = await ctx.db
    .selectFrom('pay_line as line')
    .innerJoin('job', 'job.id', 'line.job_id')
    .select(['line.job_id', 'line.cleaner_id'])
    .where('job.starts_at', '>=', start.toString())
    .where('job.starts_at', '<', end.toString())
    .where('line.month', '<>', firstDayOf(month).toString())
    .where('line.paid_minutes', '>', 0)
    .$if(cleanerId !== undefined, (all) => all.where('line.cleaner_id', '=', cleanerId ?? ''))
    .execute();
  return new Set(rows.map(({ job_id, cleaner_id }) => `${job_id} ${cleaner_id}`));
}

/** In order of time. Sorted here, because the database would sort a whole month on disk. */
export function byStart(one: VisitFacts, other: VisitFacts): number {
  return one.start - other.start || (one.jobId < other.jobId ? -1 : 1);
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
    .where('trashed_at', 'is', null)
    .where('starts_at', '>=', start.toString())
    .where('starts_at', '<', end.toString())
    .where('ends_at', '>', now.toString())
    .executeTakeFirstOrThrow();
  return count;
}

export function unpack(cleanerId: string, packed: PackedFacts, dayAt: (ms: number) => string): VisitFacts {
  const [
    jobId,
    number,
    jobType,
    start,
    end,
    plannedMinutes,
    breakMinutes,
    startedAt,
    finishedAt,
    isCancelled,
  ] = packed;
  return {
    jobId,
    number,
    cleanerId,
    jobType,
    start,
    end,
    day: dayAt(start),
    plannedMinutes,
    breakMinutes,
    startedAt,
    finishedAt,
    isCancelled,
    isPaidBefore: false,
  };
}

/** The business day of a time. Thousands of visits share their start, so each is converted once. */
export function dayFinder(zone: string): (ms: number) => string {
  const days = new Map<number, string>();
  return (ms) => {
    const known = days.get(ms);
    if (known !== undefined) return known;
    const day = dayOf(Temporal.Instant.fromEpochMilliseconds(ms), zone).toString();
    days.set(ms, day);
    return day;
  };
}
