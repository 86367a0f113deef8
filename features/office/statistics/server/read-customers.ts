import { sql } from 'kysely';
import type { z } from 'zod';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readCustomerStatistics as call } from '../contract.ts';
import { type CohortGroup, cohortMonths, cohortsOf, LOST_AFTER_DAYS } from '../rules/customers.ts';
import { periodsOf, rowsIn, sumOf } from '../rules/periods.ts';
import { rangeOf, type StatisticsRange } from './statistics-range.ts';

type Reply = z.output<typeof call.reply>;

/** New, returning, active and lost customers. A visit counts from its start, if it goes ahead. */
export async function readCustomers(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<Reply | Refusal<'invalid'>> {
  const range = rangeOf(ctx, query);
  if (isRefusal(range)) return range;
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  const end = range.isPast ? range.days.last : today;
  const months = cohortMonths(end);
  const { served, active, first, lost, cohorts } = await findCustomers(ctx, range, { end, months });
  const sum = (rows: typeof first) => sumOf(rows, ({ customers }) => customers);
  const [firstIn, lostIn] = [rowsIn(first, range.by), rowsIn(lost, range.by)];
  return {
    ...range.range,
    served,
    new: sum(first),
    returning: served - sum(first),
    lost: sum(lost),
    active,
    rows: periodsOf(range.days, range.by).map((period) => ({
      ...period,
      new: sum(firstIn(period)),
      lost: sum(lostIn(period)),
    })),
    cohorts: cohortsOf(cohorts, months),
  };
}

interface CustomerCounts {
  /** Customers with a visit in the range. */
  readonly served: number;
  readonly active: number;
  /** Days of first visits, and days on which customers were lost, within the range. */
  readonly first: readonly { readonly date: string; readonly customers: number }[];
  readonly lost: readonly { readonly date: string; readonly customers: number }[];
  readonly cohorts: readonly CohortGroup[];
}

/**
 * One pass over the visits of every customer, which an index has in that order, with everything that is asked about them. Times are
 * compared with the beginnings of days: converting every visit's to a day takes longer.
 */
async function findCustomers(
  { db, config }: Context,
  { days, from, asAt }: StatisticsRange,
  { end, months }: { readonly end: Temporal.PlainDate; readonly months: readonly string[] },
): Promise<CustomerCounts> {
  const zone = config.BUSINESS_TZ;
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${sql.lit(zone)})::date`;
  const monthStarts = months.map((month) =>
    dayBounds(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }), zone).start.toString(),
  );
  const month = (column: string) => sql`width_bucket(${sql.ref(column)}, ${monthStarts}::timestamptz[]) - 1`;
  /** Customers whose last visit was from then on are not lost at the end, or on the first day. */
  const [activeSince, lostSince] = [end.add({ days: 1 }), days.first].map((date) =>
    dayBounds(date.subtract({ days: LOST_AFTER_DAYS }), zone).start.toString(),
  );
  const goesAhead = sql`job.status in (${sql.join([...GOING_AHEAD].map((status) => sql.lit(status)))})
    and job.trashed_at is null`;
  const { rows } = await sql<CustomerCounts>`
    with visited as materialized (
      select customer_id,
        min(starts_at) filter (where starts_at < ${asAt}) as first_at,
        max(starts_at) filter (where starts_at < ${asAt}) as last_at,
        bool_or(starts_at >= ${asAt} and created_at < ${asAt}) as is_ahead,
        bit_or(1 << ${month('startsAt')}) filter (where starts_at >= ${monthStarts[0]} and starts_at < ${asAt}) as months
      from job where ${goesAhead}
      group by customer_id
    ), cohort as (
      select ${month('firstAt')} as first, months from visited where first_at >= ${monthStarts[0]}
    )
    select
      (select count(*)::int from visited where last_at >= ${from}) as served,
      (select count(*)::int from visited where last_at >= ${activeSince} or last_at is not null and is_ahead) as active,
      (select coalesce(json_agg(json_build_object('date', date, 'customers', customers)), '[]') from (
        select ${day('firstAt')}::text as date, count(*) as customers from visited
        where first_at >= ${from} group by 1) as first) as first,
      (select coalesce(json_agg(json_build_object('date', date, 'customers', customers)), '[]') from (
        select (${day('lastAt')} + ${sql.lit(LOST_AFTER_DAYS)})::text as date, count(*) as customers
        from visited where last_at >= ${lostSince} and last_at < ${activeSince} and not is_ahead
        group by 1) as lost) as lost,
      (select coalesce(json_agg(json_build_object('first', first, 'months', months, 'customers', customers)), '[]') from (
        select first, months, count(*) as customers from cohort group by 1, 2) as cohorts) as cohorts`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('A select without a table has one row.');
  return counts;
}
