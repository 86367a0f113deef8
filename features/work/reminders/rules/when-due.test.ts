import { expect, test } from 'vitest';
import { isReminded } from './when-due.ts';

const at = (text: string) => Temporal.Instant.from(`${text}+08:00`);
const visit = {
  takesPlace: true,
  hasBegun: false,
  startsAt: at('2026-11-28T09:00'),
  agreedAt: at('2026-11-20T10:00'),
};

test.each([
  ['a day ahead', '2026-11-27T09:00', {}, true],
  ['a minute earlier', '2026-11-27T08:59', {}, false],
  ['late, because the cron job did not run', '2026-11-28T08:00', {}, true],
  ['once it should have begun', '2026-11-28T09:01', {}, false],
  ['for a cancelled visit', '2026-11-27T09:00', { takesPlace: false }, false],
  ['when a cleaner has begun early', '2026-11-28T08:50', { hasBegun: true }, false],
  ['booked just in time for a reminder', '2026-11-27T09:00', { agreedAt: at('2026-11-27T09:00') }, true],
  ['booked within the last day', '2026-11-27T10:00', { agreedAt: at('2026-11-27T09:01') }, false],
])('%s', (_what, now, over, expected) => {
  expect(isReminded({ ...visit, ...over }, at(now))).toBe(expected);
});
