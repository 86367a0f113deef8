import { describe, expect, test } from 'vitest';
import { quoteVisit, reduceQuote } from '#features/work/jobs/rules/quote.ts';
import { hoursOffer } from './hours-offer.ts';
import { regularPrice, weeklyOffer } from './weekly-offer.ts';

const pack = {
  label: 'Weekly 4 h visit',
  pricingType: 'hourly',
  price: 10800,
  pricePerHour: 2700,
  suppliesCost: 0,
  suppliesIncluded: false,
} as const;
const visit = quoteVisit(pack, { hours: 4, numCleaners: 1, requireCleaningSupplies: false }, true);
const coded = reduceQuote(visit, { promo: { label: 'HELLO', discount: 2700 }, hours: 0 });

describe('paying with hours', () => {
  test.each([
    ['one visit, enough hours', [visit], 6, { left: 6, use: 4, toPay: 0 }],
    ['one visit, too few', [visit], 1.5, { left: 1.5, use: 1.5, toPay: 6750 }],
    ['a series, the first dates first', [visit, visit, visit], 10, { left: 10, use: 10, toPay: 5400 }],
    ['a code that covers hours', [coded, visit], 20, { left: 20, use: 7, toPay: 0 }],
    ['no hours', [visit], 0, null],
    ['nothing to pay for', [], 5, null],
  ] as const)('%s', (_what, prices, left, offer) => {
    expect(hoursOffer(prices, [{ perHour: 25, numCredits: left }])).toEqual(offer);
  });
});

describe('paying with hours for a visit of S$32 an hour and S$30 of supplies', () => {
  const spring = { ...pack, pricingType: 'fixed', price: 28_600, pricePerHour: 3200 } as const;
  const priced = (takesHours: 'yes' | 'no' | 'with-difference') =>
    quoteVisit({ ...spring, takesHours }, { hours: 4, numCleaners: 2, requireCleaningSupplies: true }, true);
  const lots = [
    { perHour: 24, numCredits: 2 },
    { perHour: 27, numCredits: 10 },
  ];
  test.each([
    ['hour for hour', priced('yes'), { left: 12, use: 8, toPay: 0 }],
    [
      'with the difference: 2 × S$24 and 6 × S$27',
      priced('with-difference'),
      { left: 12, use: 8, toPay: 7600 },
    ],
    ['not at all', priced('no'), null],
  ] as const)('%s', (_what, price, offer) => {
    expect(hoursOffer([price], lots)).toEqual(offer);
  });

  test('a free hour counts for the lowest price', () => {
    expect(hoursOffer([priced('with-difference')], [{ perHour: 0, numCredits: 2 }])).toEqual({
      left: 2,
      use: 2,
      toPay: 28_600 - 2 * 2400,
    });
  });
});

describe('the offer for weekly visits', () => {
  const stack = (credits: number, pricePerHour: number) => ({
    category: 'credit',
    credits,
    pricePerHour,
    price: credits * pricePerHour,
  });
  const sold = [stack(12, 2700), stack(24, 2500), stack(48, 2400), stack(2, 0)];
  test.each([
    [
      'four hours at S$30: the package for a month',
      sold,
      { hours: 4, price: 12000 },
      { credits: 24, visit: 10000 },
    ],
    ['three hours: the smallest package', sold, { hours: 3, price: 9000 }, { credits: 12, visit: 8100 }],
    ['cheaper already', sold, { hours: 4, price: 9000 }, null],
    ['more than any package has', sold, { hours: 16, price: 51200 }, null],
    ['nothing on sale', [], { hours: 4, price: 12000 }, null],
  ])('%s', (_what, packs, work, offer) => {
    expect(weeklyOffer(packs, work)).toEqual(offer);
  });
});

describe('the price of a regular visit', () => {
  const visit = (type: 'regular' | 'one-time', pricePerHour: number) => ({
    type,
    category: 'HDB 4-room',
    pricePerHour,
  });
  const hours = { type: 'regular', category: 'credit', pricePerHour: 2400 } as const;
  const sold = [visit('one-time', 3000), visit('regular', 2800), visit('regular', 2700), hours];
  test.each([
    ['by the lowest hourly price, not that of a pack of hours', sold, 12_000, 10_800],
    ['not cheaper', sold, 10_800, null],
    ['not sold', [visit('one-time', 3000), hours], 12_000, null],
  ])('%s', (_what, packages, price, expected) => {
    expect(regularPrice(packages, { hours: 4, price })).toBe(expected);
  });
});
