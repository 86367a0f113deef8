import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import type { Preference } from './choose-crew.ts';
import type { BusySpan, Diary } from './diary.ts';
import { nearestFree } from './nearest-free.ts';
import { offeredSlots } from './offered-slots.ts';
import { obstaclesOfNamed, overriddenIn, type Plan, planVisit } from './plan-visit.ts';
import { planSeries, seriesStarts } from './recurrence.ts';
import { rosterOf } from './roster.ts';
import { fixedTravel } from './travel.ts';

const zone = 'Asia/Singapore';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
const day = (text: string) => Temporal.PlainDate.from(text);
const everyDay = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, { available: true, shifts: [[480, 1200] as const] }]),
);

function cleaner(cleanerID: string, more: Partial<Diary> = {}): Diary {
  return {
    cleanerID,
    gender: 'female',
    avoidsPets: false,
    languages: ['English'],
    regionIDs: [],
    week: everyDay,
    busy: [],
    ...more,
  };
}

function job(from: string, until: string, postal = '310145'): BusySpan {
  const minute = (local: string) => at(local).epochMilliseconds / 60_000;
  return { kind: 'job', start: minute(from), end: minute(until), postal, jobID: 'other' };
}

const nobodySpecial: Preference = { usual: [], home: null, bases: new Map() };

function plan(diaries: readonly Diary[], more: Partial<Plan> = {}, numCleaners = 1): Plan {
  return {
    diaries,
    need: {
      minutes: 180,
      numCleaners,
      postal: '310145',
      regionID: null,
      gender: '',
      hasPets: false,
      language: '',
      travel: fixedTravel(45),
    },
    preference: nobodySpecial,
    zone,
    opening: { ...DEFAULTS, zone, closedDays: new Map(), now: at('2026-11-23T10:00'), bindsLead: true },
    named: [],
    ...more,
  };
}

const nine = at('2026-11-25T09:00');
const unsuited = { regionIDs: ['east'], avoidsPets: true };
const needy = { ...plan([]).need, regionID: 'north', hasPets: true };
const busyAtNine = { busy: [job('2026-11-25T09:00', '2026-11-25T12:00')] };
const tampines = { latitude: 1.356, longitude: 103.948 };
const jurong = { latitude: 1.34, longitude: 103.706 };

const choices: readonly [string, Plan, readonly string[] | null][] = [
  ['the only free cleaner', plan([cleaner('a', busyAtNine), cleaner('b')]), ['b']],
  ['nobody is free', plan([cleaner('a', busyAtNine)]), null],
  ['ties are broken by id', plan([cleaner('b'), cleaner('a')]), ['a']],
  [
    'the previous cleaner comes first',
    plan([cleaner('a'), cleaner('b')], { preference: { ...nobodySpecial, usual: ['b'] } }),
    ['b'],
  ],
  [
    'an earlier cleaner if the latest is busy',
    plan([cleaner('a'), cleaner('b', busyAtNine), cleaner('c')], {
      preference: { ...nobodySpecial, usual: ['b', 'c'] },
    }),
    ['c'],
  ],
  [
    'the nearest',
    plan([cleaner('a'), cleaner('b')], {
      preference: {
        usual: [],
        home: tampines,
        bases: new Map([
          ['a', jurong],
          ['b', tampines],
        ]),
      },
    }),
    ['b'],
  ],
  [
    'the least busy of the equally near',
    plan([cleaner('a', { busy: [job('2026-11-25T15:00', '2026-11-25T18:00')] }), cleaner('b')]),
    ['b'],
  ],
  [
    'the least busy of the week if the day is equal',
    plan([cleaner('a', { busy: [job('2026-11-27T15:00', '2026-11-27T18:00')] }), cleaner('b')]),
    ['b'],
  ],
  [
    'a language is preferred, not required',
    plan([cleaner('a')], { need: { ...plan([]).need, language: 'Tamil' } }),
    ['a'],
  ],
  [
    'a speaker of the language goes first',
    plan([cleaner('a'), cleaner('b', { languages: ['Tamil'] })], {
      need: { ...plan([]).need, language: 'tamil' },
    }),
    ['b'],
  ],
  [
    'a cleaner who avoids pets is skipped for a home with pets',
    plan([cleaner('a', { avoidsPets: true }), cleaner('b')], { need: { ...plan([]).need, hasPets: true } }),
    ['b'],
  ],
  ['a gender is required', plan([cleaner('a')], { need: { ...plan([]).need, gender: 'male' } }), null],
  ['the named cleaner', plan([cleaner('a'), cleaner('b')], { named: ['b'] }), ['b']],
  ['the named cleaner is busy', plan([cleaner('a'), cleaner('b', busyAtNine)], { named: ['b'] }), null],
  [
    'the named cleaner, against soft rules that are overridden',
    plan([cleaner('a'), cleaner('b', unsuited)], { named: ['b'], overridesSoftRules: true, need: needy }),
    ['b'],
  ],
  [
    'the named cleaner is busy, despite overridden soft rules',
    plan([cleaner('a'), cleaner('b', busyAtNine)], { named: ['b'], overridesSoftRules: true }),
    null,
  ],
  [
    'soft rules are overridden for named cleaners only',
    plan(
      [cleaner('a', unsuited), cleaner('b', unsuited), cleaner('c')],
      { named: ['b'], overridesSoftRules: true, need: { ...needy, numCleaners: 2 } },
      2,
    ),
    ['b', 'c'],
  ],
  ['the system fills a named crew', plan([cleaner('a'), cleaner('b')], { named: ['b'] }, 2), ['b', 'a']],
  ['a crew is complete or null', plan([cleaner('a'), cleaner('b', busyAtNine)], {}, 2), null],
];

describe('the chosen crew', () => {
  test.each(choices)('%s', (_why, given, crew) => {
    expect(planVisit(given, nine)?.crew ?? null).toEqual(crew);
  });
});

describe('the nearby free times', () => {
  const starts = (given: Plan, days = 1) =>
    nearestFree(rosterOf(given.diaries, given.need), given, [{ wanted: nine, days, opening: given.opening }])
      .flat()
      .map(({ start }) => start.toZonedDateTimeISO(zone).toPlainDateTime().toString());

  test('are nearby, one of them on another day', () => {
    const busy = { busy: [job('2026-11-25T09:00', '2026-11-25T12:00')] };
    const noonOn = ['2026-11-25T12:00:00', '2026-11-25T12:30:00'];
    expect(starts(plan([cleaner('a', busy)]))).toEqual([...noonOn, '2026-11-26T09:00:00']);
    expect(starts(plan([cleaner('a', busy)]), 0)).toEqual([...noonOn, '2026-11-25T13:00:00']);
    const allDay = { busy: [job('2026-11-25T08:00', '2026-11-25T20:00')] };
    expect(starts(plan([cleaner('a', allDay)]))).toEqual([
      '2026-11-26T09:00:00',
      '2026-11-24T16:30:00',
      '2026-11-24T17:00:00',
    ]);
    expect(starts(plan([cleaner('a', allDay)]), 0)).toEqual([]);
  });

  test('exclude times when the customer has a visit to that home', () => {
    const at = (time: string) => Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toInstant();
    const given = plan([cleaner('a')]);
    const offered = (own: { from: Temporal.Instant; until: Temporal.Instant }[]) =>
      nearestFree(rosterOf(given.diaries, given.need), { ...given, own }, [
        { wanted: nine, days: 0, opening: given.opening },
      ])
        .flat()
        .map(({ start }) => start.toZonedDateTimeISO(zone).toPlainTime().toString());
    const { minutes } = given.need;
    const [from, until] = [at('2026-11-25T10:00'), at('2026-11-25T11:00')];
    expect(offered([])).toContain('09:00:00');
    const starts = offered([{ from, until }]);
    expect(starts).not.toContain('09:00:00');
    expect(starts).toContain('11:00:00'); // when that visit ends
    for (const start of starts.map((time) => at(`2026-11-25T${time}`))) {
      const isBefore = Temporal.Instant.compare(start.add({ minutes }), from) <= 0;
      expect(isBefore || Temporal.Instant.compare(start, until) >= 0).toBe(true);
    }
  });

  test('begin with other cleaners at the same time, unless the named one is required', () => {
    const given = plan([cleaner('a', busyAtNine), cleaner('b')], { named: ['a'] });
    expect(starts({ ...given, named: [] })[0]).toBe('2026-11-25T09:00:00');
    expect(starts(given)[0]).toBe('2026-11-25T12:00:00');
  });

  test('are empty if nobody works, or the named cleaner never does', () => {
    expect(starts(plan([]))).toEqual([]);
    expect(starts(plan([cleaner('a')], { named: ['gone'] }))).toEqual([]);
  });
});

describe('a series', () => {
  test('keeps its local time, one or two weeks apart', () => {
    const starts = seriesStarts(nine, { interval: 'fortnightly', count: 3 }, zone);
    expect(starts.map(String)).toEqual(
      [nine, nine.add({ hours: 336 }), nine.add({ hours: 672 })].map(String),
    );
  });

  test('is one start without a recurrence', () => {
    expect(seriesStarts(nine, null, zone)).toHaveLength(1);
  });

  test('reports every date that cannot be served, and why', () => {
    const busyLater = { busy: [job('2026-12-02T08:00', '2026-12-02T20:00')] };
    const given = plan([cleaner('a', busyLater)], {
      opening: { ...plan([]).opening, closedDays: new Map([['2026-12-16', 'A holiday']]) },
    });
    const planned = planSeries(given, seriesStarts(nine, { interval: 'weekly', count: 4 }, zone));
    expect(planned.visits).toHaveLength(2);
    expect(planned.conflicts.map((conflict) => conflict.reason)).toEqual([null, 'holiday']);
  });

  test('keeps the crew of the first visit', () => {
    const given = plan([cleaner('a', { busy: [job('2026-11-25T08:00', '2026-11-25T20:00')] }), cleaner('b')]);
    const planned = planSeries(given, seriesStarts(nine, { interval: 'weekly', count: 3 }, zone));
    expect(planned.visits.map((visit) => visit.crew)).toEqual([['b'], ['b'], ['b']]);
  });
});

describe('offered slots', () => {
  const given = plan([cleaner('a', busyAtNine), cleaner('b')], {}, 2);
  const { slots, possible } = offeredSlots(
    day('2026-11-25'),
    given.need,
    rosterOf(given.diaries, given.need),
    given.opening,
  );

  test('are those with enough cleaners, and each can be planned', () => {
    expect([slots.length, possible]).toEqual([11, 19]);
    for (const slot of slots) expect(planVisit(given, slot.start)?.crew).toHaveLength(2);
  });

  test('exclude what cannot be planned', () => {
    expect(slots.some((slot) => slot.start.equals(nine))).toBe(false);
  });
});

test('report what excludes each named cleaner, and which soft rules are overridden', () => {
  const crew = [cleaner('a', busyAtNine), cleaner('b', unsuited), cleaner('c')];
  const given = plan(crew, { named: ['a', 'b', 'c'], need: needy });
  expect(obstaclesOfNamed(given, nine)).toEqual([
    { cleanerID: 'a', reason: 'job' },
    { cleanerID: 'b', reason: 'pets' },
  ]);
  expect(overriddenIn(given, nine)).toEqual([]);
  const overriding = { ...given, overridesSoftRules: true };
  expect(obstaclesOfNamed(overriding, nine)).toEqual([{ cleanerID: 'a', reason: 'job' }]);
  expect(overriddenIn(overriding, nine)).toEqual([{ cleanerID: 'b', rules: ['pets', 'region'] }]);
});

test("a home's language only ranks, and is still reported for an override", () => {
  const given = plan([cleaner('a', { languages: ['Tamil'] })], { named: ['a'], overridesSoftRules: true });
  const asking = { ...given, need: { ...given.need, language: 'Mandarin' } };
  expect(planVisit(asking, nine)?.crew).toEqual(['a']);
  expect(overriddenIn(asking, nine)).toEqual([{ cleanerID: 'a', rules: ['language'] }]);
});
