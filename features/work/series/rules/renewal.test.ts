import { expect, test } from 'vitest';
import { isRenewalDue } from './renewal.ts';

const LAST = Temporal.Instant.from('2026-12-22T09:00:00+08:00');
const SERIES = { last: LAST, declined: false, goesOn: false };

test.each([
  ['15 days before the last visit', SERIES, '2026-12-07T09:00:00+08:00', false],
  ['14 days before', SERIES, '2026-12-08T09:00:00+08:00', true],
  ['just before the last visit', SERIES, '2026-12-22T08:00:00+08:00', true],
  ['6 days after the last visit', SERIES, '2026-12-28T09:00:00+08:00', true],
  ['7 days after the last visit', SERIES, '2026-12-29T09:00:00+08:00', false],
  ['declined', { ...SERIES, declined: true }, '2026-12-15T09:00:00+08:00', false],
  ['another series continues', { ...SERIES, goesOn: true }, '2026-12-15T09:00:00+08:00', false],
] as const)('%s', (_name, series, now, due) => {
  expect(isRenewalDue(series, Temporal.Instant.from(now))).toBe(due);
});
