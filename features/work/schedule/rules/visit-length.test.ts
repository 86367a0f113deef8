import { describe, expect, test } from 'vitest';
import { type SizedPackage, type SizeRequest, sizeVisit } from './visit-length.ts';

const hourlySize: SizedPackage = {
  category: '3-room',
  pricingType: 'hourly',
  hoursPerCleaner: 4,
  numCleaners: 1,
  breakHours: 0,
};
const fixedSize: SizedPackage = {
  category: '3-room',
  pricingType: 'fixed',
  hoursPerCleaner: 8,
  numCleaners: 2,
  breakHours: 1,
};

const sizes: readonly [string, SizedPackage, SizeRequest, object][] = [
  ['the package determines the size', hourlySize, {}, { hours: 4, numCleaners: 1, breakHours: 0 }],
  ['hours may be chosen', hourlySize, { hours: 6 }, { hours: 6, numCleaners: 1, breakHours: 0 }],
  [
    'over six hours adds a break',
    hourlySize,
    { hours: 6.5 },
    { hours: 6.5, numCleaners: 1, breakHours: 0.75 },
  ],
  ['cleaners may be chosen', hourlySize, { numCleaners: 3 }, { hours: 4, numCleaners: 3, breakHours: 0 }],
  ['less than three hours', hourlySize, { hours: 2.5 }, { errors: [{ path: 'hours' }] }],
  ['a short package keeps its hours', { ...hourlySize, hoursPerCleaner: 2 }, {}, { hours: 2 }],
  ['more than eight hours', hourlySize, { hours: 8.5 }, { errors: [{ path: 'hours' }] }],
  ['a fixed package keeps its break', fixedSize, {}, { hours: 8, numCleaners: 2, breakHours: 1 }],
  ['a fixed package keeps its hours', fixedSize, { hours: 4 }, { errors: [{ path: 'hours' }] }],
  [
    'a package of credits is not a visit',
    { ...hourlySize, category: 'credit' },
    {},
    { errors: [{ path: 'packageID' }] },
  ],
  [
    'a fixed package keeps its cleaners',
    fixedSize,
    { numCleaners: 1 },
    { errors: [{ path: 'numCleaners' }] },
  ],
];

describe('the size of a visit', () => {
  test.each(sizes)('%s', (_why, sized, request, expected) => {
    expect(sizeVisit(sized, request)).toMatchObject(expected);
  });
});
