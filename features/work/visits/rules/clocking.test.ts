import { describe, expect, test } from 'vitest';
import {
  decideFinish,
  decideStart,
  decideUndo,
  whyCannotClock,
  whyHoursAreWrong,
  whyReasonIsWrong,
} from './clocking.ts';
import { happenedAt } from './happened-at.ts';

const start = Temporal.Instant.from('2026-11-25T09:00:00+08:00');
const dayStart = Temporal.Instant.from('2026-11-25T00:00:00+08:00');
const minutesAfter = (minutes: number) => start.add({ minutes });
const at = (minutes: number | null) => (minutes === null ? null : minutesAfter(minutes));

describe('the time of an event', () => {
  test.each([
    ['no time sent: now', null, 0],
    ['an hour ago', -3600, -3600],
    ['now', 0, 0],
    ['a phone slightly ahead counts as now', 5, 0],
    ['a second more is in the future', 6, null],
    ['tomorrow', 86_400, null],
  ])('%s', (_why, sent, expected) => {
    const moment = happenedAt(sent === null ? null : start.add({ seconds: sent }), start);
    expect(moment?.toString() ?? null).toBe(
      expected === null ? null : start.add({ seconds: expected }).toString(),
    );
  });
});

describe('clocking in and out', () => {
  test.each([
    ['a cleaner, an hour ahead', ['paid', -60, false], null],
    ['a cleaner, a minute earlier', ['paid', -61, false], 'too_early_to_start'],
    ['the office, at midnight of the day', ['paid', -540, true], null],
    ['the office, the evening before', ['paid', -541, true], 'too_early_to_start'],
    ['long after', ['paid', 5000, false], null],
    ['not paid', ['pending', 0, false], 'not_paid'],
    ['expired, for the office too', ['expired', 0, true], 'not_changeable'],
  ] as const)('%s', (_why, [status, minute, isOffice], expected) => {
    const job = { status, start, dayStart, endedAt: null };
    expect(whyCannotClock(job, minutesAfter(minute), isOffice)).toBe(expected);
  });

  test.each([
    ['before it was cancelled', ['cancelled', 119, false], null],
    ['at that moment', ['cancelled', 120, false], null],
    ['a minute later', ['cancelled', 121, false], 'not_changeable'],
    ['a minute later, for the office', ['cancelled', 121, true], null],
    ['after someone else took their place', ['paid', 121, false], 'not_changeable'],
  ] as const)('%s', (_why, [status, minute, isOffice], expected) => {
    const job = { status, start, dayStart, endedAt: minutesAfter(120) };
    expect(whyCannotClock(job, minutesAfter(minute), isOffice)).toBe(expected);
  });

  test('allows the hour before a visit just after midnight, on the day before', () => {
    const job = { status: 'paid', start: dayStart.add({ minutes: 30 }), dayStart, endedAt: null };
    expect(whyCannotClock(job, dayStart.subtract({ minutes: 1 }), false)).toBe('too_early_to_start');
    expect(whyCannotClock(job, dayStart, false)).toBeNull();
  });

  const phone = (minute: number) => ({ at: minutesAfter(minute), isStated: true, isOffice: false });
  const office = (minute: number) => ({ at: minutesAfter(minute), isStated: true, isOffice: true });
  const button = (minute: number) => ({ at: minutesAfter(minute), isStated: false, isOffice: true });

  test.each([
    ['first', [null, null], phone(0), 'save'],
    ['a phone again', [0, null], phone(5), 'keep'],
    ['the office with another time', [0, null], office(5), 'save'],
    ['the office with the same time', [0, null], office(0), 'keep'],
    ['the office without a time', [0, null], button(5), 'already_clocked'],
    ['the office, after the finish', [0, 60], office(61), 'after_finish'],
    ['the office, at the finish', [0, 60], office(60), 'save'],
  ] as const)('start: %s', (_why, [started, finished], clocking, expected) => {
    expect(decideStart({ startedAt: at(started), finishedAt: at(finished) }, clocking)).toBe(expected);
  });

  test.each([
    ['never started', [null, null], phone(60), 'not_started'],
    ['after the start', [0, null], phone(60), 'save'],
    ['exactly at the start', [0, null], phone(0), 'save'],
    ['before the start', [0, null], phone(-1), 'before_start'],
    ['a phone again', [0, 60], phone(90), 'keep'],
    ['a phone again, with an earlier time', [0, 60], phone(-1), 'keep'],
    ['the office with another time', [0, 60], office(90), 'save'],
    ['the office with the same time', [0, 60], office(60), 'keep'],
    ['the office, before the start', [0, 60], office(-1), 'before_start'],
    ['the office without a time', [0, 60], button(90), 'already_clocked'],
    ['the office without a time, for the first time', [0, null], button(90), 'save'],
  ] as const)('finish: %s', (_why, [started, finished], clocking, expected) => {
    expect(decideFinish({ startedAt: at(started), finishedAt: at(finished) }, clocking)).toBe(expected);
  });

  test.each([
    ['both', [0, 180], null],
    ['neither', [null, null], null],
    ['still at work', [0, null], null],
    ['the same time twice: they did not work', [0, 0], null],
    ['only a finish', [null, 180], 'startedAt'],
    ['before the day', [-541, 180], 'startedAt'],
    ['a start in the future', [601, null], 'startedAt'],
    ['a finish in the future', [0, 601], 'finishedAt'],
    ['a finish before the start', [60, 59], 'finishedAt'],
  ] as const)('hours as the office states them: %s', (_why, [began, ended], path) => {
    const when = { dayStart, now: minutesAfter(600) };
    expect(whyHoursAreWrong({ start: at(began), finish: at(ended) }, when)?.path ?? null).toBe(path);
  });

  test('hours as the office states them: at most a day', () => {
    const when = { dayStart, now: minutesAfter(5000) };
    const hours = (minutes: number) => ({ start, finish: minutesAfter(minutes) });
    expect(whyHoursAreWrong(hours(1440), when)).toBeNull();
    expect(whyHoursAreWrong(hours(1441), when)?.path).toBe('finishedAt');
  });

  test.each([
    ['immediately', [0, false, 0], 'undo'],
    ['after ten minutes', [0, false, 10], 'undo'],
    ['a minute later', [0, false, 11], 'too_late_to_undo'],
    ['already reviewed', [0, true, 1], 'too_late_to_undo'],
    ['nothing to undo', [null, false, 60], 'keep'],
  ] as const)('undo: %s', (_why, [received, reviewed, minute], expected) => {
    const own = { receivedAt: at(received), reviewed, isOffice: false };
    expect(decideUndo(own, minutesAfter(minute))).toBe(expected);
  });

  test('undo: the office at any time', () => {
    const own = { receivedAt: start, reviewed: true, isOffice: true };
    expect(decideUndo(own, minutesAfter(5000))).toBe('undo');
  });
});

test.each([
  ['the office gives a reason', [true, 'Phone is flat'], null],
  ['the office gives no reason', [true, undefined], 'Give a reason for clocking in or out for the cleaner.'],
  ['the office gives an empty reason', [true, ''], 'Give a reason for clocking in or out for the cleaner.'],
  ['a cleaner needs no reason', [false, undefined], null],
  ['a cleaner gives a reason', [false, 'Late bus'], 'Only the office gives a reason.'],
] as const)('the reason: %s', (_why, [isOffice, reason], expected) => {
  expect(whyReasonIsWrong(isOffice, reason)).toBe(expected);
});
