import type { Cents, Hours } from '#platform/kernel/money.ts';
import { creditHoursFor, creditsIn, type Quote, type QuotedPromo, reduceQuote } from './quote.ts';

/** What the office does about a paid visit that costs more, or less, once it is changed. */
export const DIFFERENCE_ACTIONS = ['charge', 'waive', 'refund', 'keep'] as const;
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number];

/** What a change of a visit makes of its price. */
export interface PriceChange {
  /** The new price, less code and hours. */
  readonly quote: Quote;
  /** Hours of credit that come back: the visit can use no more of them. */
  readonly creditsReturned: Hours;
  /** Cents that the customer has to pay more, or gets back where it is negative. Before payment: how the amount changes. */
  readonly difference: Cents;
}

/**
 * The price of a changed visit. Its promo code takes off what it is given here, up to the whole list price; the hours that
 * it was paid with stay, as far as the new price takes them. More hours are never taken.
 *
 * @param amountToPay cents that the visit was to cost before, code and hours taken off.
 */
export function changedPrice(
  before: { readonly price: Quote; readonly amountToPay: Cents },
  { list, promo }: { readonly list: Quote; readonly promo: QuotedPromo | null },
): PriceChange {
  const kept = promo && { ...promo, discount: Math.min(promo.discount, list.subtotal) };
  const used = creditsIn(before.price);
  const hours = Math.min(used, creditHoursFor(reduceQuote(list, { promo: kept, hours: 0 })));
  const quote = reduceQuote(list, { promo: kept, hours });
  return { quote, creditsReturned: used - hours, difference: quote.total - before.amountToPay };
}

/** What the office can choose from. A visit that is not paid just has its new price. */
export function actionsFor(
  difference: Cents,
  { isPaid, smallestCharge }: { readonly isPaid: boolean; readonly smallestCharge: Cents },
): readonly DifferenceAction[] {
  if (!isPaid || difference === 0) return [];
  if (difference < 0) return ['refund', 'keep'];
  return difference < smallestCharge ? ['waive'] : ['charge', 'waive'];
}

/** What a visit costs the customer after the change: what was paid, where the difference is neither charged nor given back. */
export function amountAfter(
  { amountToPay, difference }: { readonly amountToPay: Cents; readonly difference: Cents },
  action: DifferenceAction | null,
): Cents {
  return action === 'waive' || action === 'keep' ? amountToPay : amountToPay + difference;
}
