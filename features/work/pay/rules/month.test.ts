import { expect, test } from 'vitest';
import { isMonth, lastDayOf, monthBounds, monthName, monthOf, monthsBetween } from './month.ts';

const ZONE = 'Asia/Singapore';

test.each([
  ['2026-11', true],
  ['2026-13', false],
  ['2026-00', false],
  ['2026-1', false],
  ['2026-11-01', false],
  ['0000-01', false],
  ['November', false],
])('%s is a month: %s', (written, is) => {
  expect(isMonth(written)).toBe(is);
});

test('a month begins and ends at midnight in business time', () => {
  const { start, end } = monthBounds('2026-02', ZONE);
  expect([String(start), String(end)]).toEqual(['2026-01-31T16:00:00Z', '2026-02-28T16:00:00Z']);
  expect([monthOf(start, ZONE), monthOf(end, ZONE)]).toEqual(['2026-02', '2026-03']);
  expect(String(lastDayOf('2028-02'))).toBe('2028-02-29');
  expect(monthName('2026-02')).toBe('February 2026');
});

test('months are listed newest first', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsBetween('2026-03', '2026-02')).toEqual([]);
});
