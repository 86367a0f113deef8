import { isCreditPackage, isOnSale } from '#features/packages/rules/package.ts';
import type { Cents } from '#platform/kernel/money.ts';
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
