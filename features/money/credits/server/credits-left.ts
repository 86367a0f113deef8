import { sql } from 'kysely';
import type { z } from 'zod';
import { dayBounds, dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
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
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lotID')
    .select([
      sql<
        string | null
      >`case when moved.created_at >= ${start} then (moved.created_at at time zone ${zone})::date::text end`.as(
        'date',
      ),
      'moved.kind',
      'lot.perHour',
      sql<number>`sum(moved.hours)`.as('hours'),
    ])
    .where('moved.createdAt', '<', dayBounds(range.last, zone).end.toString())
    .groupBy([sql`1`, 'moved.kind', 'lot.perHour'])
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
    .select(['perHour', month.as('month'), sql<number>`sum(remaining)`.as('hours')])
    .where('remaining', '>', 0)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', clock.now().toString())]))
    .groupBy(['perHour', month])
    .orderBy('month')
    .execute();
  return rows.map((row) => ({ perHour: row.perHour, month: row.month, hours: row.hours }));
}

async function countHolders({ db, clock }: Context): Promise<number> {
  const counted = await db
    .selectFrom('credit_lot')
    .select(sql<number>`count(distinct customer_id)`.as('customers'))
    .where('remaining', '>', 0)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', clock.now().toString())]))
    .executeTakeFirstOrThrow();
  return counted.customers;
}

interface Owed {
  readonly hours: Hours;
  /** At the price of their tier. */
  readonly cents: Cents;
}

/** Hours that customers have left, now and at an earlier time. */
export async function readHoursOwed(
  { db }: Context,
  earlier: Temporal.Instant,
): Promise<{ now: Owed; before: Owed }> {
  const left = await db
    .selectFrom('credit_lot')
    .select(['perHour', sql<Hours>`sum(remaining)`.as('hours')])
    .where('remaining', '>', 0)
    .groupBy('perHour')
    .execute();
  const moved = await db
    .selectFrom('credit_movement as moved')
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lotID')
    .select(['lot.perHour', sql<Hours>`sum(moved.hours)`.as('hours')])
    .where('moved.createdAt', '>', earlier.toString())
    .groupBy('lot.perHour')
    .execute();
  const now = owedOf(left);
  const since = owedOf(moved);
  return { now, before: { hours: now.hours - since.hours, cents: now.cents - since.cents } };
}

function owedOf(tiers: readonly { readonly perHour: number; readonly hours: Hours }[]): Owed {
  return {
    hours: tiers.reduce((sum, { hours }) => sum + hours, 0),
    cents: tiers.reduce((sum, { hours, perHour }) => sum + roundToCents(hours * perHour * 100), 0),
  };
}

/** Customers whose hours expire before a time: how many, and the first to lose some. */
export async function findExpiringHours({ db, clock }: Context, until: Temporal.Instant, limit: number) {
  const rows = await db
    .selectFrom('credit_lot as lot')
    .innerJoin('customer', 'customer.id', 'lot.customerID')
    .select(['customer.id', 'customer.firstname', 'customer.lastname', 'customer.displayName'])
    .select([
      sql<Hours>`sum(lot.remaining)`.as('hours'),
      sql<string>`min(lot.expires_at)`.as('at'),
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .where('lot.remaining', '>', 0)
    .where('lot.expiresAt', '>', clock.now().toString())
    .where('lot.expiresAt', '<=', until.toString())
    .where('customer.trashedAt', 'is', null)
    .groupBy('customer.id')
    .orderBy('at')
    .orderBy('customer.id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      customer: { id: row.id, fullname: fullnameOf(row) },
      hours: row.hours,
      expiresAt: wireTime(row.at),
    })),
  };
}
