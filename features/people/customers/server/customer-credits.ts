import type { Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** Hours of credit of one tier; `perHour` in whole dollars is the tier's name. */
export interface CreditTier {
  readonly perHour: number;
  readonly numCredits: Hours;
}

/** What the office says that a customer holds. Tiers that are not named stay as they are. */
export interface TierChange {
  readonly customerId: string;
  readonly tiers: readonly CreditTier[];
  readonly reason: string;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Prepaid hours, which a feature above keeps. */
    readonly customerCredits?: {
      /** The tiers that a customer holds something in. */
      readonly tiers: (ctx: Context, customerId: string) => Promise<readonly CreditTier[]>;
      /** Makes the hours of these tiers so many. The customer is there, and not locked by the caller. */
      readonly adjust: (tx: Tx, change: TierChange) => Promise<void>;
      /** Takes all that a customer holds, because their account is closed. The hours that were taken. */
      readonly forfeit: (tx: Tx, customerId: string) => Promise<Hours>;
    };
  }
}

export async function tiersOf(ctx: Context, customerId: string): Promise<CreditTier[]> {
  return [...((await ctx.composed.customerCredits?.tiers(ctx, customerId)) ?? [])];
}

/** @throws when no feature keeps hours: they would be lost without a word. */
export async function adjustTiers(tx: Tx, change: TierChange): Promise<void> {
  if (change.tiers.length === 0) return;
  const credits = tx.composed.customerCredits;
  if (credits === undefined) throw new Error('No feature keeps hours of credit.');
  await credits.adjust(tx, change);
}

export async function forfeitHours(tx: Tx, customerId: string): Promise<Hours> {
  return (await tx.composed.customerCredits?.forfeit(tx, customerId)) ?? 0;
}
