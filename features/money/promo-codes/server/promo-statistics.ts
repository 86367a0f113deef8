import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import type { promoStatistics as call } from '../contract.ts';

/** What each code took off payments in a range of days, without what was given back since. */
export async function promoStatistics(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<z.output<typeof call.reply> | Refusal<'invalid'>> {
  const days = statisticsDays(query, dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ));
  if (isRefusal(days)) return days;
  const range = { from_date: String(days.first), to_date: String(days.last) };
  const rows = await ctx.db
    .selectFrom('promo_use')
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promo_code_id')
    .select([
      'promo_code.id as promoCodeID',
      'promo_code.code',
      'promo_code.label',
      sql<number>`count(*)`.as('uses'),
      sql<number>`sum(promo_use.discount)`.as('discount'),
    ])
    .where('promo_use.released_at', 'is', null)
    .where(onDays(ctx, range, 'promo_use.used_at'))
    .groupBy('promo_code.id')
    .orderBy('discount', 'desc')
    .orderBy('promo_code.code')
    .orderBy('promo_code.id')
    .execute();
  const sum = (of: 'uses' | 'discount') => rows.reduce((total, row) => total + row[of], 0);
  return { ...range, count: sum('uses'), total: sum('discount'), rows };
}
