import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import type { Shift } from '#features/people/cleaners/rules/week.ts';
import type { BusySpan, Diary } from './diary.ts';
import type { Opening } from './opening.ts';
import { whyDayIsUnavailable } from './unavailable-days.ts';

const MIDNIGHT = 29_924_160;
const tuesday = Temporal.PlainDate.from('2026-11-24');
const opening: Opening = {
  ...DEFAULTS,
  zone: 'Asia/Singapore',
  closedDays: new Map(),
  now: Temporal.Instant.from('2026-11-20T10:00:00+08:00'),
  bindsLead: true,
};

function cleaner(shifts: readonly Shift[], busy: readonly Omit<BusySpan, 'postal'>[] = []): Diary {
  const week = { 2: { available: shifts.length > 0, shifts } };
  return { cleanerID: 'x', gender: 'female', languages: [], avoidsPets: false, regionIDs: [], week, busy };
}
const span = (kind: BusySpan['kind'], from: number, until: number) => ({
  kind,
  start: MIDNIGHT + from * 60,
  end: MIDNIGHT + until * 60,
  ...(kind === 'job' ? { postal: '310145', jobID: 'a job' } : {}),
});
const day: Shift = [540, 1080];

describe('an unavailable day', () => {
  test.each<[string, readonly Diary[], string | null]>([
    ['is available while a cleaner has three free hours', [cleaner([day], [span('job', 9, 15)])], null],
    ['is full if less is left', [cleaner([day], [span('job', 9, 15.5)])], 'full'],
    [
      'is available if another cleaner has room',
      [cleaner([day], [span('job', 9, 18)]), cleaner([day])],
      null,
    ],
    [
      'is time off if all cleaners are away',
      [cleaner([day], [span('time-off', 9, 18)]), cleaner([])],
      'time-off',
    ],
    ['is time off if a block covers it', [cleaner([day], [span('block', 9, 18)])], 'time-off'],
    [
      'is full if one cleaner is away and one has jobs',
      [cleaner([day], [span('time-off', 9, 18)]), cleaner([day], [span('job', 9, 18)])],
      'full',
    ],
    ['is not worked if nobody works', [cleaner([])], 'not-working'],
    ['is not worked if the hours are too short for a visit', [cleaner([[540, 700]])], 'not-working'],
    ['is not worked if the hours are outside opening hours', [cleaner([[1080, 1320]])], 'not-working'],
    ['is not worked if there are no cleaners', [], 'not-working'],
  ])('%s', (_what, diaries, reason) => {
    expect(whyDayIsUnavailable(tuesday, diaries, opening)).toBe(reason);
  });

  test('is a holiday before any other reason', () => {
    const closed = { ...opening, closedDays: new Map([['2026-11-24', 'Deepavali']]) };
    expect(whyDayIsUnavailable(tuesday, [cleaner([day])], closed)).toBe('holiday');
  });

  test.each([
    ['the last possible moment for the last start', '2026-11-23T15:00:00+08:00', true, null],
    ['half an hour later: nobody works so late', '2026-11-23T15:30:00+08:00', true, 'not-working'],
    ['after every possible start: too soon', '2026-11-23T17:30:00+08:00', true, 'not-bookable'],
    ['half an hour later, for the office', '2026-11-23T15:30:00+08:00', false, null],
    ['sixty-one days before: too far', '2026-09-24T10:00:00+08:00', true, 'not-bookable'],
    ['the day is over', '2026-11-24T22:00:00+08:00', false, 'not-bookable'],
  ])('%s', (_what, now, bindsLead, reason) => {
    const at = { ...opening, now: Temporal.Instant.from(now), bindsLead };
    expect(whyDayIsUnavailable(tuesday, [cleaner([day])], at)).toBe(reason);
  });
});
