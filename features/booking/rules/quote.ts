import { type Cents, gstInside, type Hours, MOST_CENTS, roundToCents } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

/** GST in whole percent, inside every price. Source: IRAS, 9 % since 1 January 2024. */
export const GST_PERCENT = 9;

/** What of a package decides the price. */
export interface PricedPackage {
  readonly label: string;
  readonly pricingType: 'fixed' | 'hourly';
  readonly price: Cents;
  readonly pricePerHour: Cents;
  readonly suppliesCost: Cents;
  readonly suppliesIncluded: boolean;
}

export interface PriceRequest {
  readonly hours: Hours;
  readonly numCleaners: number;
  readonly requireCleaningSupplies: boolean;
}

export interface QuoteLine {
  readonly code: 'labour' | 'package' | 'supplies' | 'promo';
  readonly label: string;
  readonly quantity?: number;
  readonly unit?: 'hour';
  readonly unitPrice?: Cents;
  readonly amount: number;
}

export interface Quote {
  readonly lines: readonly QuoteLine[];
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly total: Cents;
  readonly gst: Cents;
  readonly gstRate: number;
  readonly currency: 'SGD';
}

/**
 * The price of one visit, itemised, GST inside. Hourly: hours × cleaners × rate, and supplies; fixed: the
 * package's price, and supplies where they are not in it. Source: DOMAIN.md 1.10, 2.2.
 */
export function quoteVisit(priced: PricedPackage, request: PriceRequest, gstRegistered: boolean): Quote {
  const lines = [workLine(priced, request), ...suppliesLines(priced, request)];
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    lines,
    subtotal: total,
    discount: 0,
    total,
    gst: gstRegistered ? gstInside(total, GST_PERCENT) : 0,
    gstRate: gstRegistered ? GST_PERCENT : 0,
    currency: 'SGD',
  };
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

/** Why a booking of so many equal visits cannot be paid in one go; null when it can. */
export function whyOverPaymentLimit(visit: Pick<Quote, 'total'>, visits: number): FieldError | null {
  if (visit.total > MOST_CENTS) return { path: 'packageID', message: 'This comes to more than S$1,000,000.' };
  if (visit.total * visits <= MOST_CENTS) return null;
  return {
    path: 'recurrence.count',
    message: 'Together this comes to more than S$1,000,000. Book fewer visits.',
  };
}
