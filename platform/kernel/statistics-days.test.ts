import { expect, it } from 'vitest';
import { isRefusal } from './refusal.ts';
import { daysOf, statisticsDays } from './statistics-days.ts';

const today = Temporal.PlainDate.from('2026-02-10');

it.each([
  ['no parameters: this month', {}, '2026-02-01 2026-02-28'],
  ['only a first day: to the end of its month', { from_date: '2026-01-20' }, '2026-01-20 2026-01-31'],
  ['only a last day: from the start of its month', { to_date: '2026-01-20' }, '2026-01-01 2026-01-20'],
  ['both', { from_date: '2025-12-31', to_date: '2026-01-01' }, '2025-12-31 2026-01-01'],
  ['in the wrong order', { from_date: '2026-01-02', to_date: '2026-01-01' }, 'refused'],
  ['three years', { from_date: '2024-01-01', to_date: '2026-12-31' }, '2024-01-01 2026-12-31'],
  ['more than that', { from_date: '2023-01-01', to_date: '2026-12-31' }, 'refused'],
])('the days of statistics, %s', (_name, asked, expected) => {
  const days = statisticsDays(asked, today);
  expect(isRefusal(days) ? 'refused' : `${days.first} ${days.last}`).toBe(expected);
});

it('lists every day of a range', () => {
  const [first, last] = ['2026-02-27', '2026-03-01'].map((day) => Temporal.PlainDate.from(day));
  expect(daysOf({ first: first as Temporal.PlainDate, last: last as Temporal.PlainDate })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});
