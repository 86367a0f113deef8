import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claimUntil,
  expiryAfterReturn,
  expiryOfGift,
  expiryOfNew,
  noticeDue,
  noticesDue,
} from './lifetimes.ts';

const ZONE = 'Asia/Singapore';
const at = (local: string) => Temporal.Instant.from(`${local}+08:00`);

describe('hours last', () => {
  it.each([
    ['twelve months when bought', expiryOfNew, '2026-11-23T10:00', '2027-11-23T10:00'],
    ['to the end of February when bought on its 29th', expiryOfNew, '2028-02-29T10:00', '2029-02-28T10:00'],
    ['six months when claimed', expiryOfGift, '2026-11-23T10:00', '2027-05-23T10:00'],
    ['thirty days unclaimed', claimUntil, '2026-11-23T10:00', '2026-12-23T10:00'],
  ])('%s', (_what, until, from, expected) => {
    expect(until(at(from), ZONE).equals(at(expected))).toBe(true);
  });

  it.each([
    ['their own time', '2026-12-01T00:00', '2026-12-01T00:00'],
    ['thirty days more when it is over', '2026-11-23T10:00', '2026-12-23T10:00'],
  ])('%s when they come back', (_what, expires, expected) => {
    const until = expiryAfterReturn(at(expires), at('2026-11-23T10:00'), ZONE);
    expect(until?.equals(at(expected))).toBe(true);
  });

  it('for ever, come back or not, when they never expire', () => {
    expect(expiryAfterReturn(null, at('2026-11-23T10:00'), ZONE)).toBeNull();
  });
});

describe('a notice is given', () => {
  it.each([
    ['31 days before', '2026-12-24T10:00', null, '2026-11-23T10:00', null],
    ['30 days before', '2026-12-23T23:00', null, '2026-11-23T10:00', 30],
    ['30 days before, again', '2026-12-23T10:00', 30, '2026-11-23T10:00', null],
    ['20 days before, the first', '2026-12-13T10:00', null, '2026-11-23T10:00', 30],
    ['7 days before', '2026-11-30T23:59', 30, '2026-11-23T10:00', 7],
    ['3 days before, the first', '2026-11-26T10:00', null, '2026-11-23T10:00', 7],
    ['3 days before, again', '2026-11-26T10:00', 7, '2026-11-23T10:00', null],
    ['before nine in the morning', '2026-11-30T10:00', null, '2026-11-23T08:59', null],
    ['when it is too late', '2026-11-23T10:00', 30, '2026-11-23T10:00', null],
  ] as const)('%s', (...[, expires, given, now, expected]) => {
    expect(noticeDue({ expiresAt: at(expires), given }, at(now), ZONE)).toBe(expected);
  });

  it('to just those whom a query with noticesDue finds', () => {
    const start = at('2026-11-23T00:00');
    const minutes = (days: number) => fc.integer({ min: 0, max: days * 1440 });
    fc.assert(
      fc.property(minutes(2), minutes(40), fc.constantFrom(null, 30, 7), (passed, lasts, given) => {
        const now = start.add({ minutes: passed });
        const expiresAt = start.add({ minutes: lasts });
        const isFound =
          Temporal.Instant.compare(expiresAt, now) > 0 &&
          noticesDue(now, ZONE).some(
            (due) => due.given === given && Temporal.Instant.compare(expiresAt, due.expiresBefore) < 0,
          );
        expect(isFound).toBe(noticeDue({ expiresAt, given }, now, ZONE) !== null);
      }),
      { numRuns: 500 },
    );
  });
});
