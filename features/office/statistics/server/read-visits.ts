import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { JOB_SOURCES, type JobSource } from '#features/work/jobs/rules/source.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { findAvailableHours } from '#features/work/schedule/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readVisitStatistics as call } from '../contract.ts';
import { periodsOf, rowsIn, sumOf, sumsOf } from '../rules/periods.ts';
import { ON_TIME_MINUTES } from '../rules/visits.ts';
import {
  dateOf,
  isAsked,
  isDone,
  rangeOf,
  type StatisticsRange,
  visitsDone,
  workOf,
} from './statistics-range.ts';

type Reply = z.output<typeof call.reply>;

/** The visits of a range, and how well they went. */
export async function readVisits(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<Reply | Refusal<'invalid'>> {
  const range = rangeOf(ctx, query);
  if (isRefusal(range)) return range;
  const { days, by } = range;
  const visits = await findVisits(ctx, range);
  const cancelled = await findCancelled(ctx, range);
  const done = await findDone(ctx, range);
  const recleans = await findRecleans(ctx, range);
  const { jobType, regionID, cleanerID } = range.filters;
  const isDivisible = jobType === undefined && regionID === undefined;
  const available = isDivisible ? await findAvailableHours(ctx, days, cleanerID) : null;
  const total = sumsOf(visits, 'visits', 'done', 'hours');
  const [visitsIn, cancelledIn, doneIn, availableIn] = [
    rowsIn(visits, by),
    rowsIn(cancelled, by),
    rowsIn(done, by),
    rowsIn(available ?? [], by),
  ];
  const repeat = sumsOf(done, 'repeat', 'sameCleaner');
  return {
    ...range.range,
    ...total,
    cancelled: sumsOf(cancelled, 'byCustomer', 'byCompany', 'within24Hours'),
    byService: JOB_TYPES.map((jobType) => ({
      jobType,
      ...sumsOf(
        visits.filter((row) => row.jobType === jobType),
        'visits',
        'hours',
      ),
    })),
    bySource: JOB_SOURCES.map((source) => ({
      source,
      ...sumsOf(
        visits.filter((row) => row.source === source),
        'visits',
        'hours',
      ),
    })),
    byHour: hoursOf(visits),
    filled: available && { booked: total.hours, available: sumOf(available, ({ hours }) => hours) },
    arrivals: sumsOf(done, 'onTime', 'late', 'missing'),
    recleans,
    repeat: { visits: repeat.repeat, sameCleaner: repeat.sameCleaner },
    rows: periodsOf(days, by).map((period) => {
      const { hours: booked, ...counts } = sumsOf(visitsIn(period), 'visits', 'done', 'hours');
      return {
        ...period,
        ...counts,
        booked,
        available: available && sumOf(availableIn(period), ({ hours }) => hours),
        cancelled: sumOf(cancelledIn(period), ({ byCustomer, byCompany }) => byCustomer + byCompany),
        ...sumsOf(doneIn(period), 'onTime', 'late', 'repeat', 'sameCleaner'),
      };
    }),
  };
}

function hoursOf(visits: readonly VisitRow[]): Reply['byHour'] {
  const cells = Map.groupBy(visits, ({ date, hour }) => {
    const weekday = Temporal.PlainDate.from(date).dayOfWeek;
    return weekday * 24 + hour;
  });
  return [...cells]
    .sort(([one], [other]) => one - other)
    .map(([cell, rows]) => ({
      weekday: Math.floor(cell / 24),
      hour: cell % 24,
      visits: sumOf(rows, ({ visits: count }) => count),
    }));
}

/** Visits that go ahead, by day, the hour in which they begin, kind and source. */
interface VisitRow {
  readonly date: string;
  readonly hour: number;
  readonly jobType: JobType;
  readonly source: JobSource;
  readonly visits: number;
  readonly done: number;
  readonly hours: Hours;
}

async function findVisits(ctx: Context, range: StatisticsRange): Promise<VisitRow[]> {
  // Groups by start first: thousands of visits share a start time, and converting a time to a day is slower than
  // counting.
  const byStart = ctx.db
    .selectFrom('job')
    .select(['startsAt', 'jobType', 'source'])
    .select([
      sql<number>`count(*)`.as('visits'),
      sql<number>`count(*) filter (where ${isDone(range.now)})`.as('done'),
      sql<Hours>`sum(${workOf(range.filters)})`.as('hours'),
    ])
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .where('startsAt', '>=', range.from)
    .where('startsAt', '<', range.until)
    .where(isAsked(range.filters))
    .groupBy(['startsAt', 'jobType', 'source']);
  return ctx.db
    .selectFrom(byStart.as('visit'))
    .select([dateOf(ctx, 'visit.startsAt').as('date'), 'visit.jobType', 'visit.source'])
    .select([
      sql<number>`extract(hour from visit.starts_at at time zone ${sql.lit(ctx.config.BUSINESS_TZ)})::int`.as(
        'hour',
      ),
      sql<number>`sum(visit.visits)::int8`.as('visits'),
      sql<number>`sum(visit.done)::int8`.as('done'),
      sql<Hours>`sum(visit.hours)`.as('hours'),
    ])
    .groupBy(['date', 'hour', 'jobType', 'source'])
    .$narrowType<{ jobType: JobType; source: JobSource }>()
    .execute();
}

/** Visits that would have been in the range, by day. */
async function findCancelled(ctx: Context, { from, until, filters }: StatisticsRange) {
  const countIf = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`;
  return ctx.db
    .selectFrom('job')
    .innerJoin('job_cancellation as cancelled', 'cancelled.jobID', 'job.id')
    .select(dateOf(ctx, 'job.startsAt').as('date'))
    .select([
      countIf("cancelled.on_behalf_of = 'customer'").as('byCustomer'),
      countIf("cancelled.on_behalf_of = 'company'").as('byCompany'),
      countIf("job.starts_at < cancelled.created_at + interval '24 hours'").as('within24Hours'),
    ])
    .where('job.status', '=', 'cancelled')
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from)
    .where('job.startsAt', '<', until)
    .where(isAsked(filters))
    .groupBy('date')
    .execute();
}

/**
 * Visits done, by day: how their cleaners arrived (`arrivalOf` in rules/visits.ts), how many are not their customer's first,
 * and how many of those have a cleaner of the previous one (`hasSameCleaner`). One pass over the visits, grouped by start
 * first, as in `findVisits`.
 */
async function findDone(ctx: Context, range: StatisticsRange) {
  const { cleanerID } = range.filters;
  const latest = sql`job.starts_at + ${sql.lit(`${ON_TIME_MINUTES} minutes`)}::interval`;
  const isCounted = cleanerID === undefined ? sql`true` : sql`crew.cleaner_id = ${cleanerID}`;
  const countIf = (condition: RawBuilder<unknown>) =>
    sql<number>`count(*) filter (where ${isCounted} and ${condition})`;
  const byStart = visitsDone(ctx, range)
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('job as earlier')
          .select('earlier.id')
          .whereRef('earlier.customerID', '=', 'job.customerID')
          .whereRef('earlier.startsAt', '<', 'job.startsAt')
          // Literals, so that they match the condition of the index job_of_customer_ahead.
          .where(sql<boolean>`earlier.status in (${sql.join(GOING_AHEAD.map((status) => sql.lit(status)))})`)
          .where('earlier.trashedAt', 'is', null)
          .orderBy('earlier.startsAt', 'desc')
          .orderBy('earlier.id', 'desc')
          .limit(1)
          .as('previous'),
      (join) => join.onTrue(),
    )
    // Lateral: otherwise the planner reads the crews of all visits, not only those of the range.
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('job_crew as crew')
          .leftJoin('job_crew as earlier', (join) =>
            join.onRef('earlier.jobID', '=', 'previous.id').onRef('earlier.cleanerID', '=', 'crew.cleanerID'),
          )
          .select([
            countIf(sql`crew.started_at <= ${latest}`).as('onTime'),
            countIf(sql`crew.started_at > ${latest}`).as('late'),
            countIf(sql`crew.started_at is null`).as('missing'),
            sql<boolean>`bool_or(earlier.job_id is not null)`.as('isSame'),
          ])
          .whereRef('crew.jobID', '=', 'job.id')
          .as('arrived'),
      (join) => join.onTrue(),
    )
    .select('job.startsAt')
    .select([
      sql<number>`sum(arrived.on_time)`.as('onTime'),
      sql<number>`sum(arrived.late)`.as('late'),
      sql<number>`sum(arrived.missing)`.as('missing'),
      sql<number>`count(previous.id)`.as('repeat'),
      sql<number>`count(*) filter (where arrived.is_same)`.as('sameCleaner'),
    ])
    .groupBy('job.startsAt');
  const sumOfAll = (column: string) => sql<number>`sum(${sql.ref(column)})::int8`;
  return ctx.db
    .selectFrom(byStart.as('visit'))
    .select(dateOf(ctx, 'visit.startsAt').as('date'))
    .select([
      sumOfAll('visit.onTime').as('onTime'),
      sumOfAll('visit.late').as('late'),
      sumOfAll('visit.missing').as('missing'),
      sumOfAll('visit.repeat').as('repeat'),
      sumOfAll('visit.sameCleaner').as('sameCleaner'),
    ])
    .groupBy('date')
    .execute();
}

/** Visits done that were cleaned again, or will be: how many, and how many of each cleaner's. */
async function findRecleans(ctx: Context, range: StatisticsRange) {
  const isRecleaned = sql<boolean>`exists (
    select from job as again where again.reclean_of = job.id and again.trashed_at is null
      and again.status in (${sql.join(GOING_AHEAD)}))`;
  const { visits } = await visitsDone(ctx, range)
    .where(isRecleaned)
    .select(sql<number>`count(*)`.as('visits'))
    .executeTakeFirstOrThrow();
  if (visits === 0) return { visits, byCleaner: [] };
  const { cleanerID } = range.filters;
  const byCleaner = await visitsDone(ctx, range)
    .innerJoin('job_crew as crew', 'crew.jobID', 'job.id')
    .$if(cleanerID !== undefined, (query) => query.where('crew.cleanerID', '=', cleanerID ?? ''))
    .select('crew.cleanerID')
    .select([
      sql<number>`count(*)`.as('done'),
      sql<number>`count(*) filter (where ${isRecleaned})`.as('recleans'),
    ])
    .groupBy('crew.cleanerID')
    .having(sql<boolean>`count(*) filter (where ${isRecleaned}) > 0`)
    .orderBy('recleans', 'desc')
    .orderBy('crew.cleanerID')
    .execute();
  const names = new Map(
    (
      await cleanerCards(
        ctx,
        byCleaner.map((row) => row.cleanerID),
      )
    ).map((card) => [card.id, card.fullname]),
  );
  return {
    visits,
    byCleaner: byCleaner.map((row) => ({ ...row, fullname: names.get(row.cleanerID) ?? '' })),
  };
}
