import { describe, expect, test } from 'vitest';
import { type PricedPackage, type PriceRequest, quoteVisit } from './quote.ts';

const hourly: PricedPackage = {
  label: 'One-time 4 h',
  pricingType: 'hourly',
  price: 12_000,
  pricePerHour: 3000,
  suppliesCost: 1500,
  suppliesIncluded: false,
};
const fixed: PricedPackage = { ...hourly, label: 'Spring 4-room', pricingType: 'fixed', price: 28_600 };
const plain: PriceRequest = { hours: 4, numCleaners: 1, requireCleaningSupplies: false };
const withSupplies: PriceRequest = { ...plain, requireCleaningSupplies: true };

const prices: readonly [string, PricedPackage, PriceRequest, number, number][] = [
  ['hours × rate', hourly, plain, 12_000, 991],
  ['hours × cleaners × rate', hourly, { ...plain, numCleaners: 2 }, 24_000, 1982],
  ['half hours', hourly, { ...plain, hours: 3.5 }, 10_500, 867],
  ['hours × rate plus supplies', hourly, withSupplies, 13_500, 1115],
  ['included supplies, requested or not', { ...hourly, suppliesIncluded: true }, plain, 13_500, 1115],
  ['a fixed price', fixed, plain, 28_600, 2361],
  ['a fixed price plus supplies', fixed, withSupplies, 30_100, 2485],
  ['a fixed price that includes supplies', { ...fixed, suppliesIncluded: true }, withSupplies, 28_600, 2361],
  ['free', { ...fixed, price: 0 }, plain, 0, 0],
];

describe('the price of a visit', () => {
  test.each(prices)('%s', (_why, priced, request, ...expected) => {
    const quote = quoteVisit(priced, request, true);
    expect([quote.total, quote.gst]).toEqual(expected);
    expect(quote.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(quote.total);
    expect(quote.subtotal - quote.discount).toBe(quote.total);
  });

  test('shows no GST if the business is not registered', () => {
    expect(quoteVisit(hourly, plain, false)).toMatchObject({ gst: 0, gstRate: 0, total: 12_000 });
  });

  test('the price of a visit is itemised', () => {
    expect(quoteVisit(hourly, withSupplies, true).lines).toEqual([
      { code: 'labour', label: 'Cleaning', quantity: 4, unit: 'hour', unitPrice: 3000, amount: 12_000 },
      { code: 'supplies', label: 'Supplies and equipment', amount: 1500 },
    ]);
  });
});
