import { beforeEach, describe, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { trashVisitAhead } from '#features/booking/booking/server/testing/trash-ahead.ts';
import { addBlock, addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import * as scheduleCalls from '#features/work/schedule/contract.ts';
import * as visitsCalls from '#features/work/visits/contract.ts';
import { locks, readsFrom, withHooks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { trashJob } from './trash-job.ts';
import { updateJob } from './update-job.ts';

let office: As;
let mei: As;
let aminah: string;
let siti: string;
let rosa: string;

const { app, world } = await startBusiness({ customers: 1 });
const pair = await addPackage(app.context(), { crew: 2 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  await signInAgain();
  [aminah, siti, rosa] = [
    await addCleaner(app.context()),
    await addCleaner(app.context()),
    await addCleaner(app.context()),
  ];
});

async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
}

const at = (time: string) => `2026-12-01T${time}:00+08:00`;

async function bookAndPay(time: string, more: object = {}) {
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: at(time),
    cleaner1ID: aminah,
    ...more,
  };
  const { body: job, status } = await app.call(bookingCalls.createJob, { body }, mei);
  expect(status).toBe(201);
  const card = { stripeToken: 'tok_visa' };
  const paid = await app.call(checkoutCalls.commitJob, { params: { id: job.id }, body: card }, mei);
  expect(paid.status).toBe(200);
  return job;
}

const update = (id: string, body: object, who = office) =>
  app.call(calls.updateJob, { params: { id }, body }, who);

const timeOff = (cleanerID: string, from: string, until: string) =>
  app.call(
    scheduleCalls.addTimeOff,
    {
      params: { id: cleanerID },
      body: { startTime: `2026-12-01 ${from}`, endTime: `2026-12-01 ${until}`, acknowledge: true },
    },
    office,
  );

const block = (cleanerID: string, from: string, until: string, onlyJobType: string | null) =>
  addBlock(app.context(), cleanerID, { from: at(from), until: at(until), onlyJobType });

/** A cleaner's diary, earliest first: `job 09:00-12:00`. */
async function diary(cleanerID: string): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('cleaner_occupation')
    .select(['kind', 'startsAt', 'endsAt'])
    .where('cleanerID', '=', cleanerID)
    .where('releasedAt', 'is', null)
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => `${row.kind} ${row.startsAt.slice(11, 16)}-${row.endsAt.slice(11, 16)}`);
}

async function entryOf(jobID: string, cleanerID: string): Promise<string | undefined> {
  const row = await app.services.db
    .selectFrom('cleaner_occupation')
    .select('id')
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .where('releasedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

async function offered(cleanerID: string, more: object = {}): Promise<string[]> {
  const query = { date: '2026-12-01', hours: 3, postal: '310145', cleanerID, ...more };
  const { body } = await app.call(scheduleCalls.listTimeAvailable, { query }, mei);
  return (body.slots ?? []).map((slot) => slot.startTime.slice(11, 16));
}

describe('a crew change', () => {
  test('does not affect the members who stay', async () => {
    const job = await bookAndPay('09:00', { packageID: pair, cleaner2ID: siti });
    const before = await entryOf(job.id, aminah);
    expect((await update(job.id, { cleaner2ID: rosa })).status).toBe(200);
    expect(await entryOf(job.id, aminah)).toBe(before);
    expect(await entryOf(job.id, siti)).toBeUndefined();
    expect(await entryOf(job.id, rosa)).toBeDefined();
  });

  test('is possible next to a member on acknowledged leave, who stays', async () => {
    const job = await bookAndPay('09:00', { packageID: pair, cleaner2ID: siti });
    await timeOff(aminah, '08:00', '18:00');
    expect((await update(job.id, { cleaner2ID: rosa })).status).toBe(200);
    expect(await diary(aminah)).toEqual(['time-off 08:00-09:00', 'job 09:00-12:00', 'time-off 12:00-18:00']);
  });

  test('when refused, proposes other cleaners for the same time, but no crew members', async () => {
    const job = await bookAndPay('09:00', { packageID: pair, cleaner2ID: siti });
    await bookAndPay('09:00', { cleaner1ID: rosa });
    const refused = await update(job.id, { cleaner2ID: rosa });
    expect(problem(refused).code).toBe('slot_taken');
    const alternatives = problem(refused).alternatives as { cleaners: { id: string }[] }[];
    expect(alternatives).toHaveLength(3);
    for (const { cleaners } of alternatives) expect(cleaners.map((one) => one.id)).not.toContain(aminah);
  });
});

describe('a change that names the version that was seen', () => {
  test('is refused once the visit has changed, and accepted with the version of the last reply', async () => {
    const job = await bookAndPay('09:00');
    const { body: seen } = await app.call(calls.getJob, { params: { id: job.id } }, office);
    const moved = await update(job.id, { startTime: at('13:00'), version: seen.version }, mei);
    expect(moved.status).toBe(200);
    const late = await update(job.id, { startTime: at('15:00'), version: seen.version });
    expect(problem(late)).toMatchObject({
      status: 409,
      code: 'visit_changed',
      detail: 'Mei Tan has just changed this visit. Nothing was saved. Check it, then try again.',
    });
    expect(await diary(aminah)).toEqual(['job 13:00-16:00']);
    const again = await update(job.id, { startTime: at('15:00'), version: moved.body.version });
    expect(again.status).toBe(200);
  });

  test('tells a customer no name of the office', async () => {
    const job = await bookAndPay('09:00');
    await update(job.id, { cleaner1ID: siti });
    const late = await update(job.id, { specialRequests: 'Mind the cat', version: job.version }, mei);
    expect(problem(late)).toMatchObject({
      code: 'visit_changed',
      detail: 'Someone else has changed this visit. Nothing was saved. Check it, then try again.',
    });
  });
});

describe('a move', () => {
  test('off acknowledged leave takes the new time, and the leave takes the old', async () => {
    const job = await bookAndPay('09:00');
    await timeOff(aminah, '08:00', '11:00');
    expect((await update(job.id, { startTime: at('11:00') })).status).toBe(200);
    expect(await diary(aminah)).toEqual(['time-off 08:00-09:00', 'time-off 09:00-11:00', 'job 11:00-14:00']);
  });

  test('that overlaps its old time during leave is refused with possible times', async () => {
    const job = await bookAndPay('09:00');
    await timeOff(aminah, '08:00', '18:00');
    const refused = await update(job.id, { startTime: at('10:00') });
    expect(problem(refused)).toMatchObject({ status: 409, code: 'slot_taken' });
    const [nearest] = problem(refused).alternatives as { startTime: string; cleaners: { id: string }[] }[];
    expect(nearest?.cleaners.map((one) => one.id)).toEqual([aminah]); // the office keeps the crew
    expect((await update(job.id, { startTime: nearest?.startTime })).status).toBe(200);
  });

  test('when refused, proposes no time when the customer has another visit to that home', async () => {
    const job = await bookAndPay('09:00');
    await bookAndPay('13:00', { cleaner1ID: siti });
    await timeOff(aminah, '08:00', '12:00');
    const refused = await update(job.id, { startTime: at('11:00') });
    const alternatives = problem(refused).alternatives as { startTime: string; endTime: string }[];
    expect(alternatives).toHaveLength(3);
    const overlapping = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
      startTime < at('16:00') && endTime > at('13:00');
    expect(alternatives.filter(overlapping)).toEqual([]);
  });

  test('that overlaps its old time is one change', async () => {
    const job = await bookAndPay('09:00');
    expect((await update(job.id, { startTime: at('10:00') })).status).toBe(200);
    expect(await diary(aminah)).toEqual(['job 10:00-13:00']);
  });

  test('that loses every retry is refused with other times', async () => {
    const job = await bookAndPay('09:00');
    const rival = app.context({
      role: 'admin' as const,
      officeRole: 'owner' as const,
      id: job.customerID,
      sessionID: '',
    });
    const body = { packageID: world.packageID, addressID: job.addressID, startTime: at('13:00') };
    let rivalsJob: string | undefined;
    let rounds = 0;
    /** Before each lock someone else books the cleaner; before the next read, the time is free again. */
    const db = withHooks(rival.db, {
      async answered(query) {
        if (locks(query) && readsFrom(query, 'cleaner')) rounds += 1;
        else if (readsFrom(query, 'cleaner') && rivalsJob === undefined) {
          const named = bookingCalls.createJob.body.parse({ ...body, cleaner1ID: aminah });
          const booked = await bookJob(rival, named, job.customerID);
          if (Array.isArray(booked)) rivalsJob = booked[0].id;
        } else if (
          readsFrom(query, 'job') &&
          !locks(query) &&
          rivalsJob !== undefined &&
          rounds === lost + 1
        ) {
          lost = rounds;
          await trashJob(rival, rivalsJob);
          rivalsJob = undefined;
        }
      },
    });
    let lost = 0;
    const outcome = await updateJob({ ...rival, db }, job.id, { startTime: at('13:00') });
    expect(rounds).toBe(10);
    expect(outcome).toMatchObject({ refusal: 'slot_taken' });
    expect((outcome as { extensions?: { alternatives?: unknown[] } }).extensions?.alternatives).toHaveLength(
      3,
    );
    expect(await diary(aminah)).toContain('job 09:00-12:00');
  });

  test('of a later visit of a series may go beyond 60 days, as agreed', async () => {
    const job = await bookAndPay('09:00', { recurrence: { interval: 'fortnightly', count: 8 } });
    const last = job.jobs?.at(-1);
    expect(last?.startTime).toBe('2027-03-09T09:00:00+08:00');
    const moved = await update(last?.id ?? '', { startTime: '2027-03-12T09:00:00+08:00' }, mei);
    expect(moved.status).toBe(200);
  });
});

describe('proposed times', () => {
  test('exclude the time next to a job booked during acknowledged leave', async () => {
    await bookAndPay('09:00');
    await timeOff(aminah, '09:00', '12:30');
    // 8:30 would be free if only the job moved, but the leave continues underneath.
    expect(await offered(aminah)).toEqual([
      '12:30',
      '13:00',
      '13:30',
      '14:00',
      '14:30',
      '15:00',
      '15:30',
      '16:00',
      '16:30',
      '17:00',
    ]);
  });

  test('ignore the job that is moved, but not the leave under it', async () => {
    const job = await bookAndPay('09:00');
    await timeOff(aminah, '09:00', '12:00');
    expect((await offered(aminah, { excludeJobID: job.id })).slice(0, 2)).toEqual(['12:00', '12:30']);
    const refused = await update(job.id, { startTime: at('08:30') });
    expect(problem(refused).code).toBe('slot_taken');
  });

  test('respect blocks of one kind of work', async () => {
    await block(aminah, '08:00', '14:00', 'one-time');
    expect((await offered(aminah, { packageID: world.packageID }))[0]).toBe('14:00');
    expect((await offered(aminah, { jobType: 'regular' }))[0]).toBe('08:00');
    const body = {
      packageID: world.packageID,
      addressID: world.customers[0]?.addressID ?? '',
      cleaner1ID: aminah,
      startTime: at('09:00'),
    };
    const refused = await app.call(bookingCalls.createJob, { body }, mei);
    expect(problem(refused).code).toBe('slot_taken');
  });
});

describe('restoring', () => {
  test('brings back a visit in progress, with its clock', async () => {
    const job = await bookAndPay('09:00');
    app.clock.set(at('09:30'));
    await signInAgain();
    const cleaner = await signedIn(app, 'cleaner', aminah);
    await app.call(visitsCalls.startJob, { params: { id: job.id }, body: {} }, cleaner);
    await trashVisitAhead(app.context(), job.id);
    expect(await diary(aminah)).toEqual([]);
    const restored = await app.call(calls.untrashJob, { params: { id: job.id } }, office);
    expect(restored).toMatchObject({ status: 200, body: { trash: 0, stage: 'in-progress' } });
    expect(await diary(aminah)).toEqual(['job 09:00-12:00']);
  });

  test('over a slot that was taken changes nothing and says when the cleaner is free', async () => {
    const job = await bookAndPay('09:00');
    await trashVisitAhead(app.context(), job.id);
    await bookAndPay('10:00');
    const before = await diary(aminah);
    const refused = await app.call(calls.untrashJob, { params: { id: job.id } }, office);
    expect(problem(refused).code).toBe('slot_taken');
    expect(problem(refused).alternatives).toHaveLength(3);
    expect(await diary(aminah)).toEqual(before);
    const row = await app.services.db
      .selectFrom('job')
      .select(['version', 'trashedAt'])
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ version: 3, trashedAt: expect.any(String) });
  });

  test('has one effect for two concurrent requests', async () => {
    const job = await bookAndPay('09:00');
    await trashVisitAhead(app.context(), job.id);
    const replies = await Promise.all(
      [1, 2, 3].map(() => app.call(calls.untrashJob, { params: { id: job.id } }, office)),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(await diary(aminah)).toEqual(['job 09:00-12:00']);
  });
});
