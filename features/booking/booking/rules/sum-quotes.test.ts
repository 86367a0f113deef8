import { expect, test } from 'vitest';
import { quoteVisit, reduceQuote } from '#features/work/jobs/rules/quote.ts';
import { sumQuotes } from './sum-quotes.ts';

const pack = {
  label: 'Weekly 4 h visit',
  pricingType: 'hourly',
  price: 10800,
  pricePerHour: 2700,
  suppliesCost: 1500,
  suppliesIncluded: false,
} as const;
const visit = quoteVisit(pack, { hours: 4, numCleaners: 1, requireCleaningSupplies: true }, true);

test('adds up visits line by line to the cent, including the code of the first', () => {
  const coded = reduceQuote(visit, { promo: { label: 'HELLO', discount: 1000 }, hours: 0 });
  const byHours = reduceQuote(visit, { promo: null, hours: 2 });
  const sum = sumQuotes([coded, visit, byHours]);
  expect(sum?.lines.map(({ code, quantity, amount }) => [code, quantity, amount])).toEqual([
    ['labour', 12, 32400],
    ['supplies', undefined, 4500],
    ['promo', undefined, -1000],
    ['credits', 2, -5400],
  ]);
  expect(sum).toMatchObject({ subtotal: 36900, discount: 1000, total: 30500 });
  expect(sum?.lines.reduce((total, { amount }) => total + amount, 0)).toBe(sum?.total);
  expect(sum?.gst).toBe(coded.gst + visit.gst + byHours.gst);
});

test('returns a single visit unchanged, and null for none', () => {
  expect(sumQuotes([visit])).toEqual({ ...visit, discount: 0 });
  expect(sumQuotes([])).toBeNull();
});
