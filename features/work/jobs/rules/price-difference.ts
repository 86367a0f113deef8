import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';
import {
  creditHoursFor,
  creditsIn,
  creditWorthIn,
  type Quote,
  type QuotedPromo,
  reduceQuote,
} from './quote.ts';

/** The office's options when a change makes a paid visit cost more or less. */
export const DIFFERENCE_ACTIONS = ['charge', 'waive', 'refund', 'keep'] as const;
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number];

/** The effect of a change on a visit's price. */
export interface PriceChange {
  /** The new price, less promo code and hours. */
  readonly quote: Quote;
  /** Hours of credit that come back because the new price cannot use them. */
  readonly creditsReturned: Hours;
  /**
   * Cents that the customer has to pay in addition; negative if they get money back. Before payment: how the amount
   * changes.
   */
  readonly difference: Cents;
}

/**
 * The price of a changed visit. Its promo code keeps the given discount, up to the whole list price; hours already used
 * stay as far as the new price takes them. Additional hours are never taken.
 *
 * @param amountToPay cents to pay before the change, after promo code and hours.
 */
export function changedPrice(
  before: { readonly price: Quote; readonly amountToPay: Cents },
  { list, promo }: { readonly list: Quote; readonly promo: QuotedPromo | null },
): PriceChange {
  const kept = promo && { ...promo, discount: Math.min(promo.discount, list.subtotal) };
  const used = creditsIn(before.price);
  const hours = Math.min(used, creditHoursFor(reduceQuote(list, { promo: kept, hours: 0 })));
  // Hours that came back take their share of the worth with them.
  const worth = used === 0 ? 0 : roundToCents((creditWorthIn(before.price) * hours) / used);
  const quote = reduceQuote(list, { promo: kept, hours, worth });
  return { quote, creditsReturned: used - hours, difference: quote.total - before.amountToPay };
}

/** The available actions. An unpaid visit simply gets its new price. */
export function actionsFor(
  difference: Cents,
  { isPaid, smallestCharge }: { readonly isPaid: boolean; readonly smallestCharge: Cents },
): readonly DifferenceAction[] {
  if (!isPaid || difference === 0) return [];
  if (difference < 0) return ['refund', 'keep'];
  return difference < smallestCharge ? ['waive'] : ['charge', 'waive'];
}

/**
 * What the visit costs the customer after the change: what was paid, if the difference is neither charged nor refunded.
 */
export function amountAfter(
  { amountToPay, difference }: { readonly amountToPay: Cents; readonly difference: Cents },
  action: DifferenceAction | null,
): Cents {
  return action === 'waive' || action === 'keep' ? amountToPay : amountToPay + difference;
}
