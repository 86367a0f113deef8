import { creditHoursFor, promoOf, type Quote, reduceQuote } from '#features/work/jobs/rules/quote.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';

/** What a customer's hours can do for a held booking. */
export interface HoursOffer {
  /** All that can be spent. */
  readonly left: Hours;
  /** What the booking would use of them, and what that leaves for a card, in cents. */
  readonly use: Hours;
  readonly toPay: Cents;
}

/** Hours go visit by visit, the first date first, as the server gives them. Null where they pay for nothing. */
export function hoursOffer(prices: readonly Quote[], left: Hours): HoursOffer | null {
  let [use, toPay] = [0, 0];
  for (const price of prices) {
    const hours = Math.min(left - use, creditHoursFor(price));
    use += hours;
    toPay += reduceQuote(price, { promo: promoOf(price), hours }).total;
  }
  return use === 0 ? null : { left, use, toPay };
}
