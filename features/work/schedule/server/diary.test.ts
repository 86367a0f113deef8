import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import * as calls from '#features/people/cleaners/contract.ts';
import { feature } from '#features/people/cleaners/server/index.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { atSavepoint, inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as scheduleCalls from '../contract.ts';
import { HALF_A_WEEK, jobMinutesAround } from '../rules/choose-crew.ts';
import { loadDiaries, loadMinutes } from './diaries.ts';
import { feature as schedule } from './index.ts';
import { type JobTime, releaseSlot, writeJobTimes } from './occupation.ts';

const HOME = '310145';
const ELSEWHERE = '520201';

let mobiles = 0;
let aminah: CleanerReply;

const app = await startTestApp({ features: [feature, schedule], connections: 20 });
const office = await signedIn(app, 'admin');
// Jobs and their customers are only ids here.
await sql`alter table cleaner_occupation
  drop constraint cleaner_occupation_job_id_fkey, drop constraint cleaner_occupation_customer_id_fkey`.execute(
  app.services.db,
);

beforeEach(async () => {
  const week = { mondayHours: '09:00-18:00', tuesdayHours: '09:00-18:00', wednesdayHours: '09:00-18:00' };
  const body = {
    firstname: 'Aminah',
    gender: 'female' as const,
    mobile: `659${1_000_000 + ++mobiles}`,
    ...week,
  };
  aminah = (await app.call(calls.createCleaner, { body }, office)).body;
});

const at = (time: string) => Temporal.Instant.from(`2026-11-${time}:00+08:00`);

/** Writes without applying the rule, so that only the database constraint remains. */
const occupy = (tx: Tx, job: Omit<JobTime, 'customerID' | 'heldUntil'>) =>
  atSavepoint(
    tx,
    async () => {
      await writeJobTimes(tx, [{ ...job, customerID: app.services.newID(), heldUntil: null }]);
    },
    {
      cleaner_occupation_no_overlap: refuse('slot_taken'),
      cleaner_occupation_travel: refuse('slot_taken'),
    },
  );

/** Books a job for Aminah on a day and time like `24T09:00`; true if it succeeded. */
async function book(
  from: string,
  until: string,
  postal = HOME,
  jobID = app.services.newID(),
): Promise<boolean> {
  const job = { jobID, crew: [aminah.id], start: at(from), end: at(until), postal, travelBufferMinutes: 45 };
  return !isRefusal(await inTransaction(app.context(), (tx) => occupy(tx, job)));
}

const leave = (jobID: string) => inTransaction(app.context(), (tx) => releaseSlot(tx, jobID));

/** Aminah's diary, earliest first: `job 24 09:00-12:00`. */
async function diary(): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('cleaner_occupation')
    .select(['kind', 'startsAt', 'endsAt'])
    .where('cleanerID', '=', aminah.id)
    .where('releasedAt', 'is', null)
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => `${row.kind} ${row.startsAt.slice(8, 16)}-${row.endsAt.slice(11, 16)}`);
}

const timeOff = (startTime: string, endTime: string, acknowledge = false) =>
  app.call(
    scheduleCalls.addTimeOff,
    {
      params: { id: aminah.id },
      body: { startTime: `2026-11-${startTime}`, endTime: `2026-11-${endTime}`, acknowledge },
    },
    office,
  );

describe('the diary', () => {
  test('holds one job at a time, and the travel time between two places', async () => {
    expect(await book('24T09:00', '24T12:00')).toBe(true);
    expect(await book('24T11:59', '24T14:00')).toBe(false);
    expect(await book('24T12:00', '24T14:00')).toBe(true);
    expect(await book('24T14:44', '24T16:00', ELSEWHERE)).toBe(false);
    expect(await book('24T14:45', '24T16:00', ELSEWHERE)).toBe(true);
    expect(await diary()).toEqual(['job 24 09:00-12:00', 'job 24 12:00-14:00', 'job 24 14:45-16:00']);
  });

  test('takes a crew completely or not at all, and the transaction can continue', async () => {
    await book('24T09:00', '24T12:00');
    const other = app.services.newID();
    const body = { firstname: 'Bala', gender: 'male' as const, mobile: `659${1_000_000 + ++mobiles}` };
    const bala = (await app.call(calls.createCleaner, { body }, office)).body;
    const crew = [bala.id, aminah.id];
    const outcome = await inTransaction(app.context(), async (tx) => {
      const job = {
        jobID: other,
        crew,
        start: at('24T10:00'),
        end: at('24T11:00'),
        postal: HOME,
        travelBufferMinutes: 45,
      };
      const refused = await occupy(tx, job);
      const alive = await tx.db
        .selectFrom('cleaner')
        .select('id')
        .where('id', '=', bala.id)
        .executeTakeFirst();
      return { refused, alive };
    });
    expect(outcome).toMatchObject({ refused: { refusal: 'slot_taken' }, alive: { id: bala.id } });
    const entries = await app.services.db
      .selectFrom('cleaner_occupation')
      .selectAll()
      .where('jobID', '=', other)
      .execute();
    expect(entries).toEqual([]);
  });

  test('is free again when the job is released', async () => {
    const jobID = app.services.newID();
    await book('24T09:00', '24T12:00', HOME, jobID);
    await leave(jobID);
    expect(await book('24T09:00', '24T12:00', ELSEWHERE)).toBe(true);
  });

  test('is read by whole days, with their day of the week', async () => {
    await book('24T09:00', '24T12:00');
    await timeOff('25 09:00', '25 12:00');
    const asked = { periods: [{ from: at('24T15:00'), until: at('24T16:00') }], cleanerIDs: [aminah.id] };
    const [diary] = await loadDiaries(app.context(), asked);
    expect(diary).toMatchObject({
      cleanerID: aminah.id,
      gender: 'female',
      week: { 2: { available: true, shifts: [[540, 1080]] } },
      busy: [{ kind: 'job', postal: HOME, start: at('24T09:00').epochMilliseconds / 60_000 }],
    });
  });

  test('reports the workload around a start as the database computes it', async () => {
    const gone = app.services.newID();
    await book('21T01:00', '21T04:00'); // starts exactly half a week before the start below
    await book('21T00:30', '21T01:00');
    await book('24T00:30', '24T02:00');
    await book('24T01:00', '24T02:30', HOME, gone);
    await leave(gone);
    await book('24T09:00', '24T12:00');
    await book('25T01:00', '25T03:00'); // half a day after it: not counted
    await book('28T00:59', '28T02:00');
    await timeOff('26 09:00', '26 12:00');
    for (const time of ['24T13:00', '24T12:30', '21T13:00', '27T13:00', '30T13:00']) {
      const start = at(time);
      const periods = [{ from: start.subtract(HALF_A_WEEK), until: start.add(HALF_A_WEEK) }];
      const [whole] = await loadDiaries(app.context(), { periods, cleanerIDs: [aminah.id] });
      if (whole === undefined) throw new Error('Expected a diary for Aminah');
      const counted = (await loadMinutes(app.context(), start, [aminah.id])).get(aminah.id);
      expect([time, counted ?? { day: 0, week: 0 }]).toEqual([time, jobMinutesAround(whole, start)]);
    }
    const around = (await loadMinutes(app.context(), at('24T13:00'), [aminah.id])).get(aminah.id);
    expect(around).toEqual({ day: 180, week: 90 + 180 + 120 + 61 + 180 });
  });

  test('is not read for trashed cleaners', async () => {
    const asked = { periods: [{ from: at('24T15:00'), until: at('24T16:00') }], cleanerIDs: [aminah.id] };
    expect(await loadDiaries(app.context(), asked)).toHaveLength(1);
    const trashed = await app.call(calls.trashCleaner, { params: { id: aminah.id } }, office);
    expect(trashed.status).toBe(200);
    expect(await loadDiaries(app.context(), asked)).toEqual([]);
    const everybody = await loadDiaries(app.context(), { periods: asked.periods });
    expect(everybody.map((diary) => diary.cleanerID)).not.toContain(aminah.id);
  });
});

/* As many as there are connections: one that waits for a connection behind lock waits would time out. */
describe('twenty concurrent bookings of one cleaner', () => {
  const race = async () =>
    (await Promise.all(Array.from({ length: 20 }, () => book('24T09:00', '24T12:00')))).filter(Boolean);

  test('of twenty concurrent bookings of one cleaner only one succeeds', async () => {
    expect(await race()).toHaveLength(1);
    expect(await diary()).toHaveLength(1);
  });

  test('control: without the constraint she would be in twenty places', async () => {
    const { db } = app.services;
    const [constraint] = (
      await sql<{ definition: string }>`select pg_get_constraintdef(oid) as definition from pg_constraint
        where conname = 'cleaner_occupation_no_overlap'`.execute(db)
    ).rows;
    await sql`alter table cleaner_occupation drop constraint cleaner_occupation_no_overlap`.execute(db);
    try {
      expect(await race()).toHaveLength(20);
    } finally {
      await sql`delete from cleaner_occupation where cleaner_id = ${aminah.id}`.execute(db);
      await sql`alter table cleaner_occupation add constraint cleaner_occupation_no_overlap
        ${sql.raw(constraint?.definition ?? '')}`.execute(db);
    }
  });
});

describe('time off', () => {
  test('takes one entry a day, and frees the time when it is removed', async () => {
    const added = await timeOff('24 18:00', '26 09:00');
    expect(added).toMatchObject({
      status: 201,
      body: { startTime: '2026-11-24 18:00:00', endTime: '2026-11-26 09:00:00' },
    });
    expect(await diary()).toEqual([
      'time-off 24 18:00-00:00',
      'time-off 25 00:00-00:00',
      'time-off 26 00:00-09:00',
    ]);
    expect(await book('25T09:00', '25T12:00')).toBe(false);
    const params = { id: aminah.id, timeOffID: added.body.id };
    expect((await app.call(scheduleCalls.removeTimeOff, { params }, office)).status).toBe(200);
    expect((await app.call(scheduleCalls.removeTimeOff, { params }, office)).status).toBe(404);
    expect(await diary()).toEqual([]);
    const actions = await app.services.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subjectID', '=', aminah.id)
      .orderBy('id')
      .execute();
    expect(actions.map((entry) => entry.action)).toEqual([
      'cleaner.created',
      'cleaner.time-off-added',
      'cleaner.time-off-removed',
    ]);
  });

  test('over booked jobs is refused with the list, until acknowledged', async () => {
    const jobID = app.services.newID();
    await book('24T10:00', '24T12:00', HOME, jobID);
    const refused = await timeOff('24 09:00', '24 18:00');
    expect(refused.status).toBe(409);
    expect(problem(refused)).toMatchObject({
      code: 'breaks_jobs',
      jobs: [
        {
          jobID,
          startTime: '2026-11-24T10:00:00+08:00',
          endTime: '2026-11-24T12:00:00+08:00',
          postal: HOME,
        },
      ],
    });
    expect(await diary()).toEqual(['job 24 10:00-12:00']);
    expect((await timeOff('24 09:00', '24 18:00', true)).status).toBe(201);
    expect(await diary()).toEqual([
      'time-off 24 09:00-10:00',
      'job 24 10:00-12:00',
      'time-off 24 12:00-18:00',
    ]);
  });

  test('acknowledged over a job takes its time once the job is released', async () => {
    const jobID = app.services.newID();
    await book('24T10:00', '24T12:00', HOME, jobID);
    await timeOff('24 09:00', '24 18:00', true);
    await leave(jobID);
    expect(await book('24T10:00', '24T12:00')).toBe(false);
  });

  test('that overlaps other time off leaves it when removed', async () => {
    await timeOff('24 09:00', '24 12:00');
    const longer = await timeOff('24 08:00', '24 18:00');
    expect(await diary()).toEqual([
      'time-off 24 08:00-09:00',
      'time-off 24 09:00-12:00',
      'time-off 24 12:00-18:00',
    ]);
    await app.call(
      scheduleCalls.removeTimeOff,
      { params: { id: aminah.id, timeOffID: longer.body.id } },
      office,
    );
    expect(await diary()).toEqual(['time-off 24 09:00-12:00']);
  });

  test('is replaced as a set by an update; unchanged entries keep their id', async () => {
    const update = (unavailableDates: { startTime: string; endTime: string; description?: string }[]) =>
      app.call(calls.updateCleaner, { params: { id: aminah.id }, body: { unavailableDates } }, office);
    const christmas = {
      startTime: '2026-12-25 00:00:00',
      endTime: '2026-12-26 00:00:00',
      description: 'Christmas',
    };
    const leave = { startTime: '2026-11-24 09:00:00', endTime: '2026-11-24 12:00:00', description: '' };
    const first = (await update([christmas, leave])).body.unavailableDates;
    expect(first).toMatchObject([leave, christmas]);
    const second = (await update([{ ...christmas, startTime: '25/12/2026 00:00' }])).body.unavailableDates;
    expect(second).toEqual([first[1]]);
    expect(await diary()).toEqual(['time-off 25 00:00-00:00']);
    expect((await update([])).body.unavailableDates).toEqual([]);
    expect(await diary()).toEqual([]);
  });
});

describe('changed working hours', () => {
  const update = (body: z.input<typeof calls.updateBody>) =>
    app.call(calls.updateCleaner, { params: { id: aminah.id }, body }, office);

  test('that break a booked job are saved only when acknowledged', async () => {
    await book('24T10:00', '24T12:00');
    const refused = await update({ tuesdayHours: '11:00-18:00' });
    expect(refused.status).toBe(409);
    expect(problem(refused)).toMatchObject({ code: 'breaks_jobs', jobs: [{ postal: HOME }] });
    expect((await update({ tuesdayAvailability: false })).status).toBe(409);
    expect((await update({ tuesdayHours: '10:00-12:00' })).status).toBe(200);
    const saved = await update({ tuesdayHours: '11:00-18:00', acknowledge: true });
    expect(saved).toMatchObject({ status: 200, body: { tuesdayHours: '11:00-18:00' } });
  });

  test('do not report conflicts that were acknowledged before, are over or on other days', async () => {
    await book('24T10:00', '24T12:00');
    await update({ tuesdayHours: '11:00-18:00', acknowledge: true });
    expect((await update({ tuesdayHours: '12:00-18:00' })).status).toBe(200);
    await book('23T09:00', '23T10:00');
    expect((await update({ mondayHours: '14:00-18:00' })).status).toBe(200);
    await book('25T09:00', '25T12:00');
    expect((await update({ firstname: 'Siti', mondayHours: '15:00-18:00' })).status).toBe(200);
  });
});

test('prevent trashing a cleaner with booked jobs', async () => {
  const jobID = app.services.newID();
  await book('24T10:00', '24T12:00', HOME, jobID);
  const params = { id: aminah.id };
  const refused = await app.call(calls.trashCleaner, { params }, office);
  expect(refused.status).toBe(409);
  expect(problem(refused)).toMatchObject({ code: 'has_jobs', jobs: [{ jobID }] });
  await leave(jobID);
  expect((await app.call(calls.trashCleaner, { params }, office)).status).toBe(200);
});

test('ignore a hold from the moment it expires', async () => {
  const jobID = app.services.newID();
  await book('24T10:00', '24T12:00', HOME, jobID);
  const until = (minutes: number) =>
    app.services.db
      .updateTable('cleaner_occupation')
      .set({ heldUntil: app.clock.now().add({ minutes }).toString() })
      .where('jobID', '=', jobID)
      .execute();
  const params = { id: aminah.id };
  const seen = async () => {
    const query = { cleanerID: aminah.id };
    const shown = await app.call(scheduleCalls.listUnavailableDates, { query }, office);
    const leave = await timeOff('24 09:00', '24 18:00');
    const trash = await app.call(calls.trashCleaner, { params }, office);
    return [shown.body, leave.status, trash.status];
  };
  await until(1);
  expect(await seen()).toEqual([[expect.objectContaining({ id: jobID })], 409, 409]);
  await until(0);
  expect(await seen()).toEqual([[], 201, 200]);
});

describe('unavailable dates', () => {
  test('show the office and the cleaner what takes the time', async () => {
    await book('24T10:00', '24T12:00');
    await timeOff('25 09:00', '25 12:00');
    const query = { cleanerID: aminah.id };
    const self = await signedIn(app, 'cleaner', aminah.id);
    for (const as of [office, self]) {
      expect((await app.call(scheduleCalls.listUnavailableDates, { query }, as)).body).toMatchObject([
        {
          cleanerID: aminah.id,
          kind: 'job',
          startTime: '2026-11-24 10:00:00',
          endTime: '2026-11-24 12:00:00',
        },
        {
          cleanerID: aminah.id,
          kind: 'time-off',
          startTime: '2026-11-25 09:00:00',
          endTime: '2026-11-25 12:00:00',
        },
      ]);
    }
    const [visit] = (await app.call(scheduleCalls.listUnavailableDates, { query }, self)).body as {
      description: string;
    }[];
    expect(visit?.description).toBe(''); // the customer of a visit that may not be paid yet
    const day = { ...query, from_date: '2026-11-25', to_date: '2026-11-25' };
    expect((await app.call(scheduleCalls.listUnavailableDates, { query: day }, office)).body).toHaveLength(1);
    const alias = await app.request({
      url: `/api/list-unavailable-date?cleanerID=${aminah.id}`,
      headers: { authorization: `Bearer ${self.jwt}` },
    });
    expect(alias.body).toHaveLength(2);
  });

  test('of a cleaner are listed by month with the reason', async () => {
    await timeOff('24 00:00', '25 00:00');
    await book('25T09:00', '25T16:00');
    const query = { month: '2026-11', cleanerID: aminah.id };
    const days = (await app.call(scheduleCalls.listUnavailableByMonth, { query }, office)).body;
    expect(days).toMatchObject({
      '2026-11-24': 'time-off',
      '2026-11-25': 'full',
      '2026-11-26': 'not-working',
      '2026-11-09': 'holiday',
    });
    expect(days).not.toHaveProperty('2026-11-30');
  });

  test('for customers are the days that cannot be served, without names', async () => {
    const customer = await signedIn(app, 'customer');
    const query = { from_date: '2026-12-21', to_date: '2026-12-27' };
    const reply = await app.call(scheduleCalls.listUnavailableDates, { query }, customer);
    expect(reply.body).toEqual({ dates: ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'] });
    const far = await app.call(
      scheduleCalls.listUnavailableDates,
      { query: { to_date: '2027-12-31' } },
      customer,
    );
    expect(far.status).toBe(422);
  });

  test('for customers include days outside lead time and horizon', async () => {
    const customer = await signedIn(app, 'customer');
    const ask = (query: { from_date?: string; to_date?: string }) =>
      app.call(scheduleCalls.listUnavailableDates, { query }, customer);
    const soon = await ask({ to_date: '2026-11-25' });
    expect(soon.body).toEqual({ dates: ['2026-11-23'] }); // lead time; from tomorrow on Aminah works
    const last = await ask({ from_date: '2027-01-18', to_date: '2027-01-26' });
    const beyond = ['2027-01-21', '2027-01-22', '2027-01-23', '2027-01-24', '2027-01-25', '2027-01-26'];
    expect(last.body).toEqual({ dates: beyond }); // no work from Thursday on, beyond the horizon from Saturday on
    expect((await ask({ from_date: '2026-11-23', to_date: '2027-01-23' })).status).toBe(200);
    expect((await ask({ from_date: '2026-11-23', to_date: '2027-01-24' })).status).toBe(422);
  });
});
