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

test('visits of a series stand together where the first of them is; others by themselves', () => {
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

test('a list that is cut keeps every visit of a series that is on it', () => {
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
  ['one visit that is left of a series', [visit('a', '01', 's')], 'weekly'],
  ['a weekly visit that was moved by three days', [visit('a', '01', 's'), visit('b', '11', 's')], 'weekly'],
  ['the latest first', [visit('b', '22', 's'), visit('a', '08', 's')], 'fortnightly'],
])('how often it comes: %s', (_name, jobs, interval) => {
  expect(groupsBySeries(jobs)[0]?.interval).toBe(interval);
});

test('visits by themselves that follow each other share a section', () => {
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
