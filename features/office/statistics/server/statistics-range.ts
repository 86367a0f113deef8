import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { type DayRange, statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import type { Grouping } from '../rules/periods.ts';

/** Which visits are counted; without filters all. */
export interface VisitFilters {
  readonly jobType?: JobType | undefined;
  /** The region of the home. */
  readonly regionID?: string | undefined;
  /** One of the crew. */
  readonly cleanerID?: string | undefined;
}

interface StatisticsQuery extends VisitFilters {
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly by: Grouping;
}

export interface StatisticsRange {
  /** The visits that are counted. */
  readonly filters: VisitFilters;
  readonly days: DayRange;
  readonly by: Grouping;
  /** Of replies. */
  readonly range: { readonly from_date: string; readonly to_date: string; readonly by: Grouping };
  /** Half-open, as parameters of statements. */
  readonly from: string;
  readonly until: string;
  readonly now: string;
  /** The end of the range, or now if that is earlier: what is owed is as at this time. */
  readonly asAt: string;
  readonly isPast: boolean;
}

/** The days of a query. Refuses those that are in the wrong order or too many. */
export function rangeOf(ctx: Context, query: StatisticsQuery): StatisticsRange | Refusal<'invalid'> {
  const zone = ctx.config.BUSINESS_TZ;
  const now = ctx.clock.now();
  const days = statisticsDays(query, dayOf(now, zone));
  if (isRefusal(days)) return days;
  const until = dayBounds(days.last, zone).end;
  const isPast = Temporal.Instant.compare(until, now) <= 0;
  const { jobType, regionID, cleanerID } = query;
  return {
    filters: { jobType, regionID, cleanerID },
    days,
    by: query.by,
    range: { from_date: String(days.first), to_date: String(days.last), by: query.by },
    from: dayBounds(days.first, zone).start.toString(),
    until: until.toString(),
    now: now.toString(),
    asAt: (isPast ? until : now).toString(),
    isPast,
  };
}

/** The visits of a range that are done: as `isDone` in rules/visits.ts. */
export function visitsDone({ db }: Context, { from, until, now, filters }: StatisticsRange) {
  return db
    .selectFrom('job')
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from)
    .where('job.startsAt', '<', until)
    .where(isDone(now))
    .where(isAsked(filters));
}

/** The business day of a column, `YYYY-MM-DD`. */
export function dateOf({ config }: Context, column: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} at time zone ${sql.lit(config.BUSINESS_TZ)})::date::text`;
}

/** As `isDone` in rules/visits.ts, for `job`. */
export function isDone(now: string): RawBuilder<boolean> {
  return sql<boolean>`(job.stage = 'done' or job.ends_at <= ${now})`;
}

/** For `job`. */
export function isAsked({ jobType, regionID, cleanerID }: VisitFilters): RawBuilder<SqlBool> {
  const conditions = [
    ...(jobType === undefined ? [] : [sql<SqlBool>`job.job_type = ${jobType}`]),
    ...(regionID === undefined
      ? []
      : [sql<SqlBool>`job.address_area_id = any(array(select id from area where region_id = ${regionID}))`]),
    ...(cleanerID === undefined
      ? []
      : [
          sql<SqlBool>`exists (select from job_crew as mine where mine.job_id = job.id and mine.cleaner_id = ${cleanerID})`,
        ]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join(conditions, sql` and `);
}

/** Hours of work of a `job`: of its whole crew, or of the cleaner asked for. */
export function workOf({ cleanerID }: VisitFilters): RawBuilder<Hours> {
  return cleanerID === undefined ? sql<Hours>`job.hours * job.num_cleaners` : sql<Hours>`job.hours`;
}
