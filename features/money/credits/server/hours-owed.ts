import { sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';

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
    .select(['per_hour as perHour', sql<Hours>`sum(remaining)`.as('hours')])
    .where('remaining', '>', 0)
    .groupBy('per_hour')
    .execute();
  const moved = await db
    .selectFrom('credit_movement as moved')
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lot_id')
    .select(['lot.per_hour as perHour', sql<Hours>`sum(moved.hours)`.as('hours')])
    .where('moved.created_at', '>', earlier.toString())
    .groupBy('lot.per_hour')
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
    .innerJoin('customer', 'customer.id', 'lot.customer_id')
    .select([
      'customer.id',
      'customer.firstname',
      'customer.lastname',
      'customer.display_name as displayName',
    ])
    .select([
      sql<Hours>`sum(lot.remaining)`.as('hours'),
      sql<string>`min(lot.expires_at)`.as('at'),
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .where('lot.remaining', '>', 0)
    .where('lot.expires_at', '>', clock.now().toString())
    .where('lot.expires_at', '<=', until.toString())
    .where('customer.trashed_at', 'is', null)
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
