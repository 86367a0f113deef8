import { expect, test } from 'vitest';
import { groupsBySeries, inSections, withWholeSeries } from './series-groups.ts';

const visit = (id: string, day: string, seriesID: string | null = null) => ({
  id,
  seriesID,
  startTime: `2026-12-${day}T09:00:00+08:00`,
});
const shown = (jobs: Parameters<typeof groupsBySeries>[0]) =>
  groupsBySeries(jobs).map(({ jobs: [...group], interval }) => [
    group.map(({ id }) => id).join(''),
    interval,
  ]);

test('groups the visits of a series at the position of the first; others are single', () => {
  const jobs = [
    visit('a', '01', 's'),
    visit('b', '03'),
    visit('c', '08', 's'),
    visit('d', '09', 'f'),
    visit('e', '23', 'f'),
  ];
  expect(shown(jobs)).toEqual([
    ['ac', 'weekly'],
    ['b', null],
    ['de', 'fortnightly'],
  ]);
});

test('a truncated list keeps every visit of a series on it', () => {
  const jobs = [
    visit('a', '01', 's'),
    visit('b', '03'),
    visit('c', '04'),
    visit('d', '08', 's'),
    visit('e', '09', 't'),
  ];
  expect(
    withWholeSeries(jobs, 2)
      .map(({ id }) => id)
      .join(''),
  ).toBe('abd');
  expect(withWholeSeries(jobs, 5)).toEqual(jobs);
});

test.each([
  ['a single remaining visit', [visit('a', '01', 's')], 'weekly'],
  ['a weekly visit that was moved by three days', [visit('a', '01', 's'), visit('b', '11', 's')], 'weekly'],
  ['latest first', [visit('b', '22', 's'), visit('a', '08', 's')], 'fortnightly'],
])('interval of a series: %s', (_name, jobs, interval) => {
  expect(groupsBySeries(jobs)[0]?.interval).toBe(interval);
});

test('consecutive single visits share a section', () => {
  const groups = groupsBySeries([
    visit('a', '01'),
    visit('b', '02'),
    visit('c', '03', 's'),
    visit('d', '04'),
  ]);
  expect(inSections(groups).map((section) => section.map(({ key }) => key))).toEqual([
    ['a', 'b'],
    ['s'],
    ['d'],
  ]);
});
