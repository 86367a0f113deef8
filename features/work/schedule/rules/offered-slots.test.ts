import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import type { Week } from '#features/people/cleaners/rules/week.ts';
import { atMinute, dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { NO_PREFERENCE } from './choose-crew.ts';
import type { BusySpan, Diary } from './diary.ts';
import { nearestFree } from './nearest-free.ts';
import { offeredSlots } from './offered-slots.ts';
import { type NotBookable, type Opening, whyNotBookable } from './opening.ts';
import { type Plan, planVisit } from './plan-visit.ts';
import { rosterOf } from './roster.ts';
import { spread } from './spread.ts';
import { travelByDistance } from './travel.ts';
import type { VisitNeed } from './visit-need.ts';

/**
 * Property test with 1,000 random diaries: every offered slot can be booked, no other can, and every refusal proposes a
 * time that can be booked. Availability is computed a second time here, minute by minute without any shortcut.
 */
const zone = 'Asia/Singapore';
const FIRST_DAY = Temporal.PlainDate.from('2026-11-24');
const DAYS = 4;
const days = Array.from({ length: DAYS }, (_, i) => FIRST_DAY.add({ days: i }));
const minuteOf = (day: number, minute: number) =>
  atMinute(FIRST_DAY.add({ days: day }), minute, zone).epochMilliseconds / 60_000;

const opening: Opening = {
  ...DEFAULTS,
  zone,
  closedDays: new Map([[String(FIRST_DAY.add({ days: 2 })), 'A holiday']]),
  now: Temporal.Instant.from('2026-11-23T10:00:00+08:00'),
  bindsLead: true,
};

const POSTALS = ['310145', '520201'];
/** 10 km apart. */
const centreOf = (postal: string) => ({ latitude: postal === '310145' ? 1.33 : 1.42, longitude: 103.85 });
const quarter = (from: number, until: number) =>
  fc.integer({ min: from * 4, max: until * 4 }).map((quarters) => quarters * 15);

const jobSpan = fc
  .record({
    day: fc.nat({ max: DAYS - 1 }),
    from: quarter(7, 18),
    long: quarter(1, 5),
    postal: fc.constantFrom(...POSTALS),
    id: fc.constantFrom('moving', 'replaced', 'other'),
  })
  .map(
    ({ day, from, long, postal, id }): BusySpan => ({
      kind: 'job',
      start: minuteOf(day, from),
      end: minuteOf(day, from + long),
      postal,
      jobID: id,
    }),
  );
const offSpan = fc
  .record({
    day: fc.nat({ max: DAYS - 1 }),
    from: quarter(6, 20),
    long: quarter(1, 24),
    kind: fc.constantFrom('time-off' as const, 'block' as const),
    onlyJobType: fc.constantFrom(undefined, 'one-time', 'regular'),
  })
  .map(
    ({ day, from, long, kind, onlyJobType }): BusySpan => ({
      kind,
      start: minuteOf(day, from),
      end: minuteOf(day, from + long),
      ...(kind === 'block' && onlyJobType !== undefined ? { onlyJobType } : {}),
    }),
  );

const shift = fc.constantFrom(
  { available: true, shifts: [[480, 1200]] as [number, number][] },
  {
    available: true,
    shifts: [
      [540, 780],
      [840, 1080],
    ] as [number, number][],
  },
  { available: true, shifts: [[600, 1020]] as [number, number][] },
  { available: false, shifts: [] as [number, number][] },
);
const week: fc.Arbitrary<Week> = fc
  .array(shift, { minLength: 7, maxLength: 7 })
  .map((weekdays) => Object.fromEntries(weekdays.map((day, i) => [i, day])));

/** Time off may overlap jobs. Jobs of one cleaner never overlap in practice, but the rule must not rely on it. */
const diary = fc
  .record({
    gender: fc.constantFrom('female', 'male'),
    avoidsPets: fc.boolean(),
    regionIDs: fc.constantFrom([], ['north'], ['east']),
    week,
    busy: fc.array(fc.oneof(jobSpan, jobSpan, offSpan), { maxLength: 7 }),
  })
  .map((more) => ({
    ...more,
    busy: [...more.busy].sort((a, b) => a.start - b.start),
    languages: ['English'],
  }));

const need: fc.Arbitrary<VisitNeed> = fc.record({
  minutes: fc.constantFrom(180, 210, 285, 360),
  numCleaners: fc.integer({ min: 1, max: 3 }),
  postal: fc.constantFrom('', ...POSTALS),
  regionID: fc.constantFrom(null, 'north'),
  gender: fc.constantFrom('', 'female'),
  hasPets: fc.boolean(),
  language: fc.constant(''),
  jobType: fc.constantFrom(undefined, 'one-time' as const, 'regular' as const),
  excludeJobIDs: fc.constantFrom([], ['moving'], ['moving', 'replaced']),
  travel: fc.constantFrom(0, 15, 45, 90).map((minimum) => travelByDistance(minimum, centreOf)),
});

const question = fc
  .record({ diaries: fc.array(diary, { minLength: 1, maxLength: 4 }), need, now: fc.nat({ max: 40 }) })
  .map(
    ({ diaries, now, ...more }): Plan => ({
      ...more,
      diaries: diaries.map((each, i) => ({ ...each, cleanerID: `cleaner ${i}` })),
      preference: NO_PREFERENCE,
      named: [],
      zone,
      opening: { ...opening, now: opening.now.add({ minutes: now * 30 }) },
    }),
  );

/** Whether a cleaner can do it, checked minute by minute. */
function isFreeByHand(one: Diary, wanted: VisitNeed, start: Temporal.Instant): boolean {
  const local = start.toZonedDateTimeISO(zone);
  const startMinute = local.hour * 60 + local.minute;
  const from = start.epochMilliseconds / 60_000;
  const until = from + wanted.minutes;
  const suits =
    (wanted.gender === '' || wanted.gender === one.gender) &&
    !(wanted.hasPets && one.avoidsPets) &&
    (wanted.regionID === null || one.regionIDs.length === 0 || one.regionIDs.includes(wanted.regionID));
  const day = one.week[local.dayOfWeek % 7];
  const works = day?.shifts.some(([a, b]) => a <= startMinute && startMinute + wanted.minutes <= b);
  if (!suits || !day?.available || !works) return false;
  const others = one.busy.filter(
    (span) =>
      !(span.jobID !== undefined && wanted.excludeJobIDs?.includes(span.jobID)) &&
      (span.onlyJobType === undefined || span.onlyJobType === wanted.jobType),
  );
  for (const span of others) {
    const ride = span.kind === 'job' ? wanted.travel.minutesBetween(span.postal, wanted.postal) : 0;
    for (let minute = from - ride; minute < until + ride; minute += 5) {
      if (span.start <= minute && minute < span.end) return false;
    }
  }
  const midnight = from - startMinute;
  const worked = others
    .filter((span) => span.kind === 'job')
    .reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.end, midnight + 1440) - Math.max(span.start, midnight)),
      0,
    );
  return worked + wanted.minutes <= 720;
}

const OFTEN = { numRuns: randomCases(100, 1000) };

function offeredOn(day: Temporal.PlainDate, { need, diaries, opening }: Plan) {
  return offeredSlots(day, need, rosterOf(diaries, need), opening).slots;
}

test('every offered slot can be booked, and no other slot can', () => {
  fc.assert(
    fc.property(question, (plan) => {
      for (const day of days) {
        const offered = offeredOn(day, plan);
        const byHand: string[] = [];
        for (let minute = 7 * 60; minute <= 20 * 60; minute += 15) {
          const start = atMinute(day, minute, zone);
          const free = plan.diaries.filter((one) => isFreeByHand(one, plan.need, start));
          const isOpen = whyNotBookable(start, plan.need.minutes, plan.opening) === null;
          const enough = free.length >= plan.need.numCleaners;
          expect(planVisit(plan, start) !== null).toBe(enough);
          if (isOpen && enough) byHand.push(String(start));
        }
        expect(offered.map((slot) => String(slot.start))).toEqual(byHand);
      }
    }),
    OFTEN,
  );
});

test('a refusal proposes nearby times that can be booked, if there are any', () => {
  const reach = 2;
  fc.assert(
    fc.property(question, fc.nat({ max: DAYS * 48 }), fc.boolean(), (plan, half, keepsCrew) => {
      const wanted = atMinute(FIRST_DAY, half * 30, zone);
      const named = keepsCrew ? ['cleaner 0'] : [];
      const { need, diaries, opening } = plan;
      const search = { wanted, days: reach, opening };
      const proposed = nearestFree(rosterOf(diaries, need), { need, named }, [search]).flat();
      const timeOf = (start: Temporal.Instant) => ({
        at: start.epochMilliseconds,
        minuteOfDay: minuteOfDay(start, zone),
      });
      const bookable = Array.from({ length: 2 * reach + 1 }, (_, i) =>
        dayOf(wanted, zone).add({ days: i - reach }),
      )
        .flatMap((day) => offeredOn(day, plan))
        .filter(({ start }) => planVisit({ ...plan, named }, start) !== null)
        .map(({ start }) => start);
      expect(proposed.map(({ start }) => String(start))).toEqual(
        spread(bookable, timeOf, timeOf(wanted)).map(String),
      );
      for (const { start, freeIDs } of proposed) {
        expect(whyNotBookable(start, need.minutes, opening)).toBeNull();
        expect(freeIDs).toEqual(
          diaries.filter((one) => isFreeByHand(one, need, start)).map((one) => one.cleanerID),
        );
      }
    }),
    OFTEN,
  );
});

test('several unavailable times get the same alternatives as each alone', () => {
  const gone = fc.array(fc.nat({ max: DAYS * 48 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(question, gone, fc.boolean(), (plan, halves, isLaterDate) => {
      const opening = { ...plan.opening, isLaterDate };
      const searches = halves.map((half) => ({
        wanted: atMinute(FIRST_DAY, half * 30, zone),
        days: 3,
        opening,
      }));
      const roster = rosterOf(plan.diaries, plan.need);
      const crew = { need: plan.need, named: [] };
      const alone = searches.map((search) => nearestFree(roster, crew, [search])[0]);
      expect(nearestFree(roster, crew, searches)).toEqual(alone);
    }),
    { numRuns: randomCases(50, 200) },
  );
});

test('after successive bookings, offers shrink to none, and nobody is double-booked', () => {
  fc.assert(
    fc.property(question, (first) => {
      const day = FIRST_DAY;
      let plan: Plan = { ...first, need: { ...first.need, postal: '310145', excludeJobIDs: [] } };
      for (let booked = 0; booked < 20; booked += 1) {
        const [slot] = offeredOn(day, plan);
        if (slot === undefined) return;
        const visit = planVisit(plan, slot.start);
        expect(visit?.crew).toHaveLength(plan.need.numCleaners);
        const start = slot.start.epochMilliseconds / 60_000;
        const span: BusySpan = {
          kind: 'job',
          start,
          end: start + plan.need.minutes,
          postal: plan.need.postal,
        };
        const diaries = plan.diaries.map((one) => {
          if (!visit?.crew.includes(one.cleanerID)) return one;
          expect(
            one.busy.some((busy) => busy.kind === 'job' && busy.start < span.end && span.start < busy.end),
          ).toBe(false);
          return { ...one, busy: [...one.busy, span].sort((a, b) => a.start - b.start) };
        });
        plan = { ...plan, diaries };
      }
      expect(dayOf(plan.opening.now, zone)).toBeNull(); // twenty visits do not fit into a day
    }),
    { numRuns: randomCases(50, 300) },
  );
});

const reasons: Readonly<
  Record<NotBookable, readonly [start: string, minutes: number, more: Partial<Opening>]>
> = {
  past: ['2026-11-22T09:00:00+08:00', 180, { bindsLead: false }],
  'half-hour': ['2026-11-25T09:10:00+08:00', 180, {}],
  'opening-hours': ['2026-11-25T18:00:00+08:00', 180, {}],
  'too-soon': ['2026-11-24T09:30:00+08:00', 180, {}],
  'too-far': ['2027-01-23T09:00:00+08:00', 180, {}],
  'series-too-long': ['2027-11-24T09:00:00+08:00', 180, { isLaterDate: true }],
  holiday: ['2026-11-26T09:00:00+08:00', 180, {}],
};

test.each(Object.entries(reasons))('a visit is refused for exactly this reason: %s', (reason, given) => {
  const [start, minutes, more] = given;
  expect(whyNotBookable(Temporal.Instant.from(start), minutes, { ...opening, ...more })).toBe(reason);
});
