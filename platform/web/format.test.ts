// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { hours, money } from './amounts.ts';
import { date, time, timeRange } from './format.ts';

test('formats money from whole cents', () => {
  expect(money(115_200)).toBe('S$1,152.00');
  expect(money(5)).toBe('S$0.05');
  expect(money(-6150)).toBe('−S$61.50');
});

test('short money drops only the cents of whole dollars', () => {
  expect(money(8100, { short: true })).toBe('S$81');
  expect(money(8150, { short: true })).toBe('S$81.50');
});

test('pluralizes hours in both languages', () => {
  expect(hours(1, 'en')).toBe('1 hour');
  expect(hours(3.5, 'en')).toBe('3.5 hours');
  expect(hours(0.75, 'en')).toBe('0.75 hours');
  expect(hours(3.5, 'zh')).toBe('3.5 小时');
});

test('formats numbers as Intl does', () => {
  const written = (most: number, least = 0) =>
    new Intl.NumberFormat('en-SG', { minimumFractionDigits: least, maximumFractionDigits: most });
  for (const cents of [0, 7, 99, 100, 12_345, 99_999, 100_000, 123_456_789, 100_000_000_000]) {
    expect(money(cents)).toBe(`S$${written(2, 2).format(cents / 100)}`);
  }
  for (const count of [0, 0.25, 1.1, 10, 99.5, 100, 999.75, 1000, 12_345.5, 1_234_567, -2.5, -1000]) {
    expect(hours(count, 'zh')).toBe(`${written(2).format(count)} 小时`);
  }
});

test("formats times in Singapore time whatever the machine's zone", () => {
  expect(time('2026-11-28T01:00:00Z', 'en')).toBe('9:00 am');
  expect(time('2026-11-28T09:00:00+08:00', 'zh')).toBe('上午9:00');
  expect(timeRange('2026-11-28T09:00:00+08:00', '2026-11-28T13:00:00+08:00', 'en')).toBe(
    '9:00 am to 1:00 pm',
  );
});

test('formats days the Singapore way', () => {
  expect(date('2026-11-28', 'en')).toBe('Sat 28 Nov');
  expect(date('2026-11-27T23:30:00Z', 'en')).toBe('Sat 28 Nov');
  expect(date('2026-11-28', 'zh')).toBe('11月28日周六');
  expect(date('2026-11-28', 'en', 'long')).toBe('Saturday 28 November 2026');
  expect(date('2026-11-28', 'en', 'month')).toBe('November 2026');
});
