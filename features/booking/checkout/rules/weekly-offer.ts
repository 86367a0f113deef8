import { isCreditPackage, isOnSale } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

interface CreditPack {
  readonly category: string;
  readonly pricePerHour: Cents;
  readonly price: Cents;
  readonly credits: Hours;
}

/** So many visits make the habit worth a stack of hours: a month of weeks. Ours. */
const VISITS = 4;

/**
 * The smallest stack of hours that lasts for a month of such visits and makes each cheaper, and what one then costs, in
 * cents. Null where none does.
 *
 * @param work hours of all cleaners, and what they cost without it
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
