import { isCreditPackage, isOnSale } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';

/**
 * Why a package cannot be bought as hours; null if it can. Customers cannot see packages that are not on
 * sale.
 */
export function whyNotForSale(
  pack: { readonly category: string; readonly pricePerHour: Cents } | null,
): Refusal<'not_found' | 'invalid'> | null {
  if (pack === null || !isOnSale(pack)) return refuse('not_found');
  return isCreditPackage(pack)
    ? null
    : refuseField('id', 'This package is for a visit. Book the visit to pay for it.');
}

/** The fields of a package of hours that matter for a sale. */
interface Pack {
  readonly category: string;
  readonly pricePerHour: Cents;
  readonly credits: Hours;
  readonly price: Cents;
}

/** The packages of hours among those on sale, smallest first. */
export function packsOf<P extends Pack>(packages: readonly P[]): P[] {
  return packages
    .filter((one) => whyNotForSale(one) === null)
    .toSorted((a, b) => a.credits - b.credits || a.price - b.price);
}

/** Cents per hour of the most expensive tier, against which savings are computed. */
export const HIGHEST_HOURLY_PRICE: Cents = 2700;

/** Cents that a package saves against the same hours at the most expensive tier. */
export function savingOf({ credits, price }: Pick<Pack, 'credits' | 'price'>): Cents {
  return Math.max(0, roundToCents(credits * HIGHEST_HOURLY_PRICE) - price);
}
