import { isCreditPackage, isOnSale } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';

/** Why a package cannot be bought as hours; null when it can. Customers do not see what is not on sale. */
export function whyNotForSale(
  pack: { readonly category: string; readonly pricePerHour: Cents } | null,
): Refusal<'not_found' | 'invalid'> | null {
  if (pack === null || !isOnSale(pack)) return refuse('not_found');
  return isCreditPackage(pack)
    ? null
    : refuseField('id', 'This package is for a visit. Book the visit to pay for it.');
}

/** What is bought of a package of hours. */
interface Pack {
  readonly category: string;
  readonly pricePerHour: Cents;
  readonly credits: Hours;
  readonly price: Cents;
}

/** The packages of hours among those on offer, the smallest first. */
export function packsOf<P extends Pack>(packages: readonly P[]): P[] {
  return packages
    .filter((one) => whyNotForSale(one) === null)
    .toSorted((a, b) => a.credits - b.credits || a.price - b.price);
}

/** Cents of an hour of the dearest tier: what savings are told against. Source: SPEC.md 9. */
export const DEAREST_HOUR: Cents = 2700;

/** Cents that a package saves against as many hours at the dearest tier. */
export function savingOf({ credits, price }: Pick<Pack, 'credits' | 'price'>): Cents {
  return Math.max(0, roundToCents(credits * DEAREST_HOUR) - price);
}
