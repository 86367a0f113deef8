import type { TakesHours } from '#features/catalogue/packages/rules/package.ts';
import { GST_PERCENT } from '#platform/kernel/business.ts';
import { type Cents, gstInside, type Hours, MAX_CENTS, roundToCents } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';
import type { ChargeKind } from './charges.ts';

/** The fields of a package that determine the price. */
export interface PricedPackage {
  readonly label: string;
  readonly pricingType: 'fixed' | 'hourly';
  readonly price: Cents;
  readonly pricePerHour: Cents;
  readonly suppliesCost: Cents;
  readonly suppliesIncluded: boolean;
  readonly takesHours?: TakesHours | undefined;
}

export interface PriceRequest {
  readonly hours: Hours;
  readonly numCleaners: number;
  readonly requireCleaningSupplies: boolean;
}

export interface QuoteLine {
  readonly code: 'labour' | 'package' | 'supplies' | 'extra' | 'reclean' | 'charge' | 'promo' | 'credits';
  /** Of a charge: the office's note. */
  readonly label: string;
  /** Of a charge: what it is for. */
  readonly kind?: ChargeKind | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: 'hour' | undefined;
  readonly unitPrice?: Cents | undefined;
  /** Cents; negative for reductions. */
  readonly amount: number;
}

/** Anything else that belongs to the list price. Hours of credit do not pay for it. */
export interface ExtraLine {
  readonly label: string;
  readonly amount: Cents;
}

/**
 * The itemised price of a visit. The lines add up to `total`, the amount to pay by card: the list price, less a promo
 * code, less hours of credit.
 */
export interface Quote {
  readonly lines: readonly QuoteLine[];
  /** The list price. */
  readonly subtotal: Cents;
  /** Discount from the promo code. */
  readonly discount: Cents;
  readonly total: Cents;
  /** Inside `total`. GST on hours of credit was paid when they were bought. */
  readonly gst: Cents;
  readonly gstRate: number;
  readonly currency: 'SGD';
  /** Absent if hours of credit pay for it hour for hour. */
  readonly takesHours?: Exclude<TakesHours, 'yes'> | undefined;
}

/**
 * The itemised price of one visit, including GST. Hourly: hours × cleaners × rate, plus supplies. Fixed: the package's
 * price, plus supplies unless they are included. Breaks are not paid.
 */
export function quoteVisit(
  priced: PricedPackage,
  request: PriceRequest,
  gstRegistered: boolean,
  extras: readonly ExtraLine[] = [],
): Quote {
  const lines = [
    workLine(priced, request),
    ...suppliesLines(priced, request),
    ...extras.map(({ label, amount }) => ({ code: 'extra', label, amount }) as const),
  ];
  const { takesHours = 'yes' } = priced;
  return addUp(lines, {
    gstRate: gstRegistered ? GST_PERCENT : 0,
    ...(takesHours !== 'yes' && { takesHours }),
  });
}

/** A visit that makes good an earlier one costs nothing, and takes no hours of credit. */
export function recleanQuote(list: Quote): Quote {
  const quantity = workOf(list)?.quantity;
  const line = { code: 'reclean', label: 'Cleaning again, free of charge', amount: 0 } as const;
  const work = quantity === undefined ? line : ({ ...line, quantity, unit: 'hour' } as const);
  return addUp([work], { gstRate: list.gstRate, takesHours: 'no' });
}

/** A visit that tries the system out costs nothing, so that nothing can be paid or refunded for it. */
export function testVisitQuote(list: Quote): Quote {
  const line = { code: 'package', label: 'Test visit, free of charge', amount: 0 } as const;
  return addUp([line], { gstRate: list.gstRate, takesHours: 'no' });
}

/** A charge or a discount of the office, with its note. */
export interface ChargeLine {
  readonly kind: ChargeKind;
  readonly label: string;
  /** Cents; negative for a discount, at most the price. */
  readonly amount: number;
}

/** The price with a charge; promo code and hours stay as they are. */
export function withCharge(quote: Quote, line: ChargeLine): Quote {
  const reductions = quote.lines.filter(isReduction);
  return addUp([...listLines(quote), { code: 'charge', ...line }, ...reductions], quote);
}

/** A new list price with the charges of the former one; a discount takes off no more than there is. */
export function keepCharges(list: Quote, former: Quote): Quote {
  return former.lines
    .filter(({ code }) => code === 'charge')
    .reduce((quote, { kind = 'other', label, amount }) => {
      return withCharge(quote, { kind, label, amount: Math.max(amount, -quote.subtotal) });
    }, list);
}

/** A promo code's discount. `label` is the code as the office wrote it. */
export interface QuotedPromo {
  readonly label: string;
  readonly discount: Cents;
}

/**
 * Reduces a list price by a promo code, then by hours of credit. Hours pay for work only; extras, and whatever the
 * hours do not cover, are left for the card.
 *
 * @param hours that the customer wants to use; at most `creditHoursFor` are used.
 * @param worth what these hours stand for in cents, for a visit that takes them with the difference.
 */
export function reduceQuote(quote: Quote, { promo, hours, worth = 0 }: Reductions): Quote {
  const reduced = addUp([...listLines(quote), ...promoLines(promo)], quote);
  const used = Math.min(hours, creditHoursFor(reduced));
  if (used === 0) return reduced;
  const line = { code: 'credits', label: 'Hours of credit', quantity: used, unit: 'hour' } as const;
  const whole = worthOf(quote, used);
  const isWhole = quote.takesHours !== 'with-difference';
  const amount = isWhole ? whole : Math.min(whole, roundToCents((worth * used) / hours));
  return addUp([...reduced.lines, { ...line, amount: -amount }], quote);
}

interface Reductions {
  readonly promo: QuotedPromo | null;
  readonly hours: Hours;
  readonly worth?: Cents | undefined;
}

/** The quote without promo code and hours. */
export function listQuote(quote: Quote): Quote {
  return addUp(listLines(quote), quote);
}

/** The list price, and the part of it that is for hours of work. */
export function listPriceOf(quote: Quote): { subtotal: Cents; work: Cents; workHours: Hours } {
  const work = workOf(quote);
  return { subtotal: quote.subtotal, work: work?.amount ?? 0, workHours: work?.quantity ?? 0 };
}

export function promoOf(quote: Quote): QuotedPromo | null {
  const line = quote.lines.find(({ code }) => code === 'promo');
  return line === undefined ? null : { label: line.label, discount: -line.amount };
}

/** Hours of credit used by a quote. */
export function creditsIn(quote: Quote): Hours {
  return quote.lines.find(({ code }) => code === 'credits')?.quantity ?? 0;
}

/** What the hours of credit used by a quote pay of it, in cents. */
export function creditWorthIn(quote: Quote): Cents {
  return -(quote.lines.find(({ code }) => code === 'credits')?.amount ?? 0);
}

/**
 * The most hours of credit that a quote takes: the hours of work, in halves, as far as their value is still unpaid
 * after the promo code. Half an hour is never used for less than its value.
 */
export function creditHoursFor(quote: Quote): Hours {
  if (quote.takesHours === 'no') return 0;
  const { workHours } = listPriceOf(quote);
  const toPay = quote.subtotal - quote.discount;
  for (let hours = workHours; hours > 0; hours -= 0.5) {
    if (worthOf(quote, hours) <= toPay) return hours;
  }
  return 0;
}

/** The value of this many hours of work, in cents. */
function worthOf(quote: Quote, hours: Hours): Cents {
  const { work, workHours } = listPriceOf(quote);
  return roundToCents((work * hours) / workHours);
}

function workOf({ lines }: Quote): QuoteLine | undefined {
  return lines.find(({ code }) => code === 'labour' || code === 'package');
}

function listLines({ lines }: Pick<Quote, 'lines'>): QuoteLine[] {
  return lines.filter((line) => !isReduction(line));
}

function isReduction({ code }: QuoteLine): boolean {
  return code === 'promo' || code === 'credits';
}

function promoLines(promo: QuotedPromo | null): QuoteLine[] {
  return promo === null ? [] : [{ code: 'promo', label: promo.label, amount: -promo.discount }];
}

function addUp(
  lines: readonly QuoteLine[],
  { gstRate, takesHours }: Pick<Quote, 'gstRate' | 'takesHours'>,
): Quote {
  const subtotal = sumOf(listLines({ lines }));
  const total = sumOf(lines);
  const discount = -sumOf(lines.filter(({ code }) => code === 'promo'));
  const gst = gstInside(total, gstRate);
  const sums = { lines, subtotal, discount, total, gst, gstRate, currency: 'SGD' } as const;
  return takesHours === undefined ? sums : { ...sums, takesHours };
}

function sumOf(lines: readonly QuoteLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

function workLine(priced: PricedPackage, request: PriceRequest): QuoteLine {
  const quantity = request.hours * request.numCleaners;
  if (priced.pricingType === 'fixed') {
    return { code: 'package', label: priced.label, quantity, unit: 'hour', amount: priced.price };
  }
  const label = request.numCleaners === 1 ? 'Cleaning' : `Cleaning, ${request.numCleaners} cleaners`;
  const amount = roundToCents(quantity * priced.pricePerHour);
  return { code: 'labour', label, quantity, unit: 'hour', unitPrice: priced.pricePerHour, amount };
}

function suppliesLines(priced: PricedPackage, request: PriceRequest): QuoteLine[] {
  const insideFixed = priced.pricingType === 'fixed' && priced.suppliesIncluded;
  const wanted = priced.suppliesIncluded || request.requireCleaningSupplies;
  if (insideFixed || !wanted || priced.suppliesCost === 0) return [];
  return [{ code: 'supplies', label: 'Supplies and equipment', amount: priced.suppliesCost }];
}

/** Why a booking of this many equal visits exceeds the limit for one payment; null if it does not. */
export function whyOverPaymentLimit(visit: Pick<Quote, 'total'>, visits: number): FieldError | null {
  if (visit.total > MAX_CENTS) return { path: 'packageID', message: 'This comes to more than S$1,000,000.' };
  if (visit.total * visits <= MAX_CENTS) return null;
  return {
    path: 'recurrence.count',
    message: 'Together this comes to more than S$1,000,000. Book fewer visits.',
  };
}
