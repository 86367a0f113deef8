import { isCreditPackage, isOnSale, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

interface CreditPack {
  readonly category: string;
  readonly pricePerHour: Cents;
  readonly price: Cents;
  readonly credits: Hours;
}

interface SoldVisit {
  readonly type: JobType;
  readonly category: string;
  readonly pricePerHour: Cents;
}

/**
 * The price in cents of this much work as a regular visit, by the lowest hourly price, as on the home page; null if it
 * is not cheaper than what was paid.
 */
export function regularPrice(
  sold: readonly SoldVisit[],
  work: { readonly hours: Hours; readonly price: Cents },
): Cents | null {
  const rates = sold
    .filter((one) => one.type === 'regular' && !isCreditPackage(one) && one.pricePerHour > 0)
    .map(({ pricePerHour }) => pricePerHour);
  const price = roundToCents(work.hours * Math.min(...rates));
  return rates.length > 0 && price < work.price ? price : null;
}

/** Visits per offer: a month of weekly visits. Our own figure. */
const VISITS = 4;

/**
 * The smallest credit package that covers a month of such visits and makes each cheaper, and the price per
 * visit in cents. Null if there is none.
 *
 * @param work hours of all cleaners, and their price without a package
 */
export function weeklyOffer(
  sold: readonly CreditPack[],
  work: { readonly hours: Hours; readonly price: Cents },
): { readonly credits: Hours; readonly visit: Cents } | null {
  const [best] = sold
    .filter((one) => isCreditPackage(one) && isOnSale(one) && one.credits >= VISITS * work.hours)
    .map(({ credits, price }) => ({ credits, visit: roundToCents((work.hours * price) / credits) }))
    .filter(({ visit }) => visit < work.price)
    .toSorted((a, b) => a.credits - b.credits);
  return best ?? null;
}
