import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { readJob } from '#features/work/jobs/server/read-job.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { listTimes } from '#features/work/schedule/server/list-times.ts';
import { addTimeOff } from '#features/work/schedule/server/time-off-of-cleaner.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { createJob } from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCustomer, addPackage, type WorldCustomer } from './testing/world.ts';

/** The counterpart for moves of offered-is-bookable.test.ts. */
const { app, world } = await startBusiness({ cleaners: 3 });
const pair = await addPackage(app.context(), { crew: 2, hours: 4 });
const neighbour = await addCustomer(app.context(), '520201');
const home = await addCustomer(app.context());

const office: SignedIn<'admin'> = {
  role: 'admin',
  officeRole: 'owner',
  id: '01900000-0000-7000-8000-00000000000a',
  sessionID: '',
};
const at = (day: string, half: number) =>
  `${day}T${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00+08:00`;
const asHome = () => app.context({ role: 'customer' as const, id: home.id, sessionID: '' });

async function startOver(): Promise<void> {
  await app.database.pool.query(`delete from cleaner_occupation`);
  await app.database.pool.query(`delete from time_off`);
  await app.database.pool.query(`update job set status = 'cancelled'`);
  await app.database.pool.query(
    `update job_hold set ended_at = began_at, ended_how = 'cancelled' where ended_at is null`,
  );
}

async function book(customer: WorldCustomer, startTime: string, more: object = {}): Promise<string[]> {
  const ctx = customer === home ? asHome() : app.context(office);
  const body = { packageID: world.packageID, addressID: customer.addressID, startTime, ...more };
  const booked = await bookJob(ctx, createJob.body.parse(body), customer.id);
  return isRefusal(booked) ? [] : booked.map((job) => job.id);
}

async function offeredFor(jobID: string, date: string): Promise<string[]> {
  const job = await readJob(asHome(), jobID);
  if (isRefusal(job)) throw new Error(job.refusal);
  const { hours, breakHours, numCleaners, jobType, job_address_postal: postal } = job;
  const query = { date, excludeJobID: jobID, hours, breakHours, numCleaners, jobType, postal };
  const times = await listTimes(asHome(), listTimeAvailable.query.parse(query));
  return isRefusal(times) ? [] : (times.slots ?? []).map((slot) => slot.startTime);
}

const half = fc.integer({ min: 16, max: 36 });
const n = fc.nat({ max: 9 });
const event = fc.oneof(
  fc.record({ do: fc.constant('book' as const), half, pair: fc.boolean() }),
  fc.record({ do: fc.constant('leave' as const), half, halves: n, cleaner: n }),
);
const question = fc.record({
  events: fc.array(event, { minLength: 2, maxLength: 6 }),
  isPair: fc.boolean(),
  /**
   * The day of the move: soon, the last day for a single visit, or one that only visits of a series may have.
   */
  day: fc.constantFrom('2026-12-01', '2027-01-22', '2027-01-23', '2027-03-02'),
  isOfSeries: fc.boolean(),
});

test('a visit can move to each time that is offered for it, and to no other', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ events, isPair, day, isOfSeries }) => {
      await startOver();
      const recurrence = { interval: 'weekly', count: 3 };
      const wanted = { packageID: isPair ? pair : world.packageID, ...(isOfSeries ? { recurrence } : {}) };
      const [jobID = ''] = await book(home, '2026-12-08T09:00:00+08:00', wanted);
      for (const each of events) {
        if (each.do === 'book')
          await book(neighbour, at(day, each.half), { packageID: each.pair ? pair : world.packageID });
        else
          await addTimeOff(app.context(office), world.cleanerIDs[each.cleaner % 3] ?? '', {
            start: Temporal.Instant.from(at(day, each.half)),
            end: Temporal.Instant.from(at(day, each.half + 1 + each.halves)),
            description: '',
            acknowledge: true,
          });
      }
      const offered = await offeredFor(jobID, day);
      const accepted: string[] = [];
      for (let start = 15; start <= 36; start += 1) {
        const moved = await changeVisit(asHome(), jobID, { start: Temporal.Instant.from(at(day, start)) });
        if (!isRefusal(moved)) accepted.push(at(day, start));
      }
      expect(accepted).toEqual(offered);
    }),
    {
      numRuns: randomCases(4, 15),
      examples: [[{ events: [], isPair: false, day: '2027-03-02', isOfSeries: true }]],
    },
  );
});

test('times beyond the horizon are offered only for moving that visit', async () => {
  await startOver();
  const [jobID = ''] = await book(home, '2026-12-08T09:00:00+08:00', {
    recurrence: { interval: 'weekly', count: 2 },
  });
  const query = listTimeAvailable.query.parse({ date: '2027-03-02', hours: 3, excludeJobID: jobID });
  const stranger = app.context({ role: 'customer' as const, id: neighbour.id, sessionID: '' });
  for (const ctx of [stranger, app.context()])
    expect(await listTimes(ctx, query)).toMatchObject({ slots: [] });
});
