import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCases } from '#platform/testing/random-cases.ts';
import { claimUntil, expiryAfterCancelledVisit, expiryOfNew, noticeDue, noticesDue } from './expiry.ts';

const ZONE = 'Asia/Singapore';
const at = (local: string) => Temporal.Instant.from(`${local}+08:00`);

describe('hours last', () => {
  it.each([
    ['twelve months when bought', expiryOfNew, '2026-11-23T10:00', '2027-11-23T10:00'],
    ['to the end of February when bought on its 29th', expiryOfNew, '2028-02-29T10:00', '2029-02-28T10:00'],
  ])('%s', (_what, until, from, expected) => {
    expect(until(at(from), ZONE).equals(at(expected))).toBe(true);
  });
});

describe('a gift can be claimed', () => {
  it.each([
    ['for thirty days', '2027-06-01T00:00', '2026-12-23T10:00'],
    ['for thirty days where its hours do not expire', null, '2026-12-23T10:00'],
    ['until its hours expire', '2026-12-01T00:00', '2026-12-01T00:00'],
  ])('%s', (_what, hoursExpireAt, expected) => {
    const until = claimUntil(at('2026-11-23T10:00'), hoursExpireAt === null ? null : at(hoursExpireAt), ZONE);
    expect(until.equals(at(expected))).toBe(true);
  });
});

describe('hours of a cancelled visit', () => {
  const JUST_NOW = '2026-11-23T10:00';
  it.each([
    {
      what: 'keep the expiry of their lot',
      expires: '2026-12-01T00:00',
      original: null,
      booked: '2026-10-01T00:00',
      expected: '2026-12-01T00:00',
    },
    {
      what: 'last thirty days once the lot has expired',
      expires: JUST_NOW,
      original: null,
      booked: '2026-11-01T00:00',
      expected: '2026-12-23T10:00',
    },
    {
      what: 'last thirty days again where they were booked before the first expiry',
      expires: '2026-11-20T00:00',
      original: '2026-10-20T00:00',
      booked: '2026-10-19T23:59',
      expected: '2026-12-23T10:00',
    },
    {
      what: 'stay expired where they were booked during the extension',
      expires: '2026-11-20T00:00',
      original: '2026-10-20T00:00',
      booked: '2026-10-20T00:00',
      expected: '2026-11-20T00:00',
    },
  ])('$what', ({ expires, original, booked, expected }) => {
    const lot = { expiresAt: at(expires), originalExpiresAt: original === null ? null : at(original) };
    const until = expiryAfterCancelledVisit(lot, at(booked), { now: at(JUST_NOW), zone: ZONE });
    expect(until?.equals(at(expected))).toBe(true);
  });

  it('never expire where their lot does not', () => {
    const lot = { expiresAt: null, originalExpiresAt: null };
    const now = at('2026-11-23T10:00');
    expect(expiryAfterCancelledVisit(lot, now, { now, zone: ZONE })).toBeNull();
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

  it('exactly if a query with noticesDue finds the lot', () => {
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
      { numRuns: randomCases(100, 500) },
    );
  });
});
