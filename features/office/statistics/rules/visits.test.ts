import { expect, test } from 'vitest';
import { arrivalOf, earnedOf, hasSameCleaner, isDone, percentOfAll, worthOf } from './visits.ts';

const at = (time: string) => Temporal.Instant.from(`2026-12-01T${time}+08:00`);

test.each([
  ['paid', 'done', '13:00', false, true], // finished early
  ['paid', 'in-progress', '12:00', false, true], // past its end, clock-out forgotten
  ['paid', 'upcoming', '12:00', false, true], // nobody clocked in
  ['paid', 'in-progress', '12:01', false, false],
  ['confirmed', 'done', '12:00', false, true], // to be paid later
  ['pending', 'upcoming', '12:00', false, false],
  ['expired', 'upcoming', '12:00', false, false],
  ['cancelled', 'upcoming', '12:00', false, false],
  ['paid', 'done', '12:00', true, false], // in the trash
])('at 12:00, a visit that is %s, %s and ends at %s (trash: %s) is done: %s', (...of) => {
  const [status, stage, end, isTrashed, done] = of;
  expect(isDone({ status, stage, end: at(end), isTrashed }, at('12:00'))).toBe(done);
});

test.each([
  [9000, [], 9000],
  [0, [{ hours: 3, perHour: 27 }], 8100],
  [1500, [{ hours: 2.5, perHour: 25 }], 7750],
  [
    600,
    [
      { hours: 1, perHour: 27 },
      { hours: 1.5, perHour: 24 },
    ],
    6900,
  ],
  [0, [{ hours: 3, perHour: 0 }], 0], // complimentary
])('a visit for %d cents and %j of hours has earned %d cents', (amountToPay, used, earned) => {
  expect(earnedOf({ amountToPay, used })).toBe(earned);
  expect(worthOf(used)).toBe(earned - amountToPay);
});

test.each([
  ['08:55', 'on-time'],
  ['09:10', 'on-time'],
  ['09:11', 'late'],
  [null, 'missing'],
])('a clock-in at %s for a start at 9:00 is %s', (clockedIn, arrival) => {
  expect(arrivalOf(at('09:00'), clockedIn === null ? null : at(clockedIn))).toBe(arrival);
});

test.each([
  [['siti'], ['siti'], true],
  [['siti', 'mei'], ['aminah', 'mei'], true],
  [['siti'], ['aminah'], false],
  [['siti'], [], false],
])('%j after %j is the same cleaner: %s', (crew, previous, same) => {
  expect(hasSameCleaner(crew, previous)).toBe(same);
});

test('a share of nothing is unknown', () => {
  expect(percentOfAll(0, 0)).toBeNull();
  expect(percentOfAll(1, 3)).toBe(33);
});
