import type { Quote, QuoteLine } from '#features/work/jobs/rules/quote.ts';

/** A quote with its own mutable lines. */
export type SummedQuote = Omit<Quote, 'lines'> & { readonly lines: QuoteLine[] };

/** The total of several visits: lines for the same item are added up. Null for none. Cents, hours. */
export function sumQuotes(quotes: readonly Quote[]): SummedQuote | null {
  const [first] = quotes;
  if (first === undefined) return null;
  const sum = (of: (quote: Quote) => number) => quotes.reduce((total, quote) => total + of(quote), 0);
  return {
    ...first,
    lines: sumLines(quotes.flatMap(({ lines }) => lines)),
    subtotal: sum(({ subtotal }) => subtotal),
    discount: sum(({ discount }) => discount),
    total: sum(({ total }) => total),
    gst: sum(({ gst }) => gst),
  };
}

const ORDER: readonly QuoteLine['code'][] = [
  'labour',
  'package',
  'supplies',
  'extra',
  'reclean',
  'charge',
  'promo',
  'credits',
];

function sumLines(lines: readonly QuoteLine[]): QuoteLine[] {
  const sums = new Map<string, QuoteLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.code, line.label, line.unitPrice, line.kind]);
    const before = sums.get(key);
    sums.set(key, before === undefined ? line : addLines(before, line));
  }
  return [...sums.values()].toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
}

function addLines(a: QuoteLine, b: QuoteLine): QuoteLine {
  const quantity = a.quantity === undefined ? {} : { quantity: a.quantity + (b.quantity ?? 0) };
  return { ...a, ...quantity, amount: a.amount + b.amount };
}
