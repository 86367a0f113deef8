import { isCreditPackage, isOnSale } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

interface CreditPack {
  readonly category: string;
  readonly pricePerHour: Cents;
  readonly price: Cents;
  readonly credits: Hours;
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
