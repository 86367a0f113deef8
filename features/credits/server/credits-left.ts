import { sql } from 'kysely';
import type { z } from 'zod';
import { type Hours, roundToCents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { creditsLeftStatistics as call } from '../contract.ts';

/** The tiers, the dearest first. Source: SPEC.md 9. */
const TIERS = [27, 25, 24, 0] as const;

interface Outstanding {
  readonly perHour: number;
  /** `2026-12`, in business time; null for never. */
  readonly month: string | null;
  readonly hours: Hours;
}

/** Hours that are outstanding, and what they are worth at their tier's price. */
export async function creditsLeft(ctx: Context): Promise<z.output<typeof call.reply>> {
  const [outstanding, customers] = await Promise.all([findOutstanding(ctx), countHolders(ctx)]);
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
  };
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
