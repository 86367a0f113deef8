import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import * as cleanerCalls from '#features/people/cleaners/contract.ts';
import { feature } from '#features/people/cleaners/server/index.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { isSuited } from '../rules/choose-crew.ts';
import { whyNotFree } from '../rules/diary.ts';
import type { Opening } from '../rules/opening.ts';
import { canCome, rosterOfDay } from '../rules/roster.ts';
import { fixedTravel, travelByDistance } from '../rules/travel.ts';
import { slotQuery, type VisitNeed } from '../rules/visit-need.ts';
import { loadDiaries } from './diaries.ts';
import { feature as schedule } from './index.ts';
import { loadRoster, suitedCleaners } from './load-roster.ts';

/** More than the limit for individual look-ups. */
const CLEANERS = 14;
const HOURS = ['08:00-20:00', '09:00-13:00,14:00-18:00', '00:00-24:00', ''];
/** Toa Payoh twice, Tampines, Jurong, and a sector that does not exist. */
const POSTALS = ['310145', '310201', '520201', '640101', '740001'];
/** Ordinary days, and days with clock changes. */
const ZONES: readonly (readonly [zone: string, day: string])[] = [
  ['Asia/Singapore', '2026-11-25'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
];

const app = await startTestApp({ features: [feature, schedule] });
const { db, newID } = app.services;
// The diary may hold anything here: the queries must not rely on the constraints.
await sql`alter table cleaner_occupation drop constraint cleaner_occupation_job_id_fkey,
  drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(db);
const office = await signedIn(app, 'admin');
const cleanerIDs: string[] = [];
for (let i = 0; i < CLEANERS; i += 1) {
  const hours = (n: number) => HOURS[(i + n) % HOURS.length] ?? '';
  const body = {
    firstname: `Cleaner ${i}`,
    gender: i % 3 === 0 ? ('male' as const) : ('female' as const),
    avoidsPets: i % 4 === 0,
    mobile: `659${1_000_000 + i}`,
    mondayHours: hours(0),
    wednesdayHours: hours(1),
    saturdayHours: hours(2),
    sundayHours: hours(3),
  };
  cleanerIDs.push((await app.call(cleanerCalls.createCleaner, { body }, office)).body.id);
}
const regions = (await db.selectFrom('region').select('id').orderBy('id').execute()).map((row) => row.id);
const rows = cleanerIDs
  .slice(0, 6)
  .map((cleanerID, i) => ({ cleanerID, regionID: regions[i % 2] as string }));
await db.insertInto('cleaner_region').values(rows).execute();
await app.call(cleanerCalls.trashCleaner, { params: { id: cleanerIDs[7] as string } }, office);
const jobIDs = Array.from({ length: 4 }, newID);

const entry = fc.record({
  cleaner: fc.nat({ max: CLEANERS - 1 }),
  is: fc.constantFrom('job', 'job', 'job', 'held', 'expired', 'released', 'time-off', 'block', 'removed'),
  from: fc.oneof(
    fc.integer({ min: -30, max: 80 }).map((halves) => halves * 30),
    fc.integer({ min: -1500, max: 2500 }),
  ),
  minutes: fc.constantFrom(20, 60, 180, 300, 719, 1440),
  /** Time off and blocks only. */
  days: fc.constantFrom(0, 0, 3),
  postal: fc.constantFrom(...POSTALS),
  job: fc.nat({ max: 3 }),
  onlyJobType: fc.constantFrom(null, 'one-time', 'regular'),
});
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;

async function write(entries: readonly Entry[], midnight: Temporal.Instant): Promise<void> {
  const { db, newID, clock } = app.services;
  await db.deleteFrom('cleaner_occupation').execute();
  await db.deleteFrom('time_off').execute();
  const now = clock.now();
  for (const { is, ...more } of entries) {
    const start = midnight.add({ minutes: more.from });
    const isJob = !['time-off', 'block', 'removed'].includes(is);
    const end = start.add({ minutes: more.minutes + (isJob ? 0 : more.days * 1440) });
    const row = {
      id: newID(),
      cleanerID: cleanerIDs[more.cleaner] as string,
      startsAt: start.toString(),
      endsAt: end.toString(),
      createdAt: now.toString(),
    };
    const job = {
      ...row,
      kind: 'job',
      jobID: jobIDs[more.job] ?? null,
      postal: more.postal,
      travelFrom: row.startsAt,
      travelUntil: row.endsAt,
      heldUntil:
        is === 'held' || is === 'expired' ? now.add({ minutes: is === 'held' ? 5 : -5 }).toString() : null,
      releasedAt: is === 'released' ? now.toString() : null,
    };
    const off = {
      ...row,
      kind: is === 'block' ? 'block' : 'time-off',
      description: '',
      onlyJobType: is === 'block' ? more.onlyJobType : null,
      removedAt: is === 'removed' ? now.toString() : null,
    };
    if (isJob) await db.insertInto('cleaner_occupation').values(job).execute();
    else await db.insertInto('time_off').values(off).execute();
  }
}

const question = fc.record({
  zone: fc.constantFrom(...ZONES),
  entries: fc.array(entry, { minLength: 20, maxLength: 60 }),
  minutes: fc.constantFrom(60, 180, 360),
  postal: fc.constantFrom('', ...POSTALS),
  gender: fc.constantFrom('', '', 'female'),
  hasPets: fc.boolean(),
  region: fc.constantFrom(null, 0, 1),
  jobType: fc.constantFrom(undefined, 'one-time' as const, 'regular' as const),
  excluded: fc.nat({ max: 2 }),
  isFew: fc.boolean(),
});

test('the combined query agrees with the individual diaries', async () => {
  let [free, busy] = [0, 0];
  await fc.assert(
    fc.asyncProperty(question, async ({ zone: [zone, text], entries, ...asked }) => {
      const base = app.context();
      const day = Temporal.PlainDate.from(text);
      const bounds = dayBounds(day, zone);
      await write(entries, bounds.start);
      const need: VisitNeed = {
        ...asked,
        numCleaners: 1,
        regionID: asked.region === null ? null : (regions[asked.region] ?? null),
        language: '',
        excludeJobIDs: jobIDs.slice(0, asked.excluded),
        travel: travelByDistance(20, await areaFinder(base)),
      };
      const ctx: Context = { ...base, config: { ...base.config, BUSINESS_TZ: zone } };
      const among = asked.isFew ? cleanerIDs.slice(2, 9) : undefined;
      const ids = await suitedCleaners(ctx, need, among);
      // A day on its own, or inside a longer period; and another one far away.
      const around = { hours: asked.isFew ? 0 : 48 };
      const periods = [
        { from: bounds.start.subtract(around), until: bounds.start.add(around) },
        { from: bounds.start.add({ hours: 960 }), until: bounds.start.add({ hours: 980 }) },
      ];
      const roster = await loadRoster(ctx, { need, cleanerIDs: ids, periods });
      const everybody = await loadDiaries(ctx, { periods, ...(among && { cleanerIDs: among }) });
      const diaries = everybody.filter((diary) => isSuited(diary, need));
      expect(ids).toEqual(diaries.map((diary) => diary.cleanerID));
      const opening: Opening = {
        ...DEFAULTS,
        zone,
        closedDays: new Map(),
        now: bounds.start,
        bindsLead: false,
      };
      const judged = rosterOfDay(day, need, roster, opening);
      expect(judged.starts.length).toBeGreaterThan(10);
      for (const [i, start] of judged.starts.entries()) {
        const query = slotQuery(need, start, zone);
        const expected = diaries.map((diary) => whyNotFree(diary, query));
        expect(diaries.map((_, at) => canCome(judged.free, at, i))).toEqual(
          expected.map((why) => why === null),
        );
        free += expected.filter((why) => why === null).length;
        busy += expected.filter((why) => why === 'job' || why === 'travel' || why === 'block').length;
      }
    }),
    { numRuns: randomCases(10, 30) },
  );
  // Both must happen, or the comparison above would prove little. Usually three hundred and a thousand times.
  expect(Math.min(free, busy)).toBeGreaterThan(30);
});

test('reads nothing if no cleaner is suitable', async () => {
  const need = { postal: '', gender: 'nobody', hasPets: false, regionID: null, travel: fixedTravel(0) };
  const ids = await suitedCleaners(app.context(), need);
  expect(ids).toEqual([]);
  expect(await loadRoster(app.context(), { need, cleanerIDs: ids, periods: [] })).toEqual({
    cleanerIDs: [],
    weeks: [],
    busy: [],
  });
});
