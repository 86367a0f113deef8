import type { Cents, Hours } from '#platform/kernel/money.ts';
import { hourlyPrice, isCreditPackage, type PackageTerms } from './package.ts';

export interface PackagePriceLine {
  /** `labour`: hours × hourly price; `package`: a visit at a fixed price; `credits`: prepaid hours. */
  readonly code: 'labour' | 'package' | 'supplies' | 'credits';
  /** Hours of all cleaners together, or of the credit package. */
  readonly hours?: Hours;
  readonly amount: Cents;
}

type Priced = Pick<
  PackageTerms,
  | 'category'
  | 'pricingType'
  | 'hoursPerCleaner'
  | 'numCleaners'
  | 'pricePerHour'
  | 'suppliesCost'
  | 'suppliesIncluded'
  | 'credits'
  | 'price'
>;

/**
 * A package's price as itemised for the customer; the lines add up to it. Supplies are a line of their own if they are
 * added to hours, but not within a fixed price.
 */
export function priceLines(terms: Priced): PackagePriceLine[] {
  if (isCreditPackage(terms)) return [{ code: 'credits', hours: terms.credits, amount: terms.price }];
  const hours = terms.hoursPerCleaner * terms.numCleaners;
  if (terms.pricingType === 'fixed') return [{ code: 'package', hours, amount: terms.price }];
  const labour = hourlyPrice({ ...terms, suppliesIncluded: false });
  const supplies = terms.price - labour;
  return [
    { code: 'labour', hours, amount: labour },
    ...(supplies > 0 ? [{ code: 'supplies', amount: supplies } as const] : []),
  ];
}
