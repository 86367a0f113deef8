import { expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import type { Diary } from './diary.ts';
import { offeredSlots } from './offered-slots.ts';
import type { Opening } from './opening.ts';
import { rosterOf } from './roster.ts';
import { fixedTravel } from './travel.ts';
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
  regionID: 'central',
  gender: '',
  hasPets: false,
  language: '',
  travel: fixedTravel(45),
};

/** Works on weekdays between two hours. */
function cleaner(cleanerID: string, from: number, until: number, more: Partial<Diary> = {}): Diary {
  const shifts = [[from * 60, until * 60] as const];
  const week = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, { available: weekday !== 0, shifts }]),
  );
  return {
    cleanerID,
    gender: 'female',
    languages: [],
    avoidsPets: false,
    regionIDs: [],
    week,
    busy: [],
    ...more,
  };
}

const early = cleaner('early', 9, 18);
const late = cleaner('late', 12, 20);
const two: VisitNeed = { ...fourHours, numCleaners: 2 };
const aMan: VisitNeed = { ...fourHours, gender: 'male' };

// Starts are on the half hour: from 9:00 to 14:00 there are eleven.
const cases: readonly [string, string, { need: VisitNeed; diaries: readonly Diary[] }, number][] = [
  ['the hours of one cleaner', '2026-11-25', { need: fourHours, diaries: [early] }, 11],
  ['the combined hours of all cleaners', '2026-11-25', { need: fourHours, diaries: [early, late] }, 15],
  ['for a crew, the overlapping hours', '2026-11-25', { need: two, diaries: [early, late] }, 5],
  ['a crew larger than the staff', '2026-11-25', { need: two, diaries: [early] }, 0],
  ['a Sunday, when nobody works', '2026-11-29', { need: fourHours, diaries: [early, late] }, 0],
  ['a public holiday', '2026-12-25', { need: fourHours, diaries: [early] }, 0],
  ['the rest of the first bookable day', '2026-11-24', { need: fourHours, diaries: [early] }, 9],
  ['a day beyond the horizon', '2027-03-01', { need: fourHours, diaries: [early] }, 0],
  ['no cleaner of the requested gender', '2026-11-25', { need: aMan, diaries: [early] }, 0],
  [
    'no cleaner for the region',
    '2026-11-25',
    { need: fourHours, diaries: [{ ...early, regionIDs: ['west'] }] },
    0,
  ],
  ['no cleaners at all', '2026-11-25', { need: fourHours, diaries: [] }, 0],
];

function offered(day: string, need: VisitNeed, diaries: readonly Diary[]) {
  return offeredSlots(Temporal.PlainDate.from(day), need, rosterOf(diaries, need), opening);
}

test.each(cases)('%s', (_why, day, { need, diaries }, starts) => {
  const { possible, slots } = offered(day, need, diaries);
  expect([possible, slots.length]).toEqual([starts, starts]);
});

test('ignores what is booked', () => {
  const start =
    Temporal.PlainDateTime.from('2026-11-25T09:00').toZonedDateTime(zone).epochMilliseconds / 60_000;
  const booked = { ...early, busy: [{ kind: 'job', start, end: start + 540, postal: '310145' } as const] };
  const { possible, slots } = offered('2026-11-25', fourHours, [booked]);
  expect([possible, slots.length]).toEqual([11, 0]);
});
