import { expect, test } from 'vitest';
import { periodsOf, rowsIn, sumsOf } from './periods.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const range = (first: string, last: string) => ({ first: day(first), last: day(last) });
const ends = (first: string, last: string, by: 'day' | 'week' | 'month') =>
  periodsOf(range(first, last), by).map(({ from_date, to_date }) => `${from_date} ${to_date}`);

test.each([
  ['day', '2026-11-30', '2026-12-01', ['2026-11-30 2026-11-30', '2026-12-01 2026-12-01']],
  // 2026-11-25 is a Wednesday.
  ['week', '2026-11-25', '2026-12-01', ['2026-11-25 2026-11-29', '2026-11-30 2026-12-01']],
  ['week', '2026-11-23', '2026-11-29', ['2026-11-23 2026-11-29']],
  ['week', '2026-12-28', '2027-01-04', ['2026-12-28 2027-01-03', '2027-01-04 2027-01-04']],
  [
    'month',
    '2026-11-30',
    '2027-01-01',
    ['2026-11-30 2026-11-30', '2026-12-01 2026-12-31', '2027-01-01 2027-01-01'],
  ],
] as const)('by %s from %s to %s', (by, first, last, periods) => {
  expect(ends(first, last, by)).toEqual(periods);
});

test('each row belongs to one period, and a period without rows is empty', () => {
  const rows = ['2026-11-25', '2026-11-29', '2026-12-08'].map((date) => ({ date }));
  const inWeek = rowsIn(rows, 'week');
  const weeks = periodsOf(range('2026-11-25', '2026-12-08'), 'week');
  expect(weeks.map((week) => [week.from_date, inWeek(week).length])).toEqual([
    ['2026-11-25', 2],
    ['2026-11-30', 0],
    ['2026-12-07', 1],
  ]);
});

test('sums the named figures of rows; without rows they are 0', () => {
  const rows = [
    { visits: 2, hours: 3.5, other: 1 },
    { visits: 1, hours: 4, other: 1 },
  ];
  expect(sumsOf(rows, 'visits', 'hours')).toEqual({ visits: 3, hours: 7.5 });
  expect(sumsOf<'visits' | 'hours'>([], 'visits', 'hours')).toEqual({ visits: 0, hours: 0 });
});
