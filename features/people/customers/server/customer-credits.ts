import type { Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** Hours of credit of one tier; `perHour` in whole dollars. */
export interface CreditTier {
  readonly perHour: number;
  readonly numCredits: Hours;
}

/** The hours that a customer is to hold. Absent tiers stay as they are. */
export interface TierChange {
  readonly customerId: string;
  readonly tiers: readonly CreditTier[];
  readonly reason: string;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Provided by credits, a higher-level feature. */
    readonly customerCredits?: {
      /** The tiers with hours that a customer holds. */
      readonly tiers: (ctx: Context, customerId: string) => Promise<readonly CreditTier[]>;
      /** Sets the hours of these tiers. The customer exists, and is not locked by the caller. */
      readonly adjust: (tx: Tx, change: TierChange) => Promise<void>;
      /** Takes all hours when an account is closed. Returns the hours taken. */
      readonly forfeit: (tx: Tx, customerId: string) => Promise<Hours>;
    };
  }
}

export async function tiersOf(ctx: Context, customerId: string): Promise<CreditTier[]> {
  return [...((await ctx.composed.customerCredits?.tiers(ctx, customerId)) ?? [])];
}

/** @throws if no feature provides credits: the hours would be silently lost. */
export async function adjustTiers(tx: Tx, change: TierChange): Promise<void> {
  if (change.tiers.length === 0) return;
  const credits = tx.composed.customerCredits;
  if (credits === undefined) throw new Error('No feature provides hours of credit.');
  await credits.adjust(tx, change);
}

export async function forfeitHours(tx: Tx, customerId: string): Promise<Hours> {
  return (await tx.composed.customerCredits?.forfeit(tx, customerId)) ?? 0;
}
