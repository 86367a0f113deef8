import { isCreditPackage, type PackageTerms } from '#features/catalogue/packages/rules/package.ts';
import { type Hours, roundToCents } from '#platform/kernel/money.ts';
import type { ListPrice } from './discount.ts';

/** The fields of a package that determine its list price. */
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

/** What a customer chose for an hourly package; the package's own value if absent. */
export interface ChosenSize {
  readonly hours?: Hours | undefined;
  readonly numCleaners?: number | undefined;
  readonly requireCleaningSupplies?: boolean | undefined;
}

/**
 * A package's price before any code. Hourly: hours × cleaners × rate. Fixed and credit packages: the
 * package's price, all of it for its hours. Supplies are added if they are included or requested.
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
