// @vitest-environment happy-dom
import { describe, expect, it, test } from 'vitest';
import { completePackage } from '../../rules/complete-package.ts';
import { BLANK_OF } from './package.ts';
import { type PackageValues, priceOf } from './price-so-far.ts';

const visit = { ...BLANK_OF.visit, type: 'one-time', label: 'Four hours' } as const satisfies PackageValues;
const pack = { ...BLANK_OF.credit, type: 'regular', label: 'Starter' } as const satisfies PackageValues;

describe('the price of a package while it is edited', () => {
  it.each<[string, PackageValues, number]>([
    [
      'hours × cleaners × price',
      { ...visit, hoursPerCleaner: 4, numCleaners: 2, pricePerHour: 3200 },
      25_600,
    ],
    [
      'included supplies',
      { ...visit, hoursPerCleaner: 4, pricePerHour: 3000, suppliesCost: 1500, suppliesIncluded: true },
      13_500,
    ],
    ['a fixed price', { ...visit, hoursPerCleaner: 4, pricingType: 'fixed', price: 9900 }, 9900],
    ['hours of credit at their tier', { ...pack, credits: 12 }, 32_400],
    [
      'hours of credit at a fixed price',
      { ...pack, credits: 12, pricingType: 'fixed', price: 30_000 },
      30_000,
    ],
    ['complimentary hours', { ...pack, credits: 2, pricePerHour: 0 }, 0],
  ])('%s', (_name, values, price) => {
    expect(priceOf(values)?.price).toBe(price);
    const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    expect(completePackage(said as never)).toMatchObject({ terms: { price } });
  });

  it.each<[string, object]>([
    ['no hours yet', { pricePerHour: 3000 }],
    ['no price yet', { hoursPerCleaner: 4 }],
    ['a fixed price that is still missing', { hoursPerCleaner: 4, pricingType: 'fixed' }],
    ['a leftover price from fixed pricing', { hoursPerCleaner: 4, price: 9900 }],
    ['text for a number', { hoursPerCleaner: 'four', pricePerHour: 3000 }],
    ['six cleaners', { hoursPerCleaner: 4, pricePerHour: 3000, numCleaners: 6 }],
  ])('is null with %s', (_name, typed) => {
    expect(priceOf({ ...visit, ...typed })).toBeNull();
  });
});

test('the hours of all cleaners are derived from the hours of each', () => {
  const values = { ...visit, hoursPerCleaner: 3.5, numCleaners: 3, pricePerHour: 3000 };
  expect(priceOf(values)?.totalHours).toBe(10.5);
});
