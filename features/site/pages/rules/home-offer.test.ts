import { describe, expect, it } from 'vitest';
import {
  cheapest,
  creditPacks,
  type HomeSize,
  nearestFor,
  type OnSalePackage,
  offerFor,
} from './home-offer.ts';

const visit = (type: string, hoursPerCleaner: number, price: number, numCleaners = 1): OnSalePackage => ({
  type,
  category: 'HDB',
  label: 'Visit',
  pricingType: 'hourly',
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

  it('is the price of the booking: of the package for the home, or of the next longer fixed one', () => {
    const fixed = (hours: number, price: number, category: string) => ({
      ...visit('one-time', hours, price),
      pricingType: 'fixed' as const,
      category,
    });
    const tables = [
      fixed(3, 9000, 'HDB 3-room'),
      fixed(4, 12_000, 'HDB 4-room'),
      fixed(4, 13_000, 'Condo 3-bedroom'),
    ];
    const priceFor = (size: HomeSize) => offerFor(tables, 'one-time', size)?.price;
    expect([priceFor('3-room'), priceFor('4-room'), priceFor('condo')]).toEqual([9000, 12_000, 13_000]);
    expect(offerFor(tables, 'one-time', 'landed')).toEqual({ hours: 4, cleaners: 1, price: 12_000 });
    expect(offerFor([fixed(6, 15_000, '')], 'one-time', '3-room')?.hours).toBe(6);
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
