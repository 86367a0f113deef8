import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { trashJob } from '#features/work/jobs/server/trash-job.ts';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { listTimes } from '#features/work/schedule/server/list-times.ts';
import { addTimeOff } from '#features/work/schedule/server/time-off-of-cleaner.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { readsFrom, withHooks } from '#platform/testing/query-hooks.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { createJob } from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBusiness } from './testing/booking-app.ts';
import {
  addBlock,
  addCustomer,
  addPackage,
  backdateHolds,
  emptyDiaries,
  type WorldCustomer,
} from './testing/world.ts';

const DAY = '2026-12-01';

/**
 * The integration counterpart of the rule's test on 1,000 diaries, through SQL and the routes: whatever the
 * diaries contain, each offered start can be booked, no other can, and refusals name times that can.
 */
const { app, world } = await startBusiness({ customers: 1, cleaners: 2 });
const packages = [world.packageID, await addPackage(app.context(), { crew: 2, hours: 4 })];
/** One lives at another postal code. */
const people = [...world.customers, await addCustomer(app.context(), '520201')];

const office: SignedIn<'admin'> = {
  role: 'admin',
  officeRole: 'owner',
  id: '01900000-0000-7000-8000-00000000000a',
  sessionID: '',
};
const at = (half: number) =>
  `${DAY}T${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00+08:00`;
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;

const half = fc.integer({ min: 16, max: 36 });
const n = fc.nat({ max: 9 });
const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), half, who: n, pack: n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), half, halves: n, cleaner: n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('block' as const), half, halves: n, cleaner: n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), half, job: n }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

async function happen(what: Event, jobs: string[]): Promise<void> {
  const ctx = app.context(office);
  if (what.do === 'book') {
    const person = pick(people, what.who);
    const body = {
      packageID: pick(packages, what.pack),
      addressID: person.addressID,
      startTime: at(what.half),
    };
    const booked = await bookJob(ctx, createJob.body.parse(body), person.id);
    if (!isRefusal(booked)) jobs.push(...booked.map((job) => job.id));
  }
  if (what.do === 'move' && jobs.length > 0)
    await changeVisit(ctx, pick(jobs, what.job), { start: Temporal.Instant.from(at(what.half)) });
  if (what.do !== 'leave' && what.do !== 'block') return;
  const cleanerID = pick(world.cleanerIDs, what.cleaner);
  const [startTime, endTime] = [at(what.half), at(Math.min(47, what.half + 1 + what.halves))];
  if (what.do === 'leave') {
    const [start, end] = [Temporal.Instant.from(startTime), Temporal.Instant.from(endTime)];
    await addTimeOff(ctx, cleanerID, { start, end, description: '', acknowledge: true });
    return;
  }
  const onlyJobType = what.halves % 2 === 0 ? 'one-time' : 'regular';
  await addBlock(ctx, cleanerID, { from: startTime, until: endTime, onlyJobType });
}

const question = fc.record({
  events: fc.array(event, { minLength: 3, maxLength: 9 }),
  who: n,
  pack: n,
  cleaner: fc.option(n),
  rival: half,
});

interface VisitRequest {
  readonly packageID: string;
  readonly person: WorldCustomer;
  readonly named: { readonly cleaner1ID?: string };
}

async function tryToBook({ packageID, person, named }: VisitRequest, startTime: string, more: object = {}) {
  const ctx = app.context({ role: 'customer' as const, id: person.id, sessionID: '' });
  const body = { packageID, addressID: person.addressID, ...named, ...more, startTime };
  return bookJob(ctx, createJob.body.parse(body), person.id);
}

async function giveBack(jobs: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of jobs) await trashJob(app.context(office), id);
  await backdateHolds(app.context());
}

/** Each proposed time can be booked with the crew that it names. */
async function allBook(request: VisitRequest, alternatives: readonly Alternative[]): Promise<void> {
  for (const { startTime, cleaners } of alternatives) {
    const crew = Object.fromEntries(cleaners.map((one, i) => [`cleaner${i + 1}ID`, one.id]));
    const booked = await tryToBook(request, startTime, crew);
    expect([startTime, booked]).toEqual([startTime, expect.any(Array)]);
    if (!isRefusal(booked)) await giveBack(booked);
  }
}

test('every offered start can be booked, no other can, and refusals name times that can', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ events, who, pack, cleaner, rival }) => {
      await emptyDiaries(app.context());
      const jobs: string[] = [];
      for (const each of events) await happen(each, jobs);
      const packageID = pick(packages, pack);
      const person = pick(people, who);
      const isAlone = packageID === world.packageID;
      const cleanerID = cleaner === null || !isAlone ? undefined : pick(world.cleanerIDs, cleaner);
      const request = { packageID, person, named: cleanerID === undefined ? {} : { cleaner1ID: cleanerID } };
      const query = { date: DAY, packageID, addressID: person.addressID };
      const ctx = app.context({ role: 'customer' as const, id: person.id, sessionID: '' });
      const times = await listTimes(
        ctx,
        listTimeAvailable.query.parse({ ...query, ...(cleanerID === undefined ? {} : { cleanerID }) }),
      );
      const offered = isRefusal(times) ? [] : (times.slots ?? []).map((slot) => slot.startTime);
      const booked: string[] = [];
      let refused: readonly Alternative[] | undefined;
      for (let start = 15; start <= 36; start += 1) {
        const outcome = await tryToBook(request, at(start));
        if (!isRefusal(outcome)) {
          booked.push(at(start));
          await giveBack(outcome);
        } else if (outcome.refusal === 'slot_taken') {
          const alternatives = outcome.extensions?.alternatives as readonly Alternative[];
          expect(alternatives).toHaveLength(3);
          refused ??= alternatives;
        } else expect(outcome.refusal).toBe('not_bookable');
      }
      expect(booked).toEqual(offered);
      if (refused !== undefined) await allBook(request, refused);
      await loseTo(request, at(rival));
    }),
    { numRuns: randomCases(4, 20) },
  );
});

/** Another request wins between read and lock: the loser is refused with times that can be booked. */
async function loseTo(request: VisitRequest, startTime: string): Promise<void> {
  const ctx = app.context({ role: 'customer' as const, id: request.person.id, sessionID: '' });
  let quicker: readonly { readonly id: string }[] | undefined;
  const db = withHooks(ctx.db, {
    async answered(query) {
      if (!readsFrom(query, 'public_holiday') || quicker !== undefined) return;
      quicker = [];
      const first = await tryToBook(request, startTime);
      if (!isRefusal(first)) quicker = first;
    },
  });
  const { packageID, person, named } = request;
  const body = createJob.body.parse({ packageID, addressID: person.addressID, ...named, startTime });
  const slower = await bookJob({ ...ctx, db }, body, person.id);
  if (!isRefusal(slower)) return giveBack([...slower, ...(quicker ?? [])]);
  if (slower.refusal === 'slot_taken')
    await allBook(request, slower.extensions?.alternatives as readonly Alternative[]);
}
