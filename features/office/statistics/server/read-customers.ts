import { sql } from 'kysely';
import type { z } from 'zod';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readCustomerStatistics as call } from '../contract.ts';
import { type CohortGroup, cohortMonths, cohortsOf, LOST_AFTER_DAYS } from '../rules/customers.ts';
import { inPeriods, sumOf } from '../rules/periods.ts';
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
  const lostIn = inPeriods(lost, range.days, range.by);
  const isNew = sumOf(first, ({ customers }) => customers);
  return {
    ...range.range,
    served,
    new: isNew,
    returning: served - isNew,
    lost: sumOf(lost, ({ customers }) => customers),
    active,
    rows: inPeriods(first, range.days, range.by).map(({ period, rows }, index) => ({
      ...period,
      new: sumOf(rows, ({ customers }) => customers),
      lost: sumOf(lostIn[index]?.rows ?? [], ({ customers }) => customers),
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

/** Counts in one pass over the visits, customer by customer: an index has them in that order. */
async function findCustomers(
  { db, config }: Context,
  { days, from, until, asAt }: StatisticsRange,
  { end, months }: { readonly end: Temporal.PlainDate; readonly months: readonly string[] },
): Promise<CustomerCounts> {
  const zone = config.BUSINESS_TZ;
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${sql.lit(zone)})::date`;
  const monthStarts = months.map((month) =>
    dayBounds(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }), zone).start.toString(),
  );
  const month = (column: string) => sql`width_bucket(${sql.ref(column)}, ${monthStarts}::timestamptz[]) - 1`;
  const { rows } = await sql<CustomerCounts>`
    with visited as materialized (
      select customer_id,
        min(starts_at) as first_at,
        max(starts_at) filter (where starts_at < ${asAt}) as last_at,
        bool_or(starts_at >= ${asAt} and created_at < ${asAt}) as is_ahead,
        bool_or(starts_at >= ${from} and starts_at < least(${until}::timestamptz, ${asAt}::timestamptz)) as is_served,
        bit_or(case when starts_at < ${asAt} and starts_at >= ${monthStarts[0]} then 1 << ${month('starts_at')} else 0 end)
          as months
      from job
      where status in (${sql.join([...GOING_AHEAD])}) and trashed_at is null
      group by customer_id
      having min(starts_at) < ${asAt}
    ), customer_day as (
      select *, ${day('last_at')} + ${sql.lit(LOST_AFTER_DAYS)} as lost_on from visited
    )
    select
      (select count(*)::int from visited where is_served) as served,
      (select count(*)::int from customer_day where is_ahead or lost_on > ${end.toString()}::date) as active,
      (select coalesce(json_agg(json_build_object('date', date, 'customers', customers)), '[]') from (
        select ${day('first_at')}::text as date, count(*) as customers from visited
        where first_at >= ${from} group by 1) as first) as first,
      (select coalesce(json_agg(json_build_object('date', date, 'customers', customers)), '[]') from (
        select lost_on::text as date, count(*) as customers from customer_day
        where not is_ahead and lost_on between ${days.first.toString()}::date and ${end.toString()}::date
        group by 1) as lost) as lost,
      (select coalesce(json_agg(json_build_object('first', first, 'months', months, 'customers', customers)), '[]') from (
        select ${month('first_at')} as first, months, count(*) as customers from visited
        where first_at >= ${monthStarts[0]} group by 1, 2) as cohort) as cohorts`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A select without a table has one row.');
  return counts;
}
