import { expect, test } from 'vitest';
import { centsOf, dollarsOf, maySettle } from './settle-sum.ts';

test.each([
  ['120', 12000],
  ['120.5', 12050],
  [' 1,024.00 ', 102400],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['12.345', null],
  ['twelve', null],
])('%j is %j cents', (written, cents) => {
  expect(centsOf(written)).toBe(cents);
});

test('cents are written with both digits', () => {
  expect(dollarsOf(12350)).toBe('123.50');
});

test('only an unpaid job that stands alone is settled by the office', () => {
  const job = { status: 'pending', trash: 0, seriesID: null } as const;
  expect(maySettle(job)).toBe(true);
  expect(maySettle({ ...job, status: 'expired' })).toBe(true);
  expect(maySettle({ ...job, status: 'paid' })).toBe(false);
  expect(maySettle({ ...job, trash: 1 })).toBe(false);
  expect(maySettle({ ...job, seriesID: 'series' })).toBe(false);
});
