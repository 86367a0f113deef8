import { describe, expect, test } from 'vitest';
import { homeTypeOf, nearestPackage, packageForHome } from './home-offer.ts';

const sold = (category: string, price: number) => ({ category, label: 'Move', price });
const [two, four, five, landed] = [
  sold('HDB 2-room', 25_600),
  sold('HDB 4-room', 38_400),
  sold('HDB 5-room', 51_200),
  sold('Landed', 102_400),
];

test.each([
  ['HDB 4-room', 'hdb_4'],
  ['HDB 1-room', 'hdb_1_2'],
  ['HDB executive', 'hdb_exec'],
  ['Condo 3-bedroom', 'condo_3'],
  ['Condo 6-bedroom', 'condo_4plus'],
  ['Landed', 'landed'],
  ['Office', 'office'],
  ['', 'other'],
])('a package for %j has the home type %s', (category, type) => {
  expect(homeTypeOf({ category, label: 'Spring' })).toBe(type);
});

describe('the package for a home', () => {
  test.each([
    ['the package for its kind', 'hdb_4', four],
    ['none if its kind is not sold, even if others are close', 'condo_3', null],
  ] as const)('is %s', (_what, type, found) => {
    expect(packageForHome([two, four, landed], type)).toBe(found);
  });

  test('is the cheapest of two', () => {
    const cheaper = sold('HDB 4-room', 30_000);
    expect(packageForHome([four, cheaper], 'hdb_4')).toBe(cheaper);
  });
});

describe('the nearest package', () => {
  test.each([
    ['a condo', 'condo_3', [two, four, landed], four],
    ['a 5-room flat', 'hdb_5', [two, four], four],
    ['a home between two sizes: the larger', 'hdb_5', [four, landed], landed],
    ['an executive flat', 'hdb_exec', [four, five, landed], five],
    ['an office', 'office', [two, four], null],
    ['any home if nothing is sold', 'hdb_4', [], null],
  ] as const)('for %s', (_what, type, packages, found) => {
    expect(nearestPackage(packages, type)).toBe(found);
  });
});
