import { expect, it } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { statisticsDays } from './statistics-days.ts';

const today = Temporal.PlainDate.from('2026-02-10');

it.each([
  ['nothing asked: this month', {}, '2026-02-01 2026-02-28'],
  ['a first day: to the end of its month', { from_date: '2026-01-20' }, '2026-01-20 2026-01-31'],
  ['a last day: from the start of its month', { to_date: '2026-01-20' }, '2026-01-01 2026-01-20'],
  ['both', { from_date: '2025-12-31', to_date: '2026-01-01' }, '2025-12-31 2026-01-01'],
  ['the wrong way round', { from_date: '2026-01-02', to_date: '2026-01-01' }, 'refused'],
])('the days of statistics, %s', (_name, asked, expected) => {
  const days = statisticsDays(asked, today);
  expect(isRefusal(days) ? 'refused' : `${days.first} ${days.last}`).toBe(expected);
});
