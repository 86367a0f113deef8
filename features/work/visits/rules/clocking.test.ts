import { describe, expect, test } from 'vitest';
import { decideFinish, decideStart, decideUndo, whyCannotClock, whyReasonIsWrong } from './clocking.ts';
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
    ['cancelled', ['cancelled', 0, false], 'not_changeable'],
    ['expired, for the office too', ['expired', 0, true], 'not_changeable'],
  ] as const)('%s', (_why, [status, minute, isOffice], expected) => {
    expect(whyCannotClock({ status, start, dayStart }, minutesAfter(minute), isOffice)).toBe(expected);
  });

  test('allows the hour before a visit just after midnight, on the day before', () => {
    const job = { status: 'paid', start: dayStart.add({ minutes: 30 }), dayStart };
    expect(whyCannotClock(job, dayStart.subtract({ minutes: 1 }), false)).toBe('too_early_to_start');
    expect(whyCannotClock(job, dayStart, false)).toBeNull();
  });

  test.each([
    ['first', null, 'save'],
    ['again', 0, 'keep'],
  ] as const)('start: %s', (_why, started, expected) => {
    expect(decideStart({ startedAt: at(started), finishedAt: null })).toBe(expected);
  });

  test.each([
    ['never started', [null, null, 60], 'not_started'],
    ['after the start', [0, null, 60], 'save'],
    ['exactly at the start', [0, null, 0], 'save'],
    ['before the start', [0, null, -1], 'before_start'],
    ['again', [0, 60, 90], 'keep'],
    ['again, with an earlier time', [0, 60, -1], 'keep'],
  ] as const)('finish: %s', (_why, [started, finished, minute], expected) => {
    expect(decideFinish({ startedAt: at(started), finishedAt: at(finished) }, minutesAfter(minute))).toBe(
      expected,
    );
  });

  test.each([
    ['immediately', [0, false, 0], 'undo'],
    ['after ten minutes', [0, false, 10], 'undo'],
    ['a minute later', [0, false, 11], 'too_late_to_undo'],
    ['already reviewed', [0, true, 1], 'too_late_to_undo'],
    ['nothing to undo', [null, false, 60], 'keep'],
  ] as const)('undo: %s', (_why, [received, reviewed, minute], expected) => {
    expect(decideUndo({ receivedAt: at(received), reviewed }, minutesAfter(minute))).toBe(expected);
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
