import { sql } from 'kysely';
import type { z } from 'zod';
import { readDay } from '#platform/kernel/business-time.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import type { readAdHocStatistics as call } from '../contract/ad-hoc.ts';

/** A row a day, so many at most. */
const MOST_DAYS = 1100;

/** What the office charged ad hoc, day by day in business time; days without a charge too. */
export async function readAdHocStatistics(
  ctx: Context,
  { from_date, to_date }: z.output<typeof call.query>,
): Promise<z.output<typeof call.reply> | Refusal<'invalid'>> {
  const first = readDay(from_date);
  const last = readDay(to_date);
  if (first === null || last === null) throw new Error('The contract lets only days through.');
  const days = first.until(last).days + 1;
  if (days < 1) return refuseField('to_date', 'Choose an end that is not before the start.');
  if (days > MOST_DAYS) return refuseField('to_date', 'Choose three years at most.');
  const zone = ctx.config.BUSINESS_TZ;
  const { rows } = await sql<{ date: string; count: number; total: number }>`
    select day::text as date, count(paid.id) as count, coalesce(sum(paid.total), 0) as total
    from (select ${first.toString()}::date + n as day from generate_series(0, ${days - 1}::int) as n) as days
    left join (
      select id, total, (paid.created_at at time zone ${zone})::date as charged_on
      from money_transaction as paid
      where paid.type = 'ad-hoc' and ${onDays(ctx, { from_date, to_date }, 'paid.created_at')}
    ) as paid on charged_on = day
    group by day order by day`.execute(ctx.db);
  return {
    from_date: first.toString(),
    to_date: last.toString(),
    count: rows.reduce((sum, row) => sum + row.count, 0),
    total: rows.reduce((sum, row) => sum + row.total, 0),
    rows,
  };
}
