import { expect, it } from 'vitest';
import {
  bucketsOf,
  changeInPercent,
  daysIn,
  groupingOf,
  type Preset,
  periodOf,
  previousPeriod,
  problemOfPeriod,
  yearBefore,
} from './periods.ts';

const show = ({ first, last }: { first: string; last: string }) => `${first} ${last}`;

it.each<[Preset, string, string]>([
  ['today', '2026-03-01 2026-03-01', '2026-02-28 2026-02-28'],
  ['last-7-days', '2026-02-23 2026-03-01', '2026-02-16 2026-02-22'],
  ['last-30-days', '2026-01-31 2026-03-01', '2026-01-01 2026-01-30'],
  ['this-month', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['last-month', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['this-quarter', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31'],
  ['last-quarter', '2025-10-01 2025-12-31', '2025-07-01 2025-09-30'],
  ['this-year', '2026-01-01 2026-12-31', '2025-01-01 2025-12-31'],
  ['last-year', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31'],
])('%s and its previous period', (preset, period, before) => {
  const found = periodOf(preset, '2026-03-01');
  expect(show(found)).toBe(period);
  expect(show(previousPeriod(found))).toBe(before);
});

it.each([
  ['2026-02-01', '2026-02-28', null],
  ['2026-02-30', '2026-02-28', 'first'],
  ['2026-02-01', '', 'last'],
  ['2026-02-02', '2026-02-01', 'last'],
  ['2024-01-01', '2026-12-31', null],
  ['2023-01-01', '2026-12-31', 'last'],
])('from %s to %s: invalid %s', (first, last, trouble) => {
  const problem = problemOfPeriod({ first, last });
  expect(problem && Object.keys(problem)).toEqual(trouble && [trouble]);
});

it('compares custom days with the same number of days before', () => {
  expect(show(previousPeriod({ first: '2026-03-10', last: '2026-03-12' }))).toBe('2026-03-07 2026-03-09');
  expect(daysIn({ first: '2024-02-28', last: '2024-03-01' })).toBe(3);
});

it.each([
  ['2026-11-01', '2026-11-30', '2025-11-01 2025-11-30'],
  ['2025-02-01', '2025-02-28', '2024-02-01 2024-02-29'], // whole months
  ['2024-02-29', '2024-03-01', '2023-02-28 2023-03-01'],
  ['2026-01-01', '2026-12-31', '2025-01-01 2025-12-31'],
])('the year before %s to %s is %s', (first, last, before) => {
  expect(show(yearBefore({ first, last }))).toBe(before);
});

const rows = (days: number) =>
  Array.from({ length: days }, (_, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
  }));

it.each([
  [62, 62, ['2026-01-01', '2026-01-02'], 1],
  [63, 10, ['2026-01-01', '2026-01-05'], 4],
  [366, 53, ['2026-01-01', '2026-01-05'], 4],
  [367, 13, ['2026-01-01', '2026-02-01'], 31],
])('%i days make %i bars', (days, bars, starts, inFirst) => {
  const all = rows(days);
  const by = groupingOf({ first: '2026-01-01', last: all.at(-1)?.date ?? '' });
  const buckets = bucketsOf(all, by);
  expect(buckets).toHaveLength(bars);
  expect(buckets.slice(0, 2).map(({ date }) => date)).toEqual(starts);
  expect(buckets[0]?.rows).toHaveLength(inFirst);
  expect(buckets.flatMap(({ rows: grouped }) => grouped)).toHaveLength(days);
});

it.each([
  [125, 100, 25],
  [50, 100, -50],
  [7, 7, 0],
  [5, 0, null],
  [0, 3, -100],
  [-50, -100, 50],
])('%i after %i is a change of %s percent', (now, before, change) => {
  expect(changeInPercent(now, before)).toBe(change);
});
