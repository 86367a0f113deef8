import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { daysOf, statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import type { readJobStatistics as call } from '../contract/statistics.ts';
import { type JobGroup, jobStatistics } from '../rules/statistics.ts';

/** Visits by business day; trashed ones are excluded. */
export async function readJobStatistics(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<z.output<typeof call.reply> | Refusal<'invalid'>> {
  const zone = ctx.config.BUSINESS_TZ;
  const days = statisticsDays(query, dayOf(ctx.clock.now(), zone));
  if (isRefusal(days)) return days;
  const range = { from_date: String(days.first), to_date: String(days.last) };
  // Groups by start first: thousands of visits share a start time, and converting a time to a day is slower than
  // summing.
  const byStart = ctx.db
    .selectFrom('job')
    .select(['startsAt', 'jobType', 'status'])
    .select([sql<number>`count(*)`.as('count'), sql<number>`sum(amount_to_pay)`.as('total')])
    .where('trashedAt', 'is', null)
    .where(onDays(ctx, range, 'startsAt'))
    .groupBy(['startsAt', 'jobType', 'status']);
  const date = sql<string>`(starts_at at time zone ${sql.lit(zone)})::date`;
  const groups = await ctx.db
    .selectFrom(byStart.as('visits'))
    .select([
      sql<string>`${date}::text`.as('date'),
      'jobType',
      'status',
      sql<number>`sum(count)`.as('count'),
      sql<number>`sum(total)`.as('total'),
    ])
    .groupBy([date, 'jobType', 'status'])
    .$narrowType<Pick<JobGroup, 'jobType' | 'status'>>()
    .execute();
  return { ...range, ...jobStatistics(groups, daysOf(days)) };
}
