import { expect, test } from 'vitest';
import { addressExpiry, isPrivate, VISIT_PHOTO } from './private-pictures.ts';

test.each([
  ['hour', '2026-11-26T09:00:00+08:00', '2026-11-26T11:00:00+08:00'],
  ['hour', '2026-11-26T09:59:59.999+08:00', '2026-11-26T11:00:00+08:00'],
  ['hour', '2026-11-26T23:30:00+08:00', '2026-11-27T01:00:00+08:00'],
  ['day', '2026-11-26T00:00:00+08:00', '2026-11-28T00:00:00+08:00'],
  ['day', '2026-11-26T23:59:59+08:00', '2026-11-28T00:00:00+08:00'],
] as const)('an address for the %s, signed at %s, expires at %s', (period, now, expires) => {
  const expiry = addressExpiry(Temporal.Instant.from(now), period, 'Asia/Singapore');
  expect(expiry.equals(Temporal.Instant.from(expires))).toBe(true);
});

test.each([
  [VISIT_PHOTO, true],
  ['cleaner', false],
  ['site', false],
  [null, false],
])('a picture used by %s is private: %s', (kind, expected) => {
  expect(isPrivate(kind)).toBe(expected);
});
