import { expect, test } from 'vitest';
import type { Job } from '../../contract/shapes.ts';
import { centsOf, dollarsOf, mayTakePayment, paidTogether } from './payment-sum.ts';

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

test('the office takes payment for unpaid jobs only', () => {
  const job = { status: 'pending', trash: 0 } as const;
  expect(mayTakePayment(job)).toBe(true);
  expect(mayTakePayment({ ...job, status: 'expired' })).toBe(true);
  expect(mayTakePayment({ ...job, status: 'confirmed' })).toBe(true);
  expect(mayTakePayment({ ...job, status: 'paid' })).toBe(false);
  expect(mayTakePayment({ ...job, trash: 1 })).toBe(false);
});

test('visits held together are paid together', () => {
  const until = '2026-11-26T10:15:00+08:00';
  const visit = (id: string, more: object = {}) =>
    ({ id, status: 'pending', trash: 0, holdExpiresAt: until, ...more }) as Job;
  const first = visit('first');
  const series = [
    first,
    visit('second'),
    visit('held alone', { holdExpiresAt: '2026-11-26T10:30:00+08:00' }),
    visit('paid', { status: 'paid' }),
    visit('in the trash', { trash: 1 }),
  ];
  expect(paidTogether(first, series).map(({ id }) => id)).toEqual(['first', 'second']);
});

test('visits to be paid later by the same day are paid together', () => {
  const visit = (id: string, dueOn: string) => ({ id, status: 'confirmed', trash: 0, dueOn }) as Job;
  const first = visit('first', '2026-12-05');
  const series = [first, visit('second', '2026-12-05'), visit('by another day', '2026-12-31')];
  expect(paidTogether(first, series).map(({ id }) => id)).toEqual(['first', 'second']);
});
