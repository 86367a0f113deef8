import { type Cents, dollars, type Hours, percentOf, roundToCents } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';

export const PROMO_TYPES = ['percent', 'amount', 'hours'] as const;
export type PromoType = (typeof PROMO_TYPES)[number];

/** What a code takes off: whole percent of the list price, cents, or hours at the hourly rate of the work. */
export interface PromoTerms {
  readonly type: PromoType;
  readonly amount: number;
}

/** A list price: the total, and the part that is for hours of work. */
export interface ListPrice {
  readonly subtotal: Cents;
  readonly work: Cents;
  /** Cleaner-hours that `work` pays for. */
  readonly workHours: Hours;
}

/** Cents that a code takes off a list price; never more than the price. Hours count at the package's rate. */
export function discountOf(terms: PromoTerms, price: ListPrice): Cents {
  return Math.min(price.subtotal, wanted(terms, price));
}

function wanted({ type, amount }: PromoTerms, price: ListPrice): Cents {
  if (type === 'percent') return percentOf(price.subtotal, amount);
  if (type === 'amount') return amount;
  if (price.workHours === 0) return 0;
  return roundToCents((price.work * Math.min(amount, price.workHours)) / price.workHours);
}

/** `10% off`, `S$20 off`, `1.5 hours off`. */
export function discountText({ type, amount }: PromoTerms): string {
  if (type === 'percent') return `${amount}% off`;
  if (type === 'hours') return `${hoursText(amount)} off`;
  return `S$${amount % 100 === 0 ? amount / 100 : dollars(amount)} off`;
}
