import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULTS, SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import type { Week } from '#features/people/cleaners/rules/week.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { isSuited } from './choose-crew.ts';
import { type BusySpan, type Diary, LONGEST_ENTRY_MINUTES, whyNotFree } from './diary.ts';
import type { Opening } from './opening.ts';
import { canCome, countsOf, rosterOf, rosterOfDay } from './roster.ts';
import { travelByDistance } from './travel.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** Normal hours, maximum-length hours (32 starts, the bits of a number), and hours off the half hour. */
const HOURS = [
  [8, 20],
  [6, 21],
  [9.5, 17.5],
] as const;

/** Days around clock changes, and an ordinary one. Lord Howe changes by half an hour. */
const ZONES: readonly (readonly [zone: string, day: string])[] = [
  ['Asia/Singapore', '2026-11-25'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2027-03-14'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2027-04-04'],
];
const POSTALS = ['310145', '520201'];

/** Minutes from the day's midnight: the evening before to the morning after, on and off the half hour. */
const moment = fc.oneof(
  fc.integer({ min: -20, max: 60 }).map((halves) => halves * 30),
  fc.integer({ min: -600, max: 1800 }),
);
const length = fc.oneof(
  fc.constantFrom(15, 60, 180, 300, 720),
  fc.integer({ min: 1, max: LONGEST_ENTRY_MINUTES }),
);
const job = fc.record({
  kind: fc.constant('job' as const),
  from: moment,
  length,
  postal: fc.constantFrom(...POSTALS),
  jobID: fc.constantFrom('moving', 'replaced', 'other'),
});
const off = fc.record(
  {
    kind: fc.constantFrom('time-off' as const, 'block' as const),
    from: moment,
    length,
    onlyJobType: fc.constantFrom('one-time', 'regular'),
  },
  { requiredKeys: ['kind', 'from', 'length'] },
);

const shift = fc.constantFrom<[number, number][]>(
  [[0, 1440]],
  [[480, 1200]],
  [
    [540, 780],
    [840, 1080],
  ],
  [],
);
const workDay = fc.record({ available: fc.boolean(), shifts: shift });
const week: fc.Arbitrary<Week> = fc.dictionary(fc.integer({ min: 0, max: 6 }).map(String), workDay, {
  minKeys: 5,
});
const cleaner = fc.record({
  gender: fc.constantFrom('female', 'male'),
  avoidsPets: fc.boolean(),
  regionIDs: fc.constantFrom([], ['north'], ['east']),
  week: fc.oneof({ weight: 3, arbitrary: fc.constant(week7(480, 1200)) }, { weight: 2, arbitrary: week }),
  entries: fc.array(fc.oneof(job, off), { maxLength: 5 }),
});

function week7(start: number, end: number): Week {
  const day = { available: true, shifts: [[start, end] as const] };
  return Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, day]));
}

/** Some km apart. */
const centreOf = (postal: string) => ({ latitude: 1.3 + 0.05 * POSTALS.indexOf(postal), longitude: 103.85 });

const need: fc.Arbitrary<VisitNeed> = fc.record({
  minutes: fc.constantFrom(30, 60, 180, 285, 480, 720),
  numCleaners: fc.constant(1),
  postal: fc.constantFrom('', ...POSTALS),
  regionID: fc.constantFrom(null, 'north'),
  gender: fc.constantFrom('', 'female'),
  hasPets: fc.boolean(),
  language: fc.constant(''),
  jobType: fc.constantFrom(undefined, 'one-time' as const, 'regular' as const),
  excludeJobIDs: fc.constantFrom(undefined, [], ['moving'], ['moving', 'replaced']),
  travel: fc.constantFrom(0, 20, 45, 90).map((minimum) => travelByDistance(minimum, centreOf)),
});

const question = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    cleaners: fc.array(cleaner, { minLength: 1, maxLength: 5 }),
    need,
    hours: fc.constantFrom(...HOURS),
  })
  .map(({ zone: [zone, text], cleaners, need, hours: [opens, closes] }) => {
    const day = Temporal.PlainDate.from(text);
    const midnight = dayBounds(day, zone).start;
    const diaries = cleaners.map(
      ({ entries, ...more }, i): Diary => ({
        ...more,
        cleanerID: `cleaner ${i}`,
        languages: [],
        busy: entries
          .map(({ from, length, ...span }): BusySpan => {
            const start = midnight.epochMilliseconds / 60_000 + from;
            return { ...span, start, end: start + length };
          })
          .sort((a, b) => a.start - b.start),
      }),
    );
    const opening: Opening = {
      ...DEFAULTS,
      opensAtMinute: opens * 60,
      closesAtMinute: closes * 60,
      zone,
      closedDays: new Map(),
      now: midnight,
      bindsLead: false,
    };
    return { day, diaries, need, opening };
  });

test('agrees with the diary for each cleaner and start, with and without bookings', () => {
  let [free, busy] = [0, 0];
  fc.assert(
    fc.property(question, ({ day, diaries, need, opening }) => {
      const roster = rosterOf(diaries, need);
      const judged = rosterOfDay(day, need, roster, opening);
      const suited = diaries.filter((diary) => isSuited(diary, need));
      const counts = countsOf(judged.free, judged.starts);
      for (const [i, start] of judged.starts.entries()) {
        const query = slotQuery(need, start, opening.zone);
        const isFree = suited.map((diary) => whyNotFree(diary, query) === null);
        const works = suited.map((diary) => whyNotFree({ ...diary, busy: [] }, query) === null);
        expect(suited.map((_, index) => canCome(judged.free, index, i))).toEqual(isFree);
        expect(suited.map((_, index) => canCome(judged.atWork, index, i))).toEqual(works);
        expect(counts[i]).toBe(isFree.filter(Boolean).length);
        free += isFree.filter(Boolean).length;
        busy += works.filter(Boolean).length - isFree.filter(Boolean).length;
      }
      expect(suited.every((diary, index) => roster.cleanerIDs[index] === diary.cleanerID)).toBe(true);
    }),
    { numRuns: randomCases(300, 1000) },
  );
  // Both must happen often, or the comparison above would prove little.
  expect(Math.min(free, busy)).toBeGreaterThan(1000);
});

test('is empty without cleaners', () => {
  const day = Temporal.PlainDate.from('2026-11-25');
  const opening = {
    ...DEFAULTS,
    zone: 'Asia/Singapore',
    closedDays: new Map(),
    now: dayBounds(day).start,
    bindsLead: false,
  };
  const one = fc.sample(need, 1)[0] as VisitNeed;
  const judged = rosterOfDay(day, one, { cleanerIDs: [], weeks: [], busy: [] }, opening);
  expect(countsOf(judged.free, judged.starts)).toEqual(judged.starts.map(() => 0));
  expect(judged.starts.some((_, i) => canCome(judged.free, -1, i))).toBe(false);
});

test('no zone changes its clocks during opening hours, so starts are evenly spaced and share one day start', () => {
  const isOpenAt = ({ hour, minute }: Temporal.ZonedDateTime) =>
    hour * 60 + minute > SETTINGS.opensAtMinute.least && hour * 60 + minute < SETTINGS.closesAtMinute.most;
  const moved = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    clockChanges(zone)
      .filter((change) => isOpenAt(change) || isOpenAt(change.subtract({ nanoseconds: 1 })))
      .map(String),
  );
  expect(moved).toEqual([]);
});

/** From 2026 to 2029. */
function clockChanges(zone: string): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let at = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at !== null && at.year < 2030) {
    changes.push(at);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}
