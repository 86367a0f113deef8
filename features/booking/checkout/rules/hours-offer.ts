import { worthOfHours } from '#features/money/credits/rules/lots.ts';
import { creditHoursFor, promoOf, type Quote, reduceQuote } from '#features/work/jobs/rules/quote.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';

/** What a customer's hours can pay of a held booking. */
export interface HoursOffer {
  /** All spendable hours. */
  readonly left: Hours;
  /** The hours that the booking would use, and the cents left for the card. */
  readonly use: Hours;
  readonly toPay: Cents;
}

interface Held {
  /** Whole dollars, the tier. */
  readonly perHour: number;
  readonly numCredits: Hours;
}

/**
 * Hours are used visit by visit in date order, as on the server. Null if they pay for nothing.
 * @param lots in spending order.
 */
export function hoursOffer(prices: readonly Quote[], lots: readonly Held[]): HoursOffer | null {
  const left = lots.reduce((sum, { numCredits }) => sum + numCredits, 0);
  let [use, toPay] = [0, 0];
  for (const price of prices) {
    const hours = Math.min(left - use, creditHoursFor(price));
    const worth = worthOfHours(partsBetween(lots, use, use + hours));
    use += hours;
    toPay += reduceQuote(price, { promo: promoOf(price), hours, worth }).total;
  }
  return use === 0 ? null : { left, use, toPay };
}

/** The hours from `start` to `end`, counted through the lots. */
function partsBetween(lots: readonly Held[], start: Hours, end: Hours) {
  let from = 0;
  return lots.map(({ perHour, numCredits }) => {
    const hours = Math.max(0, Math.min(end, from + numCredits) - Math.max(start, from));
    from += numCredits;
    return { perHour, hours };
  });
}
