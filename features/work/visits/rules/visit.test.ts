import { describe, expect, test } from 'vitest';
import { mayCleanerSeeContact } from '#features/work/jobs/rules/contact-window.ts';
import { changedCrew, namedCrew, namesByPosition } from '#features/work/jobs/rules/crew.ts';
import { holdUntil, isHoldOver } from '#features/work/jobs/rules/holds.ts';
import { finishedAt, stageOf, startedAt } from '#features/work/jobs/rules/stage.ts';
import { breakFor, visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import { whyNotReviewable } from './reviewing.ts';

const start = Temporal.Instant.from('2026-11-25T09:00:00+08:00');
const end = start.add({ hours: 3 });
const minutesAfter = (minutes: number) => start.add({ minutes });
const idle = { startedAt: null, finishedAt: null };
const working = { startedAt: '2026-11-25 09:02:00+08', finishedAt: null };
const done = { startedAt: '2026-11-25 09:00:00+08', finishedAt: '2026-11-25 12:00:00+08' };
const doneLater = { startedAt: '2026-11-25 09:01:00+08', finishedAt: '2026-11-25 12:05:00+08' };

describe('the stage of a visit', () => {
  test.each([
    ['nobody has started', [idle, idle], 'upcoming', null, null],
    ['one has begun', [idle, working], 'in-progress', working.startedAt, null],
    ['one has finished', [done, working], 'in-progress', done.startedAt, null],
    ['one finished, one never came', [done, idle], 'in-progress', done.startedAt, null],
    ['all have finished', [doneLater, done], 'done', done.startedAt, doneLater.finishedAt],
    ['without a crew', [], 'upcoming', null, null],
  ] as const)('%s', (_why, crew, ...expected) => {
    expect([stageOf(crew), startedAt(crew), finishedAt(crew)]).toEqual(expected);
  });
});

describe('reviewing', () => {
  const over = { status: 'paid', end, finished: false, reviewed: false };
  test.each([
    ['the time has passed', over, 180, null],
    ['a minute before its end', over, 179, 'not_over'],
    ['the crew finished early', { ...over, finished: true }, 120, null],
    ['already reviewed', { ...over, reviewed: true }, 300, 'reviewed_before'],
    ['never paid', { ...over, status: 'expired' }, 300, 'not_paid'],
    ['cancelled', { ...over, status: 'cancelled' }, 300, 'not_paid'],
  ] as const)('%s', (_why, job, minute, expected) => {
    expect(whyNotReviewable(job, minutesAfter(minute))).toBe(expected);
  });
});

describe("whether a cleaner sees the customer's contact details", () => {
  const DAY = 24 * 60;
  test.each([
    ['a week ahead', -7 * DAY, true],
    ['a minute earlier', -7 * DAY - 1, false],
    ['two days after its end', 2 * DAY + 179, true],
    ['a minute later', 2 * DAY + 180, false],
  ])('%s', (_why, minute, expected) => {
    expect(mayCleanerSeeContact({ start, end }, minutesAfter(minute))).toBe(expected);
  });
});

describe('length and hold', () => {
  test.each([
    [6, 0, 0],
    [6.5, 0, 0.75],
    [8, 1, 1],
    [8, 0.5, 0.75],
    [4, 0.5, 0.5],
  ])('%d hours with a package break of %d: %d', (hours, packageBreak, expected) => {
    expect(breakFor(hours, packageBreak)).toBe(expected);
  });

  test('the diary includes work and break', () => {
    expect(visitMinutes({ hours: 8, breakHours: 0.75 })).toBe(525);
  });

  test('a hold lasts 15 minutes and ends at exactly that moment', () => {
    const until = holdUntil(start);
    expect(until.equals(minutesAfter(15))).toBe(true);
    expect(
      [14, 15].map((minute) => isHoldOver(until.epochMilliseconds, minutesAfter(minute).epochMilliseconds)),
    ).toEqual([false, true]);
  });
});

describe('the crew', () => {
  test.each([
    ['nobody named', {}, 2, []],
    ['one of two is named', { cleaner2ID: 'b' }, 2, ['b']],
    ['an empty string means nobody', { cleaner1ID: '', cleaner2ID: null }, 1, []],
    ['too many', { cleaner1ID: 'a', cleaner2ID: 'b' }, 1, null],
    ['one is named twice', { cleaner1ID: 'a', cleaner2ID: 'a' }, 2, null],
  ] as const)('named: %s', (_why, names, needed, expected) => {
    expect(namedCrew(namesByPosition(names), needed)).toEqual(expected);
  });

  test.each([
    ['one position changes, the other stays', { cleaner2ID: 'c' }, ['a', 'c']],
    ['two swap positions', { cleaner1ID: 'b', cleaner2ID: 'a' }, ['b', 'a']],
    ['one would be in the crew twice', { cleaner1ID: 'b' }, null],
    ['a position beyond the crew', { cleaner3ID: 'c' }, null],
    ['nothing named', {}, ['a', 'b']],
  ] as const)('changed: %s', (_why, names, expected) => {
    expect(changedCrew(['a', 'b'], namesByPosition(names))).toEqual(expected);
  });

  test('changed: positions that are not given keep theirs', () => {
    expect(changedCrew(['a', 'b'], [])).toEqual(['a', 'b']);
    expect(changedCrew(['a', 'b'], ['c'])).toEqual(['c', 'b']);
  });
});
