import { describe, expect, it } from 'vitest';
import { cheapest, creditPacks, nearestFor, type OnSalePackage, offerFor } from './home-offer.ts';

const visit = (type: string, hoursPerCleaner: number, price: number, numCleaners = 1): OnSalePackage => ({
  type,
  category: 'HDB',
  label: 'Visit',
  pricePerHour: 3000,
  hoursPerCleaner,
  numCleaners,
  price,
  credits: 0,
});
const pack = (credits: number, pricePerHour: number): OnSalePackage => ({
  ...visit('regular', 4, credits * pricePerHour),
  category: 'credit',
  pricePerHour,
  credits,
});
const sold = [
  visit('one-time', 4, 12_000),
  visit('one-time', 3, 9000),
  { ...visit('spring-cleaning', 4, 28_600, 2), category: 'HDB 4-room' },
  { ...visit('spring-cleaning', 6, 41_400, 2), category: 'Condo 3-bedroom' },
];

describe('the offer on the front page', () => {
  it.each([
    ['one-time', '3-room', { hours: 3, cleaners: 1, price: 9000 }],
    ['one-time', '4-room', { hours: 4, cleaners: 1, price: 12_000 }],
    ['one-time', 'landed', { hours: 5, cleaners: 1, price: 15_000 }],
    ['spring-cleaning', '4-room', { hours: 4, cleaners: 2, price: 28_600 }],
    ['spring-cleaning', 'condo', { hours: 6, cleaners: 2, price: 41_400 }],
    ['spring-cleaning', 'landed', null],
    ['moving-in-out', '4-room', null],
  ] as const)('%s for %s', (service, size, offer) => {
    expect(offerFor(sold, service, size)).toEqual(offer);
  });

  it('mentions the nearest home if a size has no price', () => {
    expect(nearestFor(sold, 'spring-cleaning', 'landed')?.price).toBe(28_600);
    expect(nearestFor(sold, 'moving-in-out', 'landed')).toBeNull();
  });

  it('uses the cheapest visit for "from", never a credit package', () => {
    expect(cheapest([pack(12, 10), ...sold], 'one-time')?.price).toBe(9000);
    expect(cheapest([pack(12, 2700)], 'regular')).toBeNull();
  });

  it('sorts credit packages from small to large, without complimentary ones', () => {
    expect(creditPacks([pack(48, 2400), pack(2, 0), pack(12, 2700)]).map((one) => one.credits)).toEqual([
      12, 48,
    ]);
  });
});
