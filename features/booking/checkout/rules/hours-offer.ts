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

/** Hours are used visit by visit in date order, as on the server. Null if they pay for nothing. */
export function hoursOffer(prices: readonly Quote[], left: Hours): HoursOffer | null {
  let [use, toPay] = [0, 0];
  for (const price of prices) {
    const hours = Math.min(left - use, creditHoursFor(price));
    use += hours;
    toPay += reduceQuote(price, { promo: promoOf(price), hours }).total;
  }
  return use === 0 ? null : { left, use, toPay };
}
