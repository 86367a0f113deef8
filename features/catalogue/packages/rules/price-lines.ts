import type { Cents, Hours } from '#platform/kernel/money.ts';
import { hourlyPrice, isCreditPackage, type PackageTerms } from './package.ts';

/** One line of a package's price. */
export interface PackagePriceLine {
  /** `labour`: hours × price per hour; `package`: a visit at a fixed price; `credits`: prepaid hours. */
  readonly code: 'labour' | 'package' | 'supplies' | 'credits';
  /** Hours of all cleaners together, or of the stack. */
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
 * A package's price as its customer reads it, line by line; the lines add up to it. Supplies stand alone where they
 * are added to hours: of a fixed price they are a part that nobody counts.
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
