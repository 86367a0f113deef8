import { describe, expect, it } from 'vitest';
import {
  chooseHeld,
  holdAfterDecline,
  holdUntil,
  isHeld,
  keptAfterDecline,
  MAX_HOLDS_PER_HOUR,
  MAX_LIVE_HOLDS,
  officeHoldUntil,
  secondsUntilNextHold,
  type UnpaidHolds,
  visitsToHold,
} from './holds.ts';

const bookedAt = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const at = (minutes: number) => bookedAt.add({ minutes });

describe('the end of a hold after a declined card', () => {
  it.each([
    ['early decline: unchanged', 15, 2, 15],
    ['late decline: ten more minutes', 15, 14, 24],
    ['repeated declines: up to 45 minutes after the booking', 44, 40, 45],
    ['at the limit: not extended', 45, 44, 45],
    ['renewed hold: unchanged', 75, 61, 75],
  ])('%s', (_what, expires, now, ends) => {
    const hold = { expiresAt: at(expires), bookedAt };
    expect(holdAfterDecline(hold, at(now)).equals(at(ends))).toBe(true);
  });

  it('ends eventually, however many cards are declined', () => {
    let expiresAt = holdUntil(bookedAt);
    for (let minute = 1; minute < 300; minute += 1) {
      expiresAt = holdAfterDecline({ expiresAt, bookedAt }, at(minute));
    }
    expect(expiresAt.equals(at(45))).toBe(true);
  });
});

it.each([
  ['lasts as many hours as the office has set', 24, 3 * 24 * 60, 24 * 60],
  ['ends when the visit starts', 24, 5 * 60, 5 * 60],
  ['lasts at least fifteen minutes', 24, 5, 15],
])('a hold of the office %s', (_what, hours, startsIn, lasts) => {
  const until = officeHoldUntil(bookedAt, { hours, firstStart: at(startsIn) });
  expect(until.equals(at(lasts))).toBe(true);
});

const NO_HOLDS: UnpaidHolds = { live: 0, heldMinutes: 0, begunInHour: [], hasPaid: false };

describe('another hold', () => {
  const begun = (count: number) => Array.from({ length: count }, (_, i) => at(i));

  it.each([
    ['is allowed as the twentieth in an hour', MAX_HOLDS_PER_HOUR - 1, 0],
    ['as the twenty-first waits until the first is an hour old', MAX_HOLDS_PER_HOUR, 30 * 60],
    ['waits longer when there are more', MAX_HOLDS_PER_HOUR + 5, 35 * 60],
  ])('%s', (_what, count, seconds) => {
    expect(secondsUntilNextHold(begun(count), at(30))).toBe(seconds);
  });
});

describe('the visits that are held before payment', () => {
  /** Visits of this many hours, this many weeks apart. */
  const series = (count: number, hours: number, weeks = 1) =>
    Array.from({ length: count }, (_, i) => {
      const start = bookedAt.add({ hours: i * weeks * 7 * 24 });
      return { start, end: start.add({ hours }) };
    });

  const of = (visits: ReturnType<typeof series>, numCleaners: number, more: Partial<UnpaidHolds> = {}) => ({
    visits,
    numCleaners,
    holds: { ...NO_HOLDS, ...more },
  });

  it.each([
    ['the largest single visit of a new customer', of(series(1, 12), 5), 1],
    ['a weekly series: four weeks of it', of(series(12, 4), 1), 4],
    ['a fortnightly series: two visits', of(series(12, 4, 2), 1), 2],
    ['a large series of a new customer: as much as the allowance covers', of(series(52, 8), 3), 2],
    ['a large series of a customer who has paid before', of(series(52, 8), 3, { hasPaid: true }), 4],
    ['a second visit that exceeds the allowance: none', of(series(1, 8), 3, { heldMinutes: 48 * 60 }), 0],
    ['a second visit that just fits', of(series(1, 6), 2, { heldMinutes: 48 * 60 }), 1],
    ['nothing when the allowance is used up', of(series(1, 2), 1, { heldMinutes: 60 * 60 }), 0],
  ])('%s', (_what, { visits, ...holds }, held) => {
    expect(visitsToHold(visits, holds)).toHaveLength(held);
  });

  const asked = { isOffice: false, numCleaners: 1, holds: NO_HOLDS, now: at(30) };
  const begunInHour = Array.from({ length: MAX_HOLDS_PER_HOUR }, () => at(0));

  it.each([
    ['a customer: the first weeks', {}, 4],
    ['the office: all', { isOffice: true }, 12],
    ['too many live holds', { holds: { ...NO_HOLDS, live: MAX_LIVE_HOLDS } }, 'too_many_holds'],
    [
      'too many live holds, for the office too',
      { isOffice: true, holds: { ...NO_HOLDS, live: MAX_LIVE_HOLDS } },
      'too_many_holds',
    ],
    ['too many in an hour', { holds: { ...NO_HOLDS, begunInHour } }, 'throttled'],
    ['not for the office', { isOffice: true, holds: { ...NO_HOLDS, begunInHour } }, 12],
    ['the allowance is used up', { holds: { ...NO_HOLDS, heldMinutes: 60 * 60 } }, 'too_many_holds'],
  ])('of a new booking: %s', (_what, more, outcome) => {
    const chosen = chooseHeld(series(12, 4), { ...asked, ...more });
    expect('held' in chosen ? chosen.held.length : chosen.why).toBe(outcome);
  });

  it.each([
    ['a hold of the office: all', { isOfOffice: true }, 12],
    ['a series: the first weeks', { holds: { ...NO_HOLDS, heldMinutes: 12 * 4 * 60 } }, 4],
    ['other bookings count', { holds: { ...NO_HOLDS, heldMinutes: 12 * 4 * 60 + 50 * 60 } }, 2],
    ['the first one stays in any case', { holds: { ...NO_HOLDS, heldMinutes: 500 * 60 } }, 1],
  ])('after a declined payment: %s', (_what, more, kept) => {
    const own = { isOfOffice: false, numCleaners: 1, holds: NO_HOLDS, ...more };
    expect(keptAfterDecline(series(12, 4), own)).toHaveLength(kept);
  });
});

const until = 1_000_000;
const heldJob = { status: 'pending', holdExpiresAt: until, isBeingPaid: false };

it.each([
  ['before its end', {}, until - 1, true],
  ['at its end', {}, until, false],
  ['after its end, during a payment', { isBeingPaid: true }, until + 1, true],
  ['without a hold', { holdExpiresAt: null }, until, false],
  ['paid', { status: 'paid' }, until - 1, false],
])('a job is held or not: %s', (_what, more, now, held) => {
  expect(isHeld({ ...heldJob, ...more }, now)).toBe(held);
});
