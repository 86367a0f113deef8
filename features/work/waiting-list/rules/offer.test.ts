import { expect, test } from 'vitest';
import { decideOffer, isOfferTime, startsIn, stateAfterHold } from './offer.ts';

const zone = 'Asia/Singapore';
const at = (time: string, day = '2026-11-28') => Temporal.Instant.from(`${day}T${time}:00+08:00`);
const all = [at('09:00'), at('11:30'), at('12:00'), at('15:00')];

test.each([
  ['the earliest free start', {}, 'offer 09:00'],
  ['the earliest of the morning', { part: 'morning', free: [at('11:30'), at('12:00')] }, 'offer 11:30'],
  ['noon belongs to the afternoon', { part: 'afternoon' }, 'offer 12:00'],
  ['nothing free in the part', { part: 'morning', free: [at('15:00')] }, 'wait'],
  ['nothing free at all', { free: [] }, 'wait'],
  ['an unpaid booking for that day', { ownVisit: 'held' }, 'wait'],
  ['a booked visit on that day', { ownVisit: 'going-ahead' }, 'close'],
  ['a booked visit on that day, although a time is free', { ownVisit: 'going-ahead', free: all }, 'close'],
  ['the lead time is reached', { free: [], bookable: [] }, 'close'],
  ['the lead time of the part is reached', { part: 'morning', bookable: [at('15:00')] }, 'close'],
  ['an unpaid booking, once the lead time is reached', { ownVisit: 'held', bookable: [] }, 'close'],
] as const)('%s', (_case, facts, expected) => {
  const decision = decideOffer({ part: 'any', zone, free: all, bookable: all, ownVisit: null, ...facts });
  const start = decision.kind === 'offer' ? decision.start.toZonedDateTimeISO(zone).toPlainTime() : null;
  expect(start === null ? decision.kind : `offer ${start.toString({ smallestUnit: 'minute' })}`).toBe(
    expected,
  );
});

test.each([
  ['07:59', false],
  ['08:00', true],
  ['20:59', true],
  ['21:00', false],
  ['00:00', false],
])('%s: times are offered %s', (time, expected) => {
  expect(isOfferTime(at(time), zone)).toBe(expected);
});

test('the parts of a day share no start and leave none out', () => {
  const parts = [...startsIn('morning', all, zone), ...startsIn('afternoon', all, zone)];
  expect(parts).toEqual(startsIn('any', all, zone));
});

test.each([
  ['paid', 'booked'],
  ['expired', 'passed'],
  ['cancelled', 'declined'],
  ['replaced', 'declined'],
  ['trashed', 'declined'],
] as const)('a hold that ended as %s: %s', (how, state) => {
  expect(stateAfterHold(how)).toBe(state);
});
