import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { dateOf, type StatisticsRange, visitsDone } from './statistics-range.ts';
import { isAsked, workOf } from './visit-filters.ts';

/** Visits of a day and kind that were done. */
export interface EarnedRow {
  readonly date: string;
  readonly jobType: JobType;
  readonly visits: number;
  readonly hours: Hours;
  readonly money: Cents;
  readonly hoursValue: Cents;
}

/** What the visits of a range have earned, by day and kind: as `earnedOf` in rules/visits.ts. */
export async function findEarned(ctx: Context, range: StatisticsRange): Promise<EarnedRow[]> {
  const visits = await visitsDone(ctx, range)
    .select([dateOf(ctx, 'job.startsAt').as('date'), 'job.jobType'])
    .select([
      sql<number>`count(*)`.as('visits'),
      sql<Hours>`sum(${workOf(range.filters)})`.as('hours'),
      sql<Cents>`sum(job.amount_to_pay)`.as('money'),
    ])
    .groupBy(['date', 'jobType'])
    .$narrowType<{ jobType: JobType }>()
    .execute();
  // Lateral: otherwise the planner reads the uses of all visits, not only those of the range.
  const used = await visitsDone(ctx, range)
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('credit_use as use')
          .innerJoin('credit_lot as lot', 'lot.id', 'use.lotID')
          .select(sql<Cents>`coalesce(sum(use.hours * lot.per_hour * 100), 0)`.as('value'))
          .whereRef('use.jobID', '=', 'job.id')
          .where('use.endedAt', 'is', null)
          .as('used'),
      (join) => join.onTrue(),
    )
    .select([dateOf(ctx, 'job.startsAt').as('date'), 'job.jobType'])
    .select(sql<Cents>`sum(used.value)::int8`.as('value'))
    .where('job.creditsUsed', '>', 0)
    .groupBy(['date', 'jobType'])
    .execute();
  const values = new Map(used.map(({ date, jobType, value }) => [`${date} ${jobType}`, value]));
  return visits.map((row) => ({ ...row, hoursValue: values.get(`${row.date} ${row.jobType}`) ?? 0 }));
}

/** What was kept of cancelled visits that would have been in the range: fees, and forfeited hours at their value. */
export async function sumKept(
  { db }: Context,
  { from, until, filters }: StatisticsRange,
): Promise<{ count: number; total: Cents }> {
  const forfeited = sql<Cents>`coalesce((
    select sum((use.hours - use.returned) * lot.per_hour * 100) from credit_use as use
    join credit_lot as lot on lot.id = use.lot_id
    where use.job_id = job.id and use.spent_at is not null and use.ended_at is not null), 0)`;
  return db
    .selectFrom('job')
    .innerJoin('job_cancellation as cancelled', 'cancelled.jobID', 'job.id')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Cents>`coalesce(sum(cancelled.fee + ${forfeited}), 0)::int8`.as('total'),
    ])
    .where('job.status', '=', 'cancelled')
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from)
    .where('job.startsAt', '<', until)
    .where(isAsked(filters))
    .where(({ or, eb }) => or([eb('cancelled.fee', '>', 0), eb('cancelled.creditsForfeited', '>', 0)]))
    .executeTakeFirstOrThrow();
}
