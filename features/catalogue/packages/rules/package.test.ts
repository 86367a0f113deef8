import { describe, expect, it } from 'vitest';
import { changePackage, completePackage, type PackageChange, type PackageDraft } from './complete-package.ts';
import { hourlyPrice, isOnSale, needsBreak, type PackageTerms } from './package.ts';

const visit: PackageDraft = {
  type: 'one-time',
  label: 'One-time 3 h',
  pricePerHour: 3000,
  hoursPerCleaner: 3,
};
const pack: PackageDraft = {
  type: 'regular',
  label: 'Starter 12 h',
  category: 'credit',
  pricePerHour: 2700,
  credits: 12,
};

function complete(draft: PackageDraft): PackageTerms {
  const completed = completePackage(draft);
  if ('errors' in completed) throw new Error(JSON.stringify(completed.errors));
  return completed.terms;
}

function wrong(draft: PackageDraft): string[] {
  const completed = completePackage(draft);
  return 'errors' in completed ? completed.errors.map((error) => error.path) : [];
}

describe('the price of an hourly package', () => {
  it.each<
    [
      string,
      readonly [cleaners: number, hours: number, perHour: number],
      readonly [cost: number, included: boolean],
      number,
    ]
  >([
    ['1 × 3 h', [1, 3, 2700], [0, false], 8100],
    ['1 × 4 h', [1, 4, 2700], [0, false], 10_800],
    ['2 × 4 h and supplies', [2, 4, 3200], [3000, true], 28_600],
    ['2 × 6 h and supplies', [2, 6, 3200], [3000, true], 41_400],
    ['supplies that are not included', [2, 4, 3200], [3000, false], 25_600],
    ['4 × 8 h', [4, 8, 3200], [0, true], 102_400],
    ['half hours', [1, 2.5, 2500], [0, false], 6250],
    ['half a cent is rounded up', [1, 0.5, 2501], [0, false], 1251],
  ])('%s', (_name, [numCleaners, hoursPerCleaner, pricePerHour], [suppliesCost, suppliesIncluded], price) => {
    const of = { numCleaners, hoursPerCleaner, pricePerHour, suppliesCost, suppliesIncluded };
    expect(hourlyPrice(of)).toBe(price);
    expect(complete({ ...visit, ...of, pricingType: 'hourly', breakHours: 1, price: 1 }).price).toBe(price);
  });
});

describe("a draft's missing fields", () => {
  it('are filled in for a visit', () => {
    expect(complete(visit)).toEqual({
      ...visit,
      category: '',
      pricingType: 'hourly',
      description: '',
      descriptionZh: '',
      numCleaners: 1,
      totalHours: 3,
      breakHours: 0,
      suppliesCost: 0,
      suppliesIncluded: false,
      suppliesToBePrepared: '',
      suppliesToBePreparedZh: '',
      startTime: '',
      credits: 0,
      price: 9000,
      takesHours: 'yes',
    });
  });

  it.each<[string, Partial<PackageDraft>, Partial<PackageTerms>]>([
    ['a price makes it fixed', { price: 8800 }, { pricingType: 'fixed', price: 8800 }],
    ['fixed without a price uses the computed one', { pricingType: 'fixed' }, { price: 9000 }],
    [
      'hours per cleaner are derived from the total',
      { hoursPerCleaner: undefined, totalHours: 8, numCleaners: 2 },
      { hoursPerCleaner: 4, price: 24_000 },
    ],
    ['a contradictory total is recomputed', { totalHours: 99, numCleaners: 2 }, { totalHours: 6 }],
  ])('%s', (_name, change, expected) => {
    expect(complete({ ...visit, ...change })).toMatchObject(expected);
  });

  it('are filled in for prepaid hours', () => {
    expect(complete(pack)).toMatchObject({
      price: 32_400,
      totalHours: 12,
      pricingType: 'fixed',
      numCleaners: 1,
    });
    expect(complete({ ...pack, price: 30_000 }).price).toBe(30_000);
    expect(complete({ ...pack, pricingType: 'hourly', price: 1 }).price).toBe(32_400);
  });
});

it.each([
  [8, 2, []],
  [7.5, 3, []],
  [5, 3, ['totalHours']],
  [0.5, 2, ['totalHours']],
])('%d h in all for %d cleaners divide into half hours: %j', (totalHours, numCleaners, expected) => {
  const { hoursPerCleaner: _derived, ...draft } = visit;
  expect(wrong({ ...draft, totalHours, numCleaners })).toEqual(expected);
});

describe('a long day', () => {
  it.each([
    [3, 0, []],
    [6, 0, []],
    [6.5, 0, ['breakHours']],
    [6.5, 0.5, ['breakHours']],
    [6.5, 0.75, []],
    [8, 1, []],
    [11, 1, []],
    [11, 1.25, ['hoursPerCleaner']],
    [12, 0.75, ['hoursPerCleaner']],
    [12.5, 1, ['hoursPerCleaner']],
    [4, 4, []],
    [0, 0, ['hoursPerCleaner']],
  ])('%d h of work with %d h of break: %j', (hoursPerCleaner, breakHours, expected) => {
    expect(wrong({ ...visit, hoursPerCleaner, breakHours })).toEqual(expected);
    expect(needsBreak(hoursPerCleaner)).toBe(hoursPerCleaner > 6);
  });
});

describe('prepaid hours', () => {
  it.each([
    [2700, 12, []],
    [2500, 24, []],
    [2400, 48, []],
    [0, 2, []],
    [2600, 12, ['pricePerHour']],
    [2700, 0, ['credits']],
  ])('%d cents × %d h: %j', (pricePerHour, credits, expected) => {
    expect(wrong({ ...pack, pricePerHour, credits })).toEqual(expected);
  });

  it("never cost more than the hours' value, so that a refund loses nothing", () => {
    expect(wrong({ ...pack, price: 32_401 })).toEqual(['price']);
    expect(wrong({ ...pack, pricePerHour: 0, price: 1 })).toEqual(['price']);
  });

  it('that are free cannot be sold', () => {
    expect(isOnSale({ category: 'credit', pricePerHour: 0 })).toBe(false);
    expect(isOnSale({ category: 'credit', pricePerHour: 2700 })).toBe(true);
    expect(isOnSale({ category: 'HDB 4-room', pricePerHour: 0 })).toBe(true);
  });
});

it('an hourly visit needs an hourly price', () => {
  expect(wrong({ ...visit, pricePerHour: 0, pricingType: 'hourly' })).toEqual(['pricePerHour']);
});

describe('a change', () => {
  const before = complete({ ...visit, numCleaners: 2 });
  it.each<[string, PackageTerms, PackageChange, Partial<PackageTerms>]>([
    [
      'more cleaners: total and price are recomputed',
      before,
      { numCleaners: 3 },
      { totalHours: 9, price: 27_000 },
    ],
    [
      'another total: hours per cleaner are recomputed',
      before,
      { totalHours: 8 },
      { hoursPerCleaner: 4, price: 24_000 },
    ],
    [
      'hours take precedence over a sent total',
      before,
      { hoursPerCleaner: 5, totalHours: 6 },
      { totalHours: 10 },
    ],
    ['a sent price is ignored', before, { price: 1 }, { price: 18_000 }],
    ['made fixed: the current price stays', before, { pricingType: 'fixed' }, { price: 18_000 }],
    ['made fixed at a price', before, { pricingType: 'fixed', price: 15_000 }, { price: 15_000 }],
    [
      'of a fixed package: the price stays',
      complete({ ...visit, price: 8800 }),
      { hoursPerCleaner: 4 },
      { price: 8800 },
    ],
    ['undefined changes nothing', before, { label: undefined }, { label: before.label }],
  ])('%s', (_name, terms, change, expected) => {
    expect(changePackage(terms, change)).toMatchObject({ terms: expected });
  });

  it('is validated like a new package', () => {
    expect(changePackage(before, { hoursPerCleaner: 8 })).toMatchObject({ errors: [{ path: 'breakHours' }] });
  });
});
