import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { HALF_A_WEEK } from '../rules/choose-crew.ts';
import { whyNotFree } from '../rules/diary.ts';
import { planVisit } from '../rules/plan-visit.ts';
import { fixedTravel, travelByDistance } from '../rules/travel.ts';
import { slotQuery, type VisitNeed } from '../rules/visit-need.ts';
import { basesOf, findFreeCleaners, loadCrewDiaries, planStarts } from './crew-diaries.ts';
import { loadDiaries } from './diaries.ts';
import { feature as schedule } from './index.ts';
import { usualCleaners } from './usual-cleaners.ts';

/**
 * The database preselects who may be free; `whyNotFree` decides. This test compares both on a company with random, full
 * diaries.
 */
const CLEANERS = 40;
const ENTRIES = 400;
const CUSTOMERS = 8;
const TIME_OFF = 80;
const ZONE = 'Asia/Singapore';
const POSTALS = ['310145', '520201'];
const FIRST_DAY = Temporal.PlainDate.from('2026-11-30'); // a Monday

const at = (day: number, minute: number) =>
  FIRST_DAY.add({ days: day })
    .toZonedDateTime({ timeZone: ZONE, plainTime: '00:00' })
    .add({ minutes: minute })
    .toInstant();
const day = fc.integer({ min: -1, max: 3 });
const quarter = fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 15);
const draw = <T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number) =>
  fc.sample(arbitrary, { numRuns: count, seed });

const app = await startTestApp({ features: [cleaners, schedule], connections: 2 });
const { db } = app.services;
// Entries for jobs that are only ids: they need not be consistent here.
await sql`alter table cleaner_occupation drop constraint cleaner_occupation_job_id_fkey,
  drop constraint cleaner_occupation_customer_id_fkey, drop constraint cleaner_occupation_no_overlap,
  drop constraint cleaner_occupation_travel`.execute(db);
const regions = (await db.selectFrom('region').select('id').orderBy('name').execute()).map((row) => row.id);
const ids = Array.from({ length: CLEANERS }, () => app.services.newID());
/** Customers who have booked, so that they have previous cleaners. */
const customers = Array.from({ length: CUSTOMERS }, () => app.services.newID());
await addCleaners();
await addWeeks();
await addJobs();
await addTimeOff();

async function addCleaners(): Promise<void> {
  const now = app.services.clock.now().toString();
  const drawn = draw(
    fc.record({
      gender: fc.constantFrom('female', 'male'),
      avoidsPets: fc.boolean(),
      languages: fc.subarray(['English', '中文', 'Malay']),
      postal: fc.constantFrom('310145', '520201', '', '740001'),
      isTrashed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      regions: fc.subarray(regions, { maxLength: 2 }),
    }),
    CLEANERS,
    1,
  );
  for (const [i, { gender, avoidsPets, languages, postal, isTrashed, regions: worksIn }] of drawn.entries()) {
    const id = ids[i] as string;
    await sql`insert into cleaner (id, salutation, firstname, lastname, gender, profile_photo, email, mobile, languages, avoids_pets,
        address_line1, address_line2, address_line3, country, postal, trashed_at, created_at, updated_at)
      values (${id}, '', 'Cleaner', '', ${gender}, '', '', ${`6590000${i}`}, ${languages}, ${avoidsPets}, '', '', '', '', ${postal},
        ${isTrashed ? now : null}, ${now}, ${now})`.execute(app.services.db);
    for (const region of worksIn)
      await sql`insert into cleaner_region (cleaner_id, region_id) values (${id}, ${region})`.execute(
        app.services.db,
      );
  }
}

async function addWeeks(): Promise<void> {
  const kinds = ['{[540,1080)}', '{[480,780),[840,1200)}', '{}', '{[0,1440)}'];
  const drawn = draw(fc.record({ kind: fc.nat({ max: 5 }), available: fc.nat({ max: 5 }) }), CLEANERS * 7, 2);
  for (const [i, { kind, available }] of drawn.entries()) {
    const shifts = kinds[kind];
    if (shifts === undefined) continue; // some days have no row
    await sql`insert into cleaner_week (cleaner_id, weekday, available, shifts)
      values (${ids[i % CLEANERS]}, ${Math.floor(i / CLEANERS)}, ${available > 0}, ${shifts})`.execute(
      app.services.db,
    );
  }
}

async function addJobs(): Promise<void> {
  const drawn = draw(
    fc.record({
      cleaner: fc.nat({ max: CLEANERS - 1 }),
      customer: fc.nat({ max: CUSTOMERS - 1 }),
      day,
      from: quarter,
      minutes: fc.constantFrom(60, 120, 180, 300, 720, 1440),
      postal: fc.constantFrom(...POSTALS),
      state: fc.constantFrom('firm', 'firm', 'held', 'expired', 'released'),
    }),
    ENTRIES,
    3,
  );
  const now = app.services.clock.now();
  const held = { held: now.add({ minutes: 5 }), expired: now.subtract({ minutes: 5 }) };
  for (const { cleaner, customer, day: d, from, minutes, postal, state } of drawn) {
    const [start, end] = [at(d, from).toString(), at(d, from + minutes).toString()];
    const until = state === 'held' || state === 'expired' ? held[state].toString() : null;
    await sql`insert into cleaner_occupation (id, cleaner_id, kind, job_id, customer_id, starts_at, ends_at, travel_from,
        travel_until, postal, held_until, created_at, released_at)
      values (${app.services.newID()}, ${ids[cleaner]}, 'job', ${app.services.newID()}, ${customers[customer]}, ${start},
        ${end}, ${start}, ${end}, ${postal}, ${until}, ${now.toString()},
        ${state === 'released' ? now.toString() : null})`.execute(app.services.db);
  }
}

async function addTimeOff(): Promise<void> {
  const drawn = draw(
    fc.record({
      cleaner: fc.nat({ max: CLEANERS - 1 }),
      day,
      from: quarter,
      minutes: fc.constantFrom(60, 600, 4000),
      kind: fc.constantFrom('time-off', 'block'),
      only: fc.constantFrom(null, 'one-time', 'regular'),
      isRemoved: fc.boolean(),
    }),
    TIME_OFF,
    4,
  );
  const now = app.services.clock.now().toString();
  for (const { cleaner, day: d, from, minutes, kind, only, isRemoved } of drawn) {
    await sql`insert into time_off (id, cleaner_id, kind, starts_at, ends_at, description, only_job_type, created_at, removed_at)
      values (${app.services.newID()}, ${ids[cleaner]}, ${kind}, ${at(d, from).toString()},
        ${at(d, from + minutes).toString()}, '', ${kind === 'block' ? only : null}, ${now},
        ${isRemoved ? now : null})`.execute(app.services.db);
  }
}

const question = fc.record({
  day: fc.integer({ min: 0, max: 2 }),
  minute: fc.integer({ min: 0, max: 47 }).map((halves) => halves * 30),
  minutes: fc.constantFrom(60, 120, 180, 270, 600),
  postal: fc.constantFrom(...POSTALS, ''),
  region: fc.option(fc.nat({ max: 4 })),
  gender: fc.constantFrom('', 'female', 'male'),
  hasPets: fc.boolean(),
  language: fc.constantFrom('', '中文'),
  jobType: fc.constantFrom(undefined, 'one-time', 'regular'),
  excluded: fc.nat({ max: 3 }),
});

type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

const travel = travelByDistance(45, await areaFinder(app.context()));

function needOf(q: Question, numCleaners = 1): VisitNeed {
  return {
    minutes: q.minutes,
    numCleaners,
    postal: q.postal,
    regionID: q.region === null ? null : (regions[q.region % regions.length] ?? null),
    gender: q.gender,
    hasPets: q.hasPets,
    language: q.language,
    jobType: q.jobType,
    travel,
  };
}

test('finds everyone who is free; the others found are excluded only by the hours of the day or a longer ride', async () => {
  const ctx = app.context();
  const jobs = await ctx.db.selectFrom('cleaner_occupation').select('jobID').limit(200).execute();
  let [free, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(question, async (q) => {
      const excludeJobIDs = jobs.slice(0, q.excluded * 60).map((row) => row.jobID ?? '');
      const need = { ...needOf(q), excludeJobIDs };
      const start = at(q.day, q.minute);
      const found = new Set((await findFreeCleaners(ctx, need, start)).map((cleaner) => cleaner.cleanerID));
      const diaries = await loadDiaries(ctx, { periods: [{ from: start, until: start }] });
      for (const diary of diaries) {
        const reason = whyNotFree(diary, slotQuery(need, start, ZONE));
        if (found.has(diary.cleanerID)) {
          expect([null, 'long-day', 'travel']).toContain(reason);
          const nearer = { ...need, travel: fixedTravel(45) };
          expect(whyNotFree(diary, slotQuery(nearer, start, ZONE))).not.toBe('travel');
        } else expect(reason).not.toBeNull();
        if (reason === null) free += 1;
        else refused += 1;
      }
      expect(diaries.length).toBeGreaterThanOrEqual(found.size);
    }),
    { numRuns: randomCases(150, 300) },
  );
  expect([free > 100, refused > 100]).toEqual([true, true]);
});

test('chooses the same cleaners as with all diaries: previous ones first, then the others', async () => {
  const ctx = app.context();
  const areaOf = await areaFinder(ctx);
  const modest = question.map(
    (q): Question => ({ ...q, minutes: 60, region: null, gender: '', jobType: undefined }),
  );
  const asked = fc.record({
    question: fc.oneof(question, modest, modest),
    numCleaners: fc.integer({ min: 1, max: 3 }),
    customer: fc.option(fc.nat({ max: CUSTOMERS - 1 }), { freq: 4 }),
  });
  const chosen = { among: 0, beyond: 0, nobody: 0 };
  await fc.assert(
    fc.asyncProperty(asked, async ({ question: q, numCleaners, customer }) => {
      const [need, start] = [needOf(q, numCleaners), at(q.day, q.minute)];
      const customerID = customer === null ? null : (customers[customer] ?? null);
      const home = q.postal === '' ? null : areaOf(q.postal);
      const plan = await planStarts(ctx, {
        need,
        settings: DEFAULTS,
        customerID,
        home,
        named: [],
        starts: [start],
      });
      const usual = customerID === null ? [] : await usualCleaners(ctx, customerID);
      const week = { from: start.subtract(HALF_A_WEEK), until: start.add(HALF_A_WEEK) };
      const bases = basesOf(await findFreeCleaners(ctx, need, start));
      const everybody = {
        diaries: await loadDiaries(ctx, { periods: [week] }),
        preference: { usual, home, bases },
      };
      const expected = planVisit({ ...everybody, need, named: [], zone: ZONE }, start)?.crew;
      expect(planVisit(plan, start)?.crew).toEqual(expected);
      if (expected === undefined) chosen.nobody += 1;
      else if (expected.every((id) => usual.includes(id))) chosen.among += 1;
      else chosen.beyond += 1;
    }),
    { numRuns: randomCases(30, 100) },
  );
  expect(Object.values(chosen).every((times) => times > 0)).toBe(true);
});

test("a crew's diaries equal those read for all cleaners", async () => {
  const ctx = app.context();
  const starts = [at(0, 540), at(4, 840)]; // too far apart for one period
  const periods = starts.map((start) => ({ from: start, until: start }));
  const everybody = await loadDiaries(ctx, { periods });
  const crew = await loadCrewDiaries(ctx, ids, periods);
  const simple = (diaries: typeof crew) =>
    diaries.map(({ week, busy, ...diary }) => ({
      ...diary,
      week: [week[1], week[5]],
      busy: busy.map((span) => JSON.stringify({ ...span, onlyJobType: span.onlyJobType ?? null })).sort(),
    }));
  expect(simple(crew)).toEqual(simple(everybody));
  expect(crew.flatMap((diary) => diary.busy).length).toBeGreaterThan(100);
});

test('a cleaner sets out from the coordinates of their home, otherwise from the centre of its postal district', async () => {
  const ctx = app.context();
  const { db } = app.services;
  const start = at(0, 540);
  const need: VisitNeed = {
    minutes: 60,
    numCleaners: 1,
    postal: '310145',
    regionID: null,
    gender: '',
    hasPets: false,
    language: '',
    travel,
  };
  const [first] = await findFreeCleaners(ctx, need, start);
  if (first === undefined) throw new Error('Expected a free cleaner');
  const setHome = (home: { latitude: number | null; longitude: number | null }) =>
    db
      .updateTable('cleaner')
      .set({ ...home, postal: '520201' })
      .where('id', '=', first.cleanerID)
      .execute();
  const baseNow = async () => basesOf(await findFreeCleaners(ctx, need, start)).get(first.cleanerID);
  const middle = (await areaFinder(ctx))('520201');
  for (const [home, base] of [
    [
      { latitude: 1.35, longitude: 103.9 },
      { latitude: 1.35, longitude: 103.9 },
    ],
    [{ latitude: 1.35, longitude: null }, middle],
    [{ latitude: null, longitude: null }, middle],
  ] as const) {
    await setHome(home);
    expect(await baseNow()).toEqual(base);
  }
});
