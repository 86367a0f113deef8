import { isCreditPackage, type PackageTerms } from '#features/catalogue/packages/rules/package.ts';
import { type Hours, roundToCents } from '#platform/kernel/money.ts';
import type { ListPrice } from './discount.ts';

/** What of a package decides its list price. */
export type PricedPackage = Pick<
  PackageTerms,
  | 'category'
  | 'pricingType'
  | 'price'
  | 'pricePerHour'
  | 'totalHours'
  | 'hoursPerCleaner'
  | 'numCleaners'
  | 'suppliesCost'
  | 'suppliesIncluded'
  | 'credits'
>;

/** What a person chose of a package that is paid by the hour; the package's own where it is left out. */
export interface ChosenSize {
  readonly hours?: Hours | undefined;
  readonly numCleaners?: number | undefined;
  readonly requireCleaningSupplies?: boolean | undefined;
}

/**
 * A package's price before any code. By the hour: hours × cleaners × rate; fixed and credits: the package's price, all
 * of it for its hours. Supplies come on top where they are part of the package or wanted. Source: DOMAIN.md 1.10, 2.2.
 */
export function listPriceOf(priced: PricedPackage, chosen: ChosenSize): ListPrice {
  if (isCreditPackage(priced))
    return { subtotal: priced.price, work: priced.price, workHours: priced.credits };
  const { hours = priced.hoursPerCleaner, numCleaners = priced.numCleaners } = chosen;
  const isFixed = priced.pricingType === 'fixed';
  const workHours = isFixed ? priced.totalHours : hours * numCleaners;
  const work = isFixed ? priced.price : roundToCents(workHours * priced.pricePerHour);
  return { subtotal: work + suppliesOf(priced, chosen), work, workHours };
}

function suppliesOf(priced: PricedPackage, { requireCleaningSupplies = false }: ChosenSize): number {
  const insideFixed = priced.pricingType === 'fixed' && priced.suppliesIncluded;
  return !insideFixed && (priced.suppliesIncluded || requireCleaningSupplies) ? priced.suppliesCost : 0;
}
