import { describe, expect, it } from 'vitest';
import { type ChosenSize, listPriceOf, type PricedPackage } from './list-price.ts';

const hourly: PricedPackage = {
  category: 'HDB 4-room',
  pricingType: 'hourly',
  price: 24_000,
  pricePerHour: 3000,
  totalHours: 8,
  hoursPerCleaner: 4,
  numCleaners: 2,
  suppliesCost: 1500,
  suppliesIncluded: false,
  credits: 0,
};
const fixed: PricedPackage = { ...hourly, pricingType: 'fixed', price: 20_000 };
const included = { suppliesIncluded: true };
const wanted = { requireCleaningSupplies: true };

describe('the list price', () => {
  it.each<[string, PricedPackage, ChosenSize, readonly [number, number, number]]>([
    ['of the package’s own size', hourly, {}, [24_000, 24_000, 8]],
    ['of another size', hourly, { hours: 3.5, numCleaners: 1 }, [10_500, 10_500, 3.5]],
    ['with requested supplies', hourly, wanted, [25_500, 24_000, 8]],
    ['with included supplies', { ...hourly, ...included }, {}, [25_500, 24_000, 8]],
    ['with both: once', { ...hourly, ...included }, wanted, [25_500, 24_000, 8]],
    ['fixed, whatever the size', fixed, { hours: 1 }, [20_000, 20_000, 8]],
    ['fixed, with supplies inside', { ...fixed, ...included }, wanted, [20_000, 20_000, 8]],
    ['fixed, with supplies on top', fixed, wanted, [21_500, 20_000, 8]],
    [
      'of prepaid hours',
      { ...fixed, category: 'credit', price: 32_400, credits: 12 },
      { hours: 3, ...wanted },
      [32_400, 32_400, 12],
    ],
  ])('%s', (_name, priced, chosen, [subtotal, work, workHours]) => {
    expect(listPriceOf(priced, chosen)).toEqual({ subtotal, work, workHours });
  });
});
