import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import {
  correctHours,
  getVisitRecord,
  reportRefused,
  resolveRefused,
} from '#features/work/visits/contract/visit-day.ts';
import { finishJob, startJob, undoFinishJob } from '#features/work/visits/contract.ts';
import { startVisit } from '#features/work/visits/server/clock.ts';
import { correctHours as setHours } from '#features/work/visits/server/correct-hours.ts';
import { findRefusedWork } from '#features/work/visits/server/index.ts';
import { confirmTookPlace } from '#features/work/visits/server/unclocked.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, type QueryHooks, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { approveSheet } from './change-sheet.ts';
import { feature as pay } from './index.ts';

/* What cleaners clocked, what the office corrects, and what is paid for it. */

const { app, world } = await startBusiness({ customers: 1, more: [pay] });
const MONTH = '2026-11';

let aminah: string;
let office: As;
let cleaner: As;
let siti: string;
let other: As;

beforeEach(async () => {
  await itIs('2026-11-23T10:00');
});

/** A time on the day of the visits. */
const on = (time: string) => `2026-11-26T${time}:00+08:00`;

/** Sessions do not last for days. */
async function itIs(time: string): Promise<void> {
  app.clock.set(time.length === 5 ? on(time) : `${time}:00+08:00`);
  aminah ??= await addCleaner(app.context());
  siti ??= await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  cleaner = await signedIn(app, 'cleaner', aminah);
  other = await signedIn(app, 'cleaner', siti);
}

/** A paid visit of three hours on 26 November, for a new cleaner unless one is named. */
async function book(startTime: string, cleaner1ID?: string): Promise<string> {
  if (cleaner1ID === undefined) {
    aminah = await addCleaner(app.context());
    siti = await addCleaner(app.context());
    await itIs('2026-11-23T10:00');
  }
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const addressID = world.customers[0]?.addressID ?? '';
  const body = { packageID: world.packageID, addressID, startTime, cleaner1ID: cleaner1ID ?? aminah };
  const booked = await app.call(createJob, { body }, mei);
  expect(booked.status).toBe(201);
  const { id } = booked.body;
  await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
  return id;
}

const start = (id: string, body: object = {}, as = cleaner) =>
  app.call(startJob, { params: { id }, body }, as);
const finish = (id: string, body: object = {}, as = cleaner) =>
  app.call(finishJob, { params: { id }, body }, as);
const correct = (id: string, times: readonly [string | null, string | null], more: object = {}) => {
  const [startedAt, finishedAt] = times;
  const body = { cleanerID: aminah, startedAt, finishedAt, reason: 'Forgot to clock out', ...more };
  return app.call(correctHours, { params: { id }, body }, office);
};
const cancel = (id: string) => app.call(cancelJob, { params: { id }, body: {} }, office);
const replace = (id: string) => app.call(updateJob, { params: { id }, body: { cleaner1ID: siti } }, office);
const linesOf = async (id: string) => {
  const input = { params: { id }, query: { month: MONTH } };
  return (await app.call(calls.listHoursOfCleaner, input, office)).body.items;
};
const line = async () => (await linesOf(aminah))[0];
const auditOf = (id: string, action: string) =>
  app.database.db
    .selectFrom('audit_entry')
    .select(['actorRole', 'reason', 'before', 'after'])
    .where('subjectID', '=', id)
    .where('action', '=', action)
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('a clock-out pressed the next morning', () => {
  let id: string;
  beforeEach(async () => {
    id = await book(on('09:00'));
    await itIs('08:55');
    await start(id);
    await itIs('2026-11-27T09:00');
    expect((await finish(id)).status).toBe(200);
  });

  test('is not paid as it stands', async () => {
    expect(await line()).toMatchObject({ clockedMinutes: 1445, paidMinutes: 180, flag: 'implausible' });
  });

  test('is corrected by the office with both times, who did it and why', async () => {
    const reply = await correct(id, [on('08:55'), on('12:30')]);
    expect(reply.body.crew[0]).toMatchObject({
      start: { at: on('08:55') },
      finish: { at: on('12:30') },
      correction: { reason: 'Forgot to clock out', at: '2026-11-27T09:00:00+08:00' },
    });
    expect(await line()).toMatchObject({ clockedMinutes: 215, paidMinutes: 215, flag: 'longer' });
    expect(await auditOf(id, 'job.hours-corrected')).toMatchObject([
      {
        actorRole: 'admin',
        reason: 'Forgot to clock out',
        before: { clocks: { [aminah]: { finishedAt: '2026-11-27 09:00:00+08' } } },
        after: { clocks: { [aminah]: { finishedAt: '2026-11-26 12:30:00+08' } } },
      },
    ]);
  });

  test('is corrected by one of two people, and the other one sees what the first has entered', async () => {
    const seen = async () =>
      (await app.call(getVisitRecord, { params: { id } }, office)).body.crew[0]?.version ?? '';
    const version = await seen();
    const ours = await correct(id, [on('08:55'), on('12:30')], { version });
    expect(ours.status).toBe(200);
    const theirs = { version, reason: 'She said so' };
    const late = await correct(id, [on('09:00'), on('12:00')], theirs);
    expect([late.status, problem(late).code]).toEqual([409, 'hours_changed']);
    expect(late.body).toMatchObject({
      current: {
        id: aminah,
        start: { at: on('08:55') },
        finish: { at: on('12:30') },
        correction: { reason: 'Forgot to clock out' },
        version: await seen(),
      },
    });
    expect(await line()).toMatchObject({ paidMinutes: 215 });
    expect(await auditOf(id, 'job.hours-corrected')).toHaveLength(1);
    // The same times are no conflict: both agree. Once the other one has seen them, theirs count.
    expect((await correct(id, [on('08:55'), on('12:30')], { version })).status).toBe(200);
    expect((await correct(id, [on('09:00'), on('12:00')], { ...theirs, version: await seen() })).status).toBe(
      200,
    );
    expect(await line()).toMatchObject({ paidMinutes: 180 });
  });

  test('of two corrections at once, one is refused', async () => {
    const { version } = (await app.call(getVisitRecord, { params: { id } }, office)).body.crew[0] ?? {};
    const replies = await Promise.all(
      ['12:10', '12:20', '12:30'].map((time) => correct(id, [on('08:55'), on(time)], { version })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('has no version for its cleaner', async () => {
    const { body } = await app.call(getVisitRecord, { params: { id } }, cleaner);
    expect(body.crew[0]).not.toHaveProperty('version');
  });

  test('is corrected by a finish with a time, and a finish without one is refused', async () => {
    const whose = { cleanerID: aminah, reason: 'Forgot to clock out' };
    expect(problem(await finish(id, whose, office)).code).toBe('already_clocked');
    expect(problem(await start(id, whose, office)).code).toBe('already_clocked');
    const reply = await finish(id, { ...whose, at: on('12:05') }, office);
    expect(reply.body.cleaners[0]).toMatchObject({ finishedAt: on('12:05') });
    await start(id, { ...whose, at: on('08:30') }, office);
    expect(await line()).toMatchObject({ clockedMinutes: 215, paidMinutes: 215, flag: 'longer' });
  });

  test('what a phone sends again after the correction changes nothing', async () => {
    await correct(id, [on('08:55'), on('12:05')]);
    expect((await finish(id, { at: '2026-11-27T08:59:00+08:00' })).status).toBe(200);
    expect(await line()).toMatchObject({ clockedMinutes: 190, paidMinutes: 180, flag: null });
  });

  test('long hours are paid once the office has set them', async () => {
    await correct(id, [on('08:55'), on('21:00')]);
    expect(await line()).toMatchObject({ paidMinutes: 725, flag: 'longer' });
  });

  test('is undone by the office at any time', async () => {
    await itIs('2026-11-27T10:00');
    expect(problem(await app.call(undoFinishJob, { params: { id }, body: {} }, cleaner)).code).toBe(
      'too_late_to_undo',
    );
    const undone = await app.call(undoFinishJob, { params: { id }, body: { cleanerID: aminah } }, office);
    expect(undone.body).toMatchObject({ stage: 'in-progress' });
  });

  test.each([
    ['only a finish', null, on('12:00'), 'startedAt'],
    ['a finish before the start', on('12:00'), on('11:00'), 'finishedAt'],
    ['in the future', on('09:00'), '2026-11-27T09:01:00+08:00', 'finishedAt'],
    ['the day before', '2026-11-25T23:00:00+08:00', on('12:00'), 'startedAt'],
  ])('is not corrected to nonsense: %s', async (_why, from, until, path) => {
    const refused = await correct(id, [from, until]);
    expect(problem(refused).errors?.[0]?.path).toBe(path);
    expect(await line()).toMatchObject({ clockedMinutes: 1445 });
  });

  test('is not corrected without a reason, nor by a cleaner', async () => {
    expect(problem(await correct(id, [on('09:00'), on('12:00')], { reason: ' ' })).errors?.[0]?.path).toBe(
      'reason',
    );
    const body = { cleanerID: aminah, startedAt: on('09:00'), finishedAt: on('12:00'), reason: 'Mine' };
    expect((await app.call(correctHours, { params: { id }, body }, cleaner)).status).toBe(403);
  });

  test('is not corrected once the month is approved', async () => {
    await app.database.pool.query(
      `insert into pay_sheet (month, status, created_at, updated_at, cleaners, visits, paid_minutes, total)
        values ('2026-11-01', 'approved', now(), now(), 0, 0, 0, 0)
        on conflict (month) do update set (status, cleaners, visits, paid_minutes, total) = ('approved', 0, 0, 0, 0)`,
    );
    const refused = [
      await correct(id, [on('09:00'), on('12:00')]),
      await finish(id, { cleanerID: aminah, reason: 'Late', at: on('12:00') }, office),
      await app.call(undoFinishJob, { params: { id }, body: { cleanerID: aminah } }, office),
    ];
    expect(refused.map((one) => problem(one).code)).toEqual(Array(3).fill('month_approved'));
    expect(refused.map((one) => problem(one).detail)[0]).toMatch(
      /^The pay of November 2026 is approved. Reopen it first/,
    );
    await app.database.pool.query('delete from pay_sheet');
  });
});

describe('visits that overlap', () => {
  test('are taken, flagged, and their shared time is paid once', async () => {
    const first = await book(on('09:00'));
    const second = await book(on('13:30'), aminah);
    await itIs('08:55');
    await start(first);
    await itIs('13:30');
    expect((await start(second)).status).toBe(200);
    await itIs('14:00');
    await finish(first);
    await itIs('16:30');
    await finish(second);
    expect(await linesOf(aminah)).toMatchObject([
      { jobID: first, paidMinutes: 305, flag: 'longer' },
      { jobID: second, clockedMinutes: 180, paidMinutes: 150, flag: 'overlap' },
    ]);
  });

  test('are not paid twice either when the first was forgotten', async () => {
    const first = await book(on('09:00'));
    const second = await book(on('13:30'), aminah);
    await itIs('08:55');
    await start(first);
    await itIs('13:30');
    await start(second);
    await itIs('16:30');
    await finish(second);
    await itIs('2026-11-27T09:00');
    await finish(first);
    expect(await linesOf(aminah)).toMatchObject([
      { jobID: first, paidMinutes: 180, flag: 'implausible' },
      { jobID: second, paidMinutes: 180, flag: null },
    ]);
  });
});

describe('a visit that was cancelled', () => {
  test('under way keeps the hours until then', async () => {
    const id = await book(on('09:00'));
    await itIs('09:00');
    await start(id);
    await itIs('11:00');
    expect((await cancel(id)).status).toBe(200);
    expect(await line()).toMatchObject({ finishedAt: on('11:00'), paidMinutes: 120, flag: 'cancelled' });
    await itIs('11:20');
    expect(problem(await finish(id, { at: on('11:10') })).code).toBe('not_changeable');
    expect((await finish(id, { at: on('10:40') })).status).toBe(200);
    expect(await line()).toMatchObject({ finishedAt: on('10:40'), paidMinutes: 100, flag: 'cancelled' });
  });

  test('before an offline phone could send takes what happened before', async () => {
    const id = await book(on('14:00'));
    await itIs('17:30');
    await cancel(id);
    expect((await start(id, { at: on('14:00') })).status).toBe(200);
    expect((await finish(id, { at: on('17:00') })).status).toBe(200);
    expect(await line()).toMatchObject({ paidMinutes: 180, flag: 'cancelled' });
  });

  test('is corrected by the office', async () => {
    const id = await book(on('09:00'));
    await itIs('09:30');
    await cancel(id);
    expect(await line()).toBeUndefined();
    await itIs('13:00');
    expect((await correct(id, [on('08:50'), on('09:40')])).status).toBe(200);
    expect(await line()).toMatchObject({ paidMinutes: 50, flag: 'cancelled' });
    expect((await correct(id, [null, null])).status).toBe(200);
    expect(await line()).toBeUndefined();
  });
});

describe('a cleaner who was replaced', () => {
  let id: string;
  beforeEach(async () => {
    id = await book(on('09:00'));
    await itIs('08:30');
  });

  test('is paid for what her phone sends later, until then', async () => {
    await itIs('09:40');
    expect((await replace(id)).status).toBe(200);
    expect((await start(id, { at: on('08:55') })).status).toBe(200);
    expect(await line()).toMatchObject({ finishedAt: on('09:40'), paidMinutes: 45, flag: 'cancelled' });
    expect((await finish(id, { at: on('09:30') })).status).toBe(200);
    expect(await line()).toMatchObject({ finishedAt: on('09:30'), paidMinutes: 35 });
    await itIs('09:45');
    expect(problem(await finish(id, { at: on('09:41') })).code).toBe('not_changeable');
  });

  test('is corrected by the office, with an entry in the history', async () => {
    await itIs('09:40');
    await replace(id);
    const reply = await correct(id, [on('09:00'), on('09:35')]);
    expect(reply.body.crew).toMatchObject([
      { id: siti, replacedAt: null },
      { id: aminah, replacedAt: on('09:40'), finish: { at: on('09:35') } },
    ]);
    expect(await line()).toMatchObject({ paidMinutes: 35, flag: 'cancelled' });
    expect(await auditOf(id, 'job.hours-corrected')).toMatchObject([
      { after: { clocks: { [aminah]: { finishedAt: '2026-11-26T01:35:00Z' } } } },
    ]);
    const seen = await app.call(getVisitRecord, { params: { id } }, other);
    expect(seen.body.crew).toHaveLength(1);
    expect(seen.body.crew[0]).not.toHaveProperty('correction');
  });

  test('has her clock again when she comes back', async () => {
    await itIs('09:40');
    await replace(id);
    await start(id, { at: on('08:55') });
    await app.call(updateJob, { params: { id }, body: { cleaner1ID: aminah } }, office);
    const { body } = await app.call(getVisitRecord, { params: { id } }, office);
    expect(body.crew).toMatchObject([{ id: aminah, start: { at: on('08:55') } }, { id: siti }]);
  });

  test('does not see the visit any more, and nobody else may clock on it', async () => {
    await replace(id);
    expect((await app.call(getVisitRecord, { params: { id } }, cleaner)).status).toBe(404);
    const stranger = await signedIn(app, 'cleaner', await addCleaner(app.context()));
    expect((await start(id, {}, stranger)).status).toBe(404);
  });
});

describe('what the server refuses of a cleaner’s work', () => {
  test('reaches the office once, until it has seen to it', async () => {
    const id = await book(on('09:00'));
    await itIs('09:30');
    await cancel(id);
    const report = (body: object, as = cleaner) =>
      app.call(
        reportRefused,
        { params: { id }, body: { act: 'finish', at: on('12:00'), code: 'not_changeable', ...body } },
        as,
      );
    await itIs('13:00');
    expect((await report({})).status).toBe(200);
    expect((await report({})).status).toBe(200);
    await report({ act: 'comment', at: on('12:01'), note: 'The tap drips.' });
    expect((await report({}, other)).status).toBe(404);
    const { work } = await findRefusedWork(app.context(), 100);
    expect(work.filter(({ jobID }) => jobID === id)).toEqual([
      {
        jobID: id,
        cleanerID: aminah,
        since: on('13:00'),
        acts: [
          { act: 'finish', at: on('12:00'), note: '' },
          { act: 'comment', at: on('12:01'), note: 'The tap drips.' },
        ],
      },
    ]);
    await correct(id, [on('09:00'), on('12:00')]);
    const left = async () =>
      (await findRefusedWork(app.context(), 100)).work.find(({ jobID }) => jobID === id);
    expect((await left())?.acts.map(({ act }) => act)).toEqual(['comment']);
    const resolve = () => app.call(resolveRefused, { params: { id }, body: { cleanerID: aminah } }, office);
    expect((await resolve()).body).toEqual({ resolved: 1 });
    expect((await resolve()).body).toEqual({ resolved: 0 });
    expect(await left()).toBeUndefined();
  });
});

describe('a correction and the approval of its month', () => {
  let id: string;
  let seen: { version: string };
  const joanne = { role: 'admin', id: crypto.randomUUID(), sessionID: '', officeRole: 'owner' } as const;
  const inMonth = { params: { month: MONTH } };
  const [from, until] = [on('09:00'), on('12:30')];
  const correction = () => ({
    cleanerID: aminah,
    startedAt: from,
    finishedAt: until,
    reason: 'Stayed longer',
  });
  const asJoanne = (ctx: Context) => ({ ...ctx, actor: joanne });
  const approve = (ctx: Context) => approveSheet(asJoanne(ctx), MONTH, seen);

  beforeEach(async () => {
    id = await book(on('09:00'));
    await itIs('2026-12-01T09:00');
    const rate = { centsPerHour: 1300, validFrom: '2026-11-01' };
    expect((await app.call(calls.saveRate, { body: rate }, office)).status).toBe(201);
    seen = { version: (await app.call(calls.getSheet, inMonth, office)).body.version ?? '' };
  });
  afterEach(() => app.database.pool.query('truncate pay_line, pay_sheet_change, pay_extra, pay_sheet'));

  const corrections: readonly [string, (ctx: Context) => Promise<unknown>][] = [
    ['of both times', (ctx) => setHours(asJoanne(ctx), id, correction())],
    [
      'of one time',
      (ctx) => startVisit(asJoanne(ctx), id, { cleanerID: aminah, at: from, reason: 'Late' } as never),
    ],
    ['as it was planned', (ctx) => confirmTookPlace(asJoanne(ctx), id)],
  ];

  test.each(corrections)('%s: the approval waits for it, and is refused', async (_what, correcting) => {
    const approved = await overlap(app, correcting, () => approve(app.context()));
    expect(approved).toMatchObject({ refusal: 'sheet_changed' });
  });

  test.each(corrections)('%s: waits for an approval under way, and is refused', async (_what, correcting) => {
    const corrected = await overlap(app, approve, () => correcting(app.context()));
    expect(corrected).toMatchObject({ refusal: 'month_approved' });
    expect((await app.call(calls.listDifferences, inMonth, office)).body.count).toBe(0);
  });

  test('(without its lock, the month is approved with hours that have just been corrected)', async () => {
    const hooks: QueryHooks = { change: (query) => (locks(query) ? withoutLocks(query) : query) };
    await app.database.pool.query(
      "insert into pay_sheet (month, status, created_at, updated_at) values ('2026-11-01', 'draft', now(), now())",
    );
    const correcting = corrections[0]?.[1] ?? (() => Promise.reject());
    const approved = await overlap(
      app,
      (tx) => correcting({ ...tx, db: withHooks(tx.db, hooks) }),
      () => approve({ ...app.context(), db: withHooks(app.services.db, hooks) }),
    );
    expect(approved).toMatchObject({ status: 'approved' });
    expect((await app.call(calls.listDifferences, inMonth, office)).body.count).toBe(1);
  });
});
