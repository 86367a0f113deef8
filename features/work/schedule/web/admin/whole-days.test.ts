import { expect, test } from 'vitest';
import { timesOfDays, wholeDaysOf } from './whole-days.ts';

test('whole days run from midnight to midnight, over the end of a year too', () => {
  const days = { from: '2026-12-30', until: '2026-12-31' };
  const times = timesOfDays(days);
  expect(times).toEqual({ startTime: '2026-12-30 00:00', endTime: '2027-01-01 00:00' });
  expect(wholeDaysOf(times)).toEqual(days);
});

test('a diary writes seconds, and one day is a whole day too', () => {
  const written = { startTime: '2026-12-25 00:00:00', endTime: '2026-12-26 00:00:00' };
  expect(wholeDaysOf(written)).toEqual({ from: '2026-12-25', until: '2026-12-25' });
});

test.each([
  ['2026-12-25 09:00:00', '2026-12-26 00:00:00'],
  ['2026-12-25 00:00:00', '2026-12-25 18:00:00'],
])('%s to %s takes no whole days', (startTime, endTime) => {
  expect(wholeDaysOf({ startTime, endTime })).toBeNull();
});
