import type { Hours } from '#platform/kernel/money.ts';

/**
 * Whether credits that came along with an edit say what the customer holds. Hours of credit move only
 * through the ledger, never by typing another number.
 */
export function matchesBalance(
  credits: readonly { readonly numCredits: Hours }[] | undefined,
  held: Hours,
): boolean {
  if (credits === undefined) return true;
  return credits.reduce((sum, tier) => sum + tier.numCredits, 0) === held;
}
