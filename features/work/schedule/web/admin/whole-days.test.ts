import { expect, test } from 'vitest';
import { timesOfDays, wholeDaysOf } from './whole-days.ts';

test('whole days run from midnight to midnight, also across the end of a year', () => {
  const days = { from: '2026-12-30', until: '2026-12-31' };
  const times = timesOfDays(days);
  expect(times).toEqual({ startTime: '2026-12-30 00:00', endTime: '2027-01-01 00:00' });
  expect(wholeDaysOf(times)).toEqual(days);
});

test('accepts seconds, and a single whole day', () => {
  const written = { startTime: '2026-12-25 00:00:00', endTime: '2026-12-26 00:00:00' };
  expect(wholeDaysOf(written)).toEqual({ from: '2026-12-25', until: '2026-12-25' });
});

test.each([
  ['2026-12-25 09:00:00', '2026-12-26 00:00:00'],
  ['2026-12-25 00:00:00', '2026-12-25 18:00:00'],
])('%s to %s is not whole days', (startTime, endTime) => {
  expect(wholeDaysOf({ startTime, endTime })).toBeNull();
});
