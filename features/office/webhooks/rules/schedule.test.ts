import { expect, it, test } from 'vitest';
import { isSuccess, MAX_ATTEMPTS, nextAttemptAt, whyTurnedOff } from './schedule.ts';

const NOW = Temporal.Instant.from('2026-11-23T10:00:00+08:00');

it('tries ten times within a little more than three days', () => {
  let at: Temporal.Instant | null = NOW;
  let attempts = 0;
  let last = NOW;
  while (at !== null) {
    attempts += 1;
    last = at;
    at = nextAttemptAt(attempts, at);
  }
  expect(attempts).toBe(MAX_ATTEMPTS);
  expect(last.since(NOW).total('hours')).toBeCloseTo(75.6, 1);
});

test.each([
  ['stays on after an hour of failures', 500, 1, null],
  ['stays on until five days have passed', null, 119.5, null],
  ['is turned off after five days', 500, 120, 'Every attempt has failed for five days.'],
  ['is turned off when the receiver is gone', 410, 0, 'It replied 410 Gone.'],
])('an endpoint %s', (_what, status, hours, expected) => {
  expect(whyTurnedOff({ status, failingSince: NOW.subtract({ minutes: hours * 60 }) }, NOW)).toBe(expected);
});

test.each([
  [200, true],
  [204, true],
  [302, false],
  [404, false],
  [null, false],
])('status %s is a success: %s', (status, expected) => {
  expect(isSuccess(status)).toBe(expected);
});
