import { expect, test } from 'vitest';
import { type JobGroup, jobStatistics } from './statistics.ts';

const DAYS = ['2026-11-24', '2026-11-25'];

const group = (over: Partial<JobGroup>): JobGroup => ({
  date: '2026-11-24',
  jobType: 'one-time',
  status: 'paid',
  count: 1,
  total: 10_000,
  ...over,
});

const GROUPS = [
  group({ count: 2, total: 20_000 }),
  group({ jobType: 'regular', total: 0 }), // paid with hours
  group({ date: '2026-11-25', total: 500 }),
  group({ status: 'cancelled', total: 700 }),
  group({ status: 'pending', total: 900 }),
];

test('sums paid visits by day and by kind, including days without visits', () => {
  const { count, total, rows, byType } = jobStatistics(GROUPS, [...DAYS, '2026-11-26']);
  expect({ count, total }).toEqual({ count: 4, total: 20_500 });
  expect(rows).toEqual([
    { date: '2026-11-24', count: 3, total: 20_000 },
    { date: '2026-11-25', count: 1, total: 500 },
    { date: '2026-11-26', count: 0, total: 0 },
  ]);
  expect(byType.filter((one) => one.count > 0)).toEqual([
    { jobType: 'regular', count: 1, total: 0 },
    { jobType: 'one-time', count: 3, total: 20_500 },
  ]);
  expect(byType).toHaveLength(4);
});

test('by status, counts every visit', () => {
  expect(jobStatistics(GROUPS, DAYS).byStatus).toEqual([
    { status: 'pending', count: 1, total: 900 },
    { status: 'confirmed', count: 0, total: 0 },
    { status: 'paid', count: 4, total: 20_500 },
    { status: 'expired', count: 0, total: 0 },
    { status: 'cancelled', count: 1, total: 700 },
  ]);
});

test('returns zeros if there are no visits', () => {
  const { count, total, rows } = jobStatistics([], DAYS);
  expect({ count, total, days: rows.length }).toEqual({ count: 0, total: 0, days: 2 });
});
