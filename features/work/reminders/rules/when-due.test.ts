import { expect, test } from 'vitest';
import { type DueVisit, isReminded, isRemindedOfChanges } from './when-due.ts';

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

const usual = { reminderHours: 48, freeHours: 24 };
const longer = { ...usual, freeHours: 48 };
test.each<[string, string, Partial<DueVisit> & { terms?: typeof usual }, boolean]>([
  ['two days ahead', '2026-11-26T09:00', {}, true],
  ['a minute earlier', '2026-11-26T08:59', {}, false],
  ['just before free changes end', '2026-11-27T08:59', {}, true],
  ['once free changes have ended', '2026-11-27T09:00', {}, false],
  ['never for a visit booked later', '2026-11-26T12:00', { agreedAt: at('2026-11-26T09:01') }, false],
  ['never for a cancelled visit', '2026-11-26T09:00', { takesPlace: false }, false],
  ['12 hours before free changes end, if they end earlier', '2026-11-25T21:00', { terms: longer }, true],
  ['not earlier than that', '2026-11-25T20:59', { terms: longer }, false],
  ['in time for the free changes of this visit', '2026-11-26T10:00', { terms: longer }, false],
])('of free changes: %s', (_what, now, { terms = usual, ...over }, expected) => {
  expect(isRemindedOfChanges({ ...visit, ...over }, terms, at(now))).toBe(expected);
});
