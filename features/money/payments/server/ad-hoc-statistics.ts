import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { daysOf, statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import type { readAdHocStatistics as call } from '../contract/ad-hoc.ts';

/** Ad-hoc charges per day in business time, including days without a charge. */
export async function readAdHocStatistics(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<z.output<typeof call.reply> | Refusal<'invalid'>> {
  const zone = ctx.config.BUSINESS_TZ;
  const days = statisticsDays(query, dayOf(ctx.clock.now(), zone));
  if (isRefusal(days)) return days;
  const range = { from_date: String(days.first), to_date: String(days.last) };
  const charged = await ctx.db
    .selectFrom('money_transaction as paid')
    .select([
      sql<string>`(paid.created_at at time zone ${zone})::date::text`.as('date'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(paid.total)`.as('total'),
    ])
    .where('paid.type', '=', 'ad-hoc')
    .where(onDays(ctx, range, 'paid.created_at'))
    .groupBy(sql`1`)
    .execute();
  const byDay = new Map(charged.map((row) => [row.date, row]));
  const rows = daysOf(days).map((date) => byDay.get(date) ?? { date, count: 0, total: 0 });
  const sum = (of: 'count' | 'total') => rows.reduce((total, row) => total + row[of], 0);
  return { ...range, count: sum('count'), total: sum('total'), rows };
}
