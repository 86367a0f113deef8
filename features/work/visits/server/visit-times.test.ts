import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { trashVisitAhead } from '#features/booking/booking/server/testing/trash-ahead.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { addReview, finishJob, startJob, undoFinishJob, updateJobChecklist } from '../contract.ts';

/** The office's reason for clocking for a cleaner. */
const reason = 'Phone is flat';
let office: As;
let mei: As;
/** The crew of the visit on 26 November, 9:00 to 12:00. */
let aminah: string;
let siti: string;
let [one, two]: [As, As] = [{}, {}];
let id: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  [aminah, siti] = await Promise.all([addCleaner(app.context()), addCleaner(app.context())]);
  await signInAgain();
  id = await bookAndPay();
  await itIs('08:30');
});

async function bookAndPay(): Promise<string> {
  const body = {
    packageID: await addPackage(app.context(), { crew: 2 }),
    addressID: world.customers[0]?.addressID ?? '',
    startTime: on('09:00'),
    cleaner1ID: aminah,
    cleaner2ID: siti,
  };
  const booked = await app.call(createJob, { body }, mei);
  expect(booked.status).toBe(201);
  const paying = { params: { id: booked.body.id }, body: { stripeToken: 'tok_visa' } };
  expect((await app.call(commitJob, paying, mei)).status).toBe(200);
  return booked.body.id;
}

/** A time on the visit's day. */
const on = (time: string) => `2026-11-26T${time}${time.length === 5 ? ':00' : ''}+08:00`;

async function itIs(time: string): Promise<void> {
  app.clock.set(on(time));
  await signInAgain();
}

/** Needed after moving the clock, as sessions do not last for days. */
async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  [one, two] = [await signedIn(app, 'cleaner', aminah), await signedIn(app, 'cleaner', siti)];
}

const start = (body: object, who: As = one) => app.call(startJob, { params: { id }, body }, who);
const finish = (body: object, who: As = one) => app.call(finishJob, { params: { id }, body }, who);
const undo = (who: As = one, body: object = {}) => app.call(undoFinishJob, { params: { id }, body }, who);
const tick = (checklist: { id: string; done: boolean; at?: string }[], who: As = one) =>
  app.call(updateJobChecklist, { params: { id }, body: { checklist } }, who);
const clockOf = (cleanerID: string) =>
  app.services.db
    .selectFrom('job_crew')
    .select(['startedAt', 'startReceivedAt', 'finishedAt', 'finishReceivedAt'])
    .where('jobID', '=', id)
    .where('cleanerID', '=', cleanerID)
    .executeTakeFirstOrThrow();

describe('clocking in and out offline', () => {
  test('stores when it happened and when it was received', async () => {
    await itIs('12:40');
    expect((await start({ at: on('08:55') })).body.cleaners[0]?.startedAt).toBe(on('08:55'));
    await finish({ at: '2026-11-26 12:02' });
    expect(await clockOf(aminah)).toEqual({
      startedAt: '2026-11-26 08:55:00+08',
      startReceivedAt: '2026-11-26 12:40:00+08',
      finishedAt: '2026-11-26 12:02:00+08',
      finishReceivedAt: '2026-11-26 12:40:00+08',
    });
  });

  test.each([
    ['in the future', () => start({ at: on('08:31') }), 422, 'invalid'],
    ['more than an hour early', () => start({ at: on('07:59') }), 409, 'too_early_to_start'],
    ['before the day, for the office too', startYesterday, 409, 'too_early_to_start'],
    ['not a time', () => start({ at: 'nine' }), 422, 'invalid'],
    ['a finish before any start', () => finish({ at: on('08:10') }), 409, 'not_started'],
  ])('refuses a request: %s', async (_why, send, status, code) => {
    const refused = await send();
    expect([refused.status, problem(refused).code]).toEqual([status, code]);
    expect(await clockOf(aminah)).toMatchObject({ startedAt: null, finishedAt: null });
  });

  function startYesterday() {
    return start({ at: '2026-11-25T23:59:00+08:00', cleanerID: aminah, reason }, office);
  }

  test('refuses a finish before the start', async () => {
    await start({ at: on('08:20') });
    const refused = await finish({ at: on('08:19') });
    expect(problem(refused).errors?.[0]?.path).toBe('at');
    expect((await clockOf(aminah)).finishedAt).toBeNull();
  });

  test('counts once, with the idempotency key and without: the first time is kept', async () => {
    const keyed = { ...one, headers: { 'idempotency-key': `start ${id}` } };
    const press = () => start({ at: on('08:20') }, keyed);
    const replies = [...(await Promise.all([press(), press(), press()])), await press()];
    expect(replies.map((reply) => [reply.status, reply.body.cleaners[0]?.startedAt])).toEqual(
      Array(4).fill([200, on('08:20')]),
    );
    expect(problem(await start({ at: on('08:21') }, keyed)).code).toBe('idempotency_mismatch');
    await start({ at: on('08:25') });
    expect((await clockOf(aminah)).startedAt).toBe('2026-11-26 08:20:00+08');
  });

  test('keeps exactly one of two concurrent starts', async () => {
    await Promise.all([
      start({ at: on('08:10') }),
      start({ at: on('08:20'), cleanerID: aminah, reason }, office),
    ]);
    const { startedAt, startReceivedAt } = await clockOf(aminah);
    expect(['2026-11-26 08:10:00+08', '2026-11-26 08:20:00+08']).toContain(startedAt);
    expect(startReceivedAt).toBe('2026-11-26 08:30:00+08');
  });
});

describe('ticks of two cleaners, one of them offline', () => {
  const shown = async () => {
    const { body } = await app.call(updateJobChecklist, { params: { id }, body: {} }, one);
    return body.checklist.map((line) => [line.done, line.doneBy]);
  };

  test('the later tick of a line counts, whichever arrives first', async () => {
    const [hob = '', floor = ''] = world.itemIDs;
    await itIs('11:00');
    await tick([{ id: hob, done: false, at: on('10:30') }], two);
    await tick([{ id: floor, done: true, at: on('10:30') }], two);
    await tick([
      { id: hob, done: true, at: on('10:00') },
      { id: floor, done: false, at: on('10:00') },
    ]);
    expect(await shown()).toEqual([
      [false, null],
      [true, siti],
    ]);
    await tick([{ id: hob, done: true }]);
    expect(await shown()).toEqual([
      [true, aminah],
      [true, siti],
    ]);
  });

  test('concurrent ticks lose nothing, in ten rounds', async () => {
    await itIs('11:00');
    for (let round = 0; round < 10; round++) {
      const at = (second: number) => on(`10:${String(round).padStart(2, '0')}:${second}`);
      const lines = (done: boolean, second: number) =>
        world.itemIDs.map((item) => ({ id: item, done, at: at(second) }));
      await Promise.all([
        tick(lines(round % 2 === 0, 50), two),
        tick([...lines(round % 2 === 1, 20)].reverse()),
        tick(lines(round % 2 === 1, 40), office),
      ]);
      expect((await shown()).map(([done]) => done)).toEqual([round % 2 === 0, round % 2 === 0]);
    }
  });

  test('a time in the future is refused, and none of its lines is saved', async () => {
    const [hob = '', floor = ''] = world.itemIDs;
    const refused = await tick([
      { id: hob, done: true },
      { id: floor, done: true, at: on('08:31') },
    ]);
    expect(problem(refused).errors?.[0]?.path).toBe('checklist.1.at');
    expect((await shown()).map(([done]) => done)).toEqual([false, false]);
  });
});

describe('undoing a finish', () => {
  beforeEach(async () => {
    await start({});
    await itIs('08:40');
    await finish({});
  });

  test('reopens the visit, and leaves an audit entry', async () => {
    expect((await undo()).body).toMatchObject({ stage: 'in-progress', finishedAt: null });
    expect((await undo()).status).toBe(200);
    const [entry] = await app.services.db
      .selectFrom('audit_entry')
      .select(['actorID', 'before'])
      .where('subjectID', '=', id)
      .where('action', '=', 'job.finish-undone')
      .execute();
    expect(entry).toMatchObject({
      actorID: aminah,
      before: { clocks: { [aminah]: { finishedAt: expect.stringContaining('2026-11-26 08:40') } } },
    });
    await finish({});
    expect((await clockOf(aminah)).finishedAt).not.toBeNull();
  });

  test('is personal: a colleague’s finish stays', async () => {
    await undo(two);
    expect((await clockOf(aminah)).finishedAt).not.toBeNull();
    expect((await undo(await signedIn(app, 'cleaner', await addCleaner(app.context())))).status).toBe(404);
    expect((await undo(mei)).status).toBe(403);
    await undo(office, { cleanerID: aminah });
    expect((await clockOf(aminah)).finishedAt).toBeNull();
  });

  test('is possible until ten minutes after the server received it', async () => {
    await itIs('08:50');
    expect((await undo()).status).toBe(200);
    await finish({ at: on('08:41') });
    await itIs('09:01');
    expect(problem(await undo()).code).toBe('too_late_to_undo');
    expect((await clockOf(aminah)).finishedAt).toBe('2026-11-26 08:41:00+08');
  });

  test('is not possible after the customer’s review', async () => {
    await start({}, two);
    await finish({}, two);
    await app.call(addReview, { params: { id }, body: { reviewStarts: 4 } }, mei);
    expect(problem(await undo()).code).toBe('too_late_to_undo');
  });

  test('concurrent with a finish leaves one consistent state', async () => {
    await Promise.all([undo(), finish({}), undo(), finish({})]);
    const { finishedAt, finishReceivedAt } = await clockOf(aminah);
    expect(finishedAt === null).toBe(finishReceivedAt === null);
  });
});

describe('the office clocks for a cleaner', () => {
  test('with a reason that the history keeps, also at the planned end', async () => {
    expect(
      (await start({ cleanerID: aminah, at: on('08:20'), reason: 'Phone is flat' }, office)).status,
    ).toBe(200);
    await itIs('13:00');
    const reply = await finish({ cleanerID: aminah, at: on('12:00'), reason: 'Forgot to clock out' }, office);
    expect(reply.body.cleaners[0]).toMatchObject({ startedAt: on('08:20'), finishedAt: on('12:00') });
    const entries = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'actorRole'])
      .where('subjectID', '=', id)
      .where('action', 'in', ['job.start', 'job.finish'])
      .orderBy('at')
      .execute();
    expect(entries).toEqual([
      { action: 'job.start', reason: 'Phone is flat', actorRole: 'admin' },
      { action: 'job.finish', reason: 'Forgot to clock out', actorRole: 'admin' },
    ]);
  });

  test('not without a reason, not before the day, and not out before in', async () => {
    const whose = { cleanerID: aminah };
    expect(problem(await start(whose, office))).toMatchObject({
      status: 422,
      errors: [{ path: 'reason', message: 'Give a reason for clocking in or out for the cleaner.' }],
    });
    const early = { ...whose, reason, at: '2026-11-25T23:59:00+08:00' };
    expect(problem(await start(early, office)).code).toBe('too_early_to_start');
    expect(problem(await finish({ ...whose, reason }, office)).code).toBe('not_started');
    await start({});
    expect(problem(await finish({ ...whose, reason, at: on('08:10') }, office)).status).toBe(422);
  });

  test('while a cleaner cannot give a reason', async () => {
    expect(problem(await start({ reason })).errors).toEqual([
      { path: 'reason', message: 'Only the office gives a reason.' },
    ]);
  });
});

test('a trashed visit cannot be worked on, even by the office', async () => {
  await trashVisitAhead(app.context(), id);
  const whose = { cleanerID: aminah };
  const replies = [
    await start({ ...whose, reason }, office),
    await finish({ ...whose, reason }, office),
    await undo(office, whose),
    await app.call(updateJobChecklist, { params: { id }, body: { comment: 'Late' } }, office),
  ];
  expect(replies.map((reply) => [reply.status, problem(reply).code])).toEqual(
    replies.map(() => [409, 'not_changeable']),
  );
});
