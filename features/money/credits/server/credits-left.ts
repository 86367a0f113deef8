import { sql } from 'kysely';
import type { z } from 'zod';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import { type Hours, roundToCents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { type DayRange, daysOf, statisticsDays } from '#platform/kernel/statistics-days.ts';
import type { Context } from '#platform/server/context.ts';
import type { creditsLeftStatistics as call } from '../contract/statistics.ts';
import { hoursOverTime } from '../rules/hours-over-time.ts';
import type { MovementKind } from './move-hours.ts';

/** The tiers in whole dollars an hour, most expensive first. */
const TIERS = [27, 25, 24, 0] as const;

interface Outstanding {
  readonly perHour: number;
  /** `2026-12` in business time; null for no expiry. */
  readonly month: string | null;
  readonly hours: Hours;
}

type Query = z.output<typeof call.query>;
type Reply = z.output<typeof call.reply>;

/** Outstanding hours and their value at their tier's price. */
export async function creditsLeft(ctx: Context, query: Query): Promise<Reply | Refusal<'invalid'>> {
  const days = statisticsDays(query, dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ));
  if (isRefusal(days)) return days;
  const isPeriod = query.from_date !== undefined || query.to_date !== undefined;
  const outstanding = await findOutstanding(ctx);
  const customers = await countHolders(ctx);
  const period = isPeriod ? await readPeriod(ctx, days) : null;
  const tiers = TIERS.map((perHour) => {
    const ofTier = outstanding.filter((one) => one.perHour === perHour);
    const hours = ofTier.reduce((sum, one) => sum + one.hours, 0);
    const value = roundToCents(hours * perHour * 100);
    return {
      perHour,
      hours,
      value,
      expiring: ofTier.map(({ month, hours: due }) => ({ month, hours: due })),
    };
  });
  return {
    tiers,
    totalHours: tiers.reduce((sum, tier) => sum + tier.hours, 0),
    totalValue: tiers.reduce((sum, tier) => sum + tier.value, 0),
    customers,
    period,
  };
}

/** Customers' hours over a range of days, from the movements of their lots. */
async function readPeriod(ctx: Context, range: DayRange): Promise<Reply['period']> {
  const zone = ctx.config.BUSINESS_TZ;
  const start = dayBounds(range.first, zone).start.toString();
  const moved = await ctx.db
    .selectFrom('credit_movement as moved')
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lot_id')
    .select([
      sql<
        string | null
      >`case when moved.created_at >= ${start} then (moved.created_at at time zone ${zone})::date::text end`.as(
        'date',
      ),
      'moved.kind',
      'lot.per_hour as perHour',
      sql<number>`sum(moved.hours)`.as('hours'),
    ])
    .where('moved.created_at', '<', dayBounds(range.last, zone).end.toString())
    .groupBy([sql`1`, 'moved.kind', 'lot.per_hour'])
    .$narrowType<{ kind: MovementKind }>()
    .execute();
  const today = dayOf(ctx.clock.now(), zone).toString();
  const days = daysOf(range).filter((day) => day <= today);
  return { from_date: String(range.first), to_date: String(range.last), ...hoursOverTime(moved, days) };
}

async function findOutstanding({ db, config, clock }: Context): Promise<Outstanding[]> {
  const month = sql<
    string | null
  >`to_char(expires_at at time zone ${sql.lit(config.BUSINESS_TZ)}, 'YYYY-MM')`;
  const rows = await db
    .selectFrom('credit_lot')
    .select(['per_hour', month.as('month'), sql<number>`sum(remaining)`.as('hours')])
    .where('remaining', '>', 0)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now().toString())]))
    .groupBy(['per_hour', month])
    .orderBy('month')
    .execute();
  return rows.map((row) => ({ perHour: row.per_hour, month: row.month, hours: row.hours }));
}

async function countHolders({ db, clock }: Context): Promise<number> {
  const counted = await db
    .selectFrom('credit_lot')
    .select(sql<number>`count(distinct customer_id)`.as('customers'))
    .where('remaining', '>', 0)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now().toString())]))
    .executeTakeFirstOrThrow();
  return counted.customers;
}
