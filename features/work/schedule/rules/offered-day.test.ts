import { expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import type { Diary } from './diary.ts';
import { offeredSlots } from './offered-slots.ts';
import type { Opening } from './opening.ts';
import { rosterOf } from './testing/roster-of.ts';
import type { VisitNeed } from './visit-need.ts';

const zone = 'Asia/Singapore';
const opening: Opening = {
  ...DEFAULTS,
  zone,
  closedDays: new Map([['2026-12-25', 'Christmas Day']]),
  now: Temporal.PlainDateTime.from('2026-11-23T10:00').toZonedDateTime(zone).toInstant(),
  bindsLead: true,
};
const fourHours: VisitNeed = {
  minutes: 240,
  numCleaners: 1,
  postal: '310145',
  regionId: 'central',
  gender: '',
  hasPets: false,
  language: '',
  travelBufferMinutes: 45,
};

/** At work on weekdays between two hours. */
function cleaner(cleanerId: string, from: number, until: number, more: Partial<Diary> = {}): Diary {
  const shifts = [[from * 60, until * 60] as const];
  const week = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, { available: weekday !== 0, shifts }]),
  );
  return {
    cleanerId,
    gender: 'female',
    languages: [],
    avoidsPets: false,
    regionIds: [],
    week,
    busy: [],
    ...more,
  };
}

const early = cleaner('early', 9, 18);
const late = cleaner('late', 12, 20);
const two: VisitNeed = { ...fourHours, numCleaners: 2 };
const aMan: VisitNeed = { ...fourHours, gender: 'male' };

// Starts lie on the half hour: 9:00 to 14:00 are eleven.
const cases: readonly [string, string, { need: VisitNeed; diaries: readonly Diary[] }, number][] = [
  ['the hours that somebody works', '2026-11-25', { need: fourHours, diaries: [early] }, 11],
  ['the hours of all of them together', '2026-11-25', { need: fourHours, diaries: [early, late] }, 15],
  ['for a crew, the hours that they share', '2026-11-25', { need: two, diaries: [early, late] }, 5],
  ['a crew that is not there', '2026-11-25', { need: two, diaries: [early] }, 0],
  ['a Sunday, when nobody works', '2026-11-29', { need: fourHours, diaries: [early, late] }, 0],
  ['a public holiday', '2026-12-25', { need: fourHours, diaries: [early] }, 0],
  [
    'what is left of the first day that can be booked',
    '2026-11-24',
    { need: fourHours, diaries: [early] },
    9,
  ],
  ['a day beyond the horizon', '2027-03-01', { need: fourHours, diaries: [early] }, 0],
  ['nobody of that gender', '2026-11-25', { need: aMan, diaries: [early] }, 0],
  [
    'nobody who works there',
    '2026-11-25',
    { need: fourHours, diaries: [{ ...early, regionIds: ['west'] }] },
    0,
  ],
  ['nobody at all', '2026-11-25', { need: fourHours, diaries: [] }, 0],
];

function offered(day: string, need: VisitNeed, diaries: readonly Diary[]) {
  return offeredSlots(Temporal.PlainDate.from(day), need, rosterOf(diaries, need), opening);
}

test.each(cases)('%s', (_why, day, { need, diaries }, starts) => {
  const { possible, slots } = offered(day, need, diaries);
  expect([possible, slots.length]).toEqual([starts, starts]);
});

test('what is booked does not count', () => {
  const start =
    Temporal.PlainDateTime.from('2026-11-25T09:00').toZonedDateTime(zone).epochMilliseconds / 60_000;
  const booked = { ...early, busy: [{ kind: 'job', start, end: start + 540, postal: '310145' } as const] };
  const { possible, slots } = offered('2026-11-25', fourHours, [booked]);
  expect([possible, slots.length]).toEqual([11, 0]);
});
