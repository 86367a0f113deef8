import { expect, test } from 'vitest';
import { totalsOf } from './list-page.tsx';

const paid = { status: 'paid', count: 2, hours: 7, amount: 18900 } as const;
const owed = { status: 'confirmed', count: 1, hours: 3, amount: 8100 } as const;
const cancelled = { status: 'cancelled', count: 4, hours: 12, amount: 32400 } as const;

test('cancelled and expired jobs are left out, and counted', () => {
  expect(totalsOf([paid, owed, cancelled])).toEqual({ hours: 10, amount: 27000, owed: 8100, off: 4 });
});

test('a list of only cancelled jobs adds up those', () => {
  expect(totalsOf([cancelled])).toEqual({ hours: 12, amount: 32400, owed: 0, off: 0 });
});

test('an empty list adds up to nothing', () => {
  expect(totalsOf([])).toEqual({ hours: 0, amount: 0, owed: 0, off: 0 });
});
