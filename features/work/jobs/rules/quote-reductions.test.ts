import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditHoursFor, creditsIn, listQuote, quoteVisit, reduceQuote } from './quote.ts';

const visit = fc.record({
  pricingType: fc.constantFrom('hourly' as const, 'fixed' as const),
  price: fc.nat(200_000),
  pricePerHour: fc.nat(6000),
  suppliesCost: fc.nat(5000),
  suppliesIncluded: fc.boolean(),
  requireCleaningSupplies: fc.boolean(),
  halfHours: fc.integer({ min: 1, max: 24 }),
  numCleaners: fc.integer({ min: 1, max: 5 }),
});

const quotes = visit.map((of) =>
  quoteVisit({ label: 'Clean', ...of }, { ...of, hours: of.halfHours / 2 }, true),
);

describe('a reduced price', () => {
  test('is never negative, adds up, and preserves the list price', () => {
    fc.assert(
      fc.property(quotes, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(80), (list, share, halves) => {
        const discount = Math.floor(list.subtotal * share);
        const quote = reduceQuote(list, { promo: { label: 'CODE', discount }, hours: halves / 2 });
        expect(quote.total).toBeGreaterThanOrEqual(0);
        expect(quote.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(quote.total);
        expect(quote.subtotal).toBe(list.subtotal);
        expect(creditsIn(quote)).toBeLessThanOrEqual(halves / 2);
        expect(Number.isInteger(creditsIn(quote) * 2)).toBe(true);
        expect(listQuote(quote)).toEqual(list);
      }),
    );
  });

  test('takes as many hours as it says it can, and no more', () => {
    fc.assert(
      fc.property(quotes, (list) => {
        const most = creditHoursFor(list);
        expect(creditsIn(reduceQuote(list, { promo: null, hours: 1000 }))).toBe(most);
        expect(creditsIn(reduceQuote(list, { promo: null, hours: most / 2 }))).toBeLessThanOrEqual(most / 2);
      }),
    );
  });

  test('is the same when it is reduced repeatedly', () => {
    fc.assert(
      fc.property(quotes, fc.nat(20), (list, halves) => {
        const once = reduceQuote(list, { promo: null, hours: halves / 2 });
        expect(reduceQuote(once, { promo: null, hours: halves / 2 })).toEqual(once);
      }),
    );
  });
});
