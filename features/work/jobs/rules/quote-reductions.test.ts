import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  creditHoursFor,
  creditsIn,
  keepCharges,
  listQuote,
  promoOf,
  quoteVisit,
  reduceQuote,
  withCharge,
} from './quote.ts';

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

describe('a charge or a discount', () => {
  const percent = fc.double({ min: 0, max: 1, noNaN: true });

  test('changes the total by its amount, and leaves promo code and hours as they are', () => {
    fc.assert(
      fc.property(
        quotes,
        percent,
        fc.nat(80),
        fc.integer({ min: -1000, max: 5000 }),
        (list, share, halves, wanted) => {
          const promo = { label: 'CODE', discount: Math.floor(list.subtotal * share) };
          const quote = reduceQuote(list, { promo, hours: halves / 2 });
          const amount = Math.max(wanted, -quote.total);
          const charged = withCharge(quote, { kind: 'other', label: '', amount });
          expect(charged.total).toBe(quote.total + amount);
          expect(charged.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(charged.total);
          expect(promoOf(charged)).toEqual(promoOf(quote));
          expect(creditsIn(charged)).toBe(creditsIn(quote));
          expect(charged.total).toBeGreaterThanOrEqual(0);
          // Applying the same code and hours again takes no more hours than fit.
          const again = reduceQuote(listQuote(charged), { promo, hours: creditsIn(charged) });
          if (promo.discount <= listQuote(charged).subtotal) expect(again.total).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('stays with another price, which is never negative', () => {
    fc.assert(
      fc.property(quotes, quotes, fc.integer({ min: -9000, max: 5000 }), (former, list, wanted) => {
        const amount = Math.max(wanted, -former.total);
        const kept = keepCharges(list, withCharge(former, { kind: 'other', label: 'Note', amount }));
        expect(kept.total).toBe(Math.max(0, list.total + amount));
      }),
    );
  });
});
