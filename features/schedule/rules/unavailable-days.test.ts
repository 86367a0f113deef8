import { describe, expect, test } from 'vitest';
import type { Shift } from '#features/cleaners/rules/week.ts';
import type { BusySpan, Diary } from './diary.ts';
import { whyDayIsUnavailable } from './unavailable-days.ts';

const MIDNIGHT = 29_924_160;
const tuesday = { day: '2026-11-24', weekday: 2, start: MIDNIGHT, holiday: false };

function cleaner(shifts: readonly Shift[], busy: readonly Omit<BusySpan, 'postal'>[] = []): Diary {
  const week = { 2: { available: shifts.length > 0, shifts } };
  return { cleanerId: 'x', gender: 'female', languages: [], regionIds: [], week, busy };
}
const span = (kind: BusySpan['kind'], from: number, until: number) => ({
  kind,
  start: MIDNIGHT + from * 60,
  end: MIDNIGHT + until * 60,
  ...(kind === 'job' ? { postal: '310145', jobId: 'a job' } : {}),
});
const day: Shift = [540, 1080];

describe('a day that nobody can serve', () => {
  test.each<[string, readonly Diary[], string | null]>([
    ['is none while somebody has three hours', [cleaner([day], [span('job', 9, 15)])], null],
    ['is full when less is left', [cleaner([day], [span('job', 9, 15.5)])], 'full'],
    ['is none when another has room', [cleaner([day], [span('job', 9, 18)]), cleaner([day])], null],
    ['is time off when all are away', [cleaner([day], [span('time-off', 9, 18)]), cleaner([])], 'time-off'],
    ['is time off when a block takes it', [cleaner([day], [span('block', 9, 18)])], 'time-off'],
    [
      'is full when one is away and one has jobs',
      [cleaner([day], [span('time-off', 9, 18)]), cleaner([day], [span('job', 9, 18)])],
      'full',
    ],
    ['is not worked when nobody works', [cleaner([])], 'not-working'],
    ['is not worked when the hours are too short for a visit', [cleaner([[540, 700]])], 'not-working'],
    ['is not worked where there are no cleaners', [], 'not-working'],
  ])('%s', (_what, diaries, reason) => {
    expect(whyDayIsUnavailable(tuesday, diaries)).toBe(reason);
  });

  test('is a holiday first of all', () => {
    expect(whyDayIsUnavailable({ ...tuesday, holiday: true }, [cleaner([day])])).toBe('holiday');
  });
});
