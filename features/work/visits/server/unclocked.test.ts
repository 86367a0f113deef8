import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addPackage } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { cancelJob, getJob, listJobs, trashJob } from '#features/work/jobs/contract.ts';
import { findSaidNo } from '#features/work/jobs/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { reportRefused } from '../contract/visit-day.ts';
import { answerCame, confirmTookPlace, finishJob, refundNobodyCame, startJob } from '../contract.ts';
import { findRefusedWork } from './refused-actions.ts';

/* A visit that has ended without a clock-in, and jobs that may not be trashed. */

const { app, world } = await startBusiness({ customers: 1 });

let office: As;
let mei: As;
let aminah: string;
let siti: string;
let id: string;

const on = (time: string) => `2026-11-26T${time}:00+08:00`;

async function itIs(time: string): Promise<void> {
  app.clock.set(time.length === 5 ? on(time) : time);
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
}

async function book(time = '09:00', isPaid = true): Promise<string> {
  const body = {
    packageID: await addPackage(app.context(), { crew: 2 }),
    addressID: world.customers[0]?.addressID ?? '',
    startTime: on(time),
    cleaner1ID: aminah,
    cleaner2ID: siti,
  };
  const booked = await app.call(createJob, { body }, mei);
  expect(booked.status).toBe(201);
  const params = { id: booked.body.id };
  if (isPaid) await app.call(commitJob, { params, body: { stripeToken: 'tok_visa' } }, mei);
  return booked.body.id;
}

/** The visit of two, on 26 November from 9:00 to 12:00. */
beforeEach(async () => {
  await itIs('2026-11-23T10:00:00+08:00');
  aminah = await addCleaner(app.context());
  siti = await addCleaner(app.context());
  id = await book();
});

const params = () => ({ params: { id } });
const answer = (came: boolean, as = mei) => app.call(answerCame, { ...params(), body: { came } }, as);
const confirm = (as = office) => app.call(confirmTookPlace, { ...params(), body: {} }, as);
const refund = (as = office) => app.call(refundNobodyCame, { ...params(), body: {} }, as);
const trash = () => app.call(trashJob, params(), office);
const read = async () => (await app.call(getJob, params(), office)).body;
const clockIn = async () =>
  app.call(startJob, { ...params(), body: { cleanerID: aminah, reason: 'Phone is flat' } }, office);

describe('the customer is asked whether we came', () => {
  test('and a no reaches the office, until a later yes', async () => {
    await itIs('12:00');
    expect((await answer(false)).body.came).toBe(false);
    expect((await answer(false)).status).toBe(200);
    expect((await findSaidNo(app.context(), 10)).ids).toEqual([id]);
    expect((await answer(true)).body.came).toBe(true);
    expect((await findSaidNo(app.context(), 10)).ids).toEqual([]);
    expect(await audited('job.came-answered')).toHaveLength(2);
  });

  test('only once it is over, of their own visits, and while no one has clocked in', async () => {
    await itIs('11:59');
    expect(problem(await answer(false)).code).toBe('not_over');
    await itIs('12:00');
    expect((await answer(false, await signedIn(app, 'customer'))).status).toBe(404);
    expect((await answer(false, office)).status).toBe(403);
    await clockIn();
    expect(problem(await answer(false)).code).toBe('someone_came');
  });
});

describe('the office says that it took place as planned', () => {
  test('and the crew gets the planned times, as a correction, once', async () => {
    await itIs('13:00');
    await answer(false);
    const done = (await confirm()).body;
    expect(done).toMatchObject({ stage: 'done', startedAt: on('09:00'), finishedAt: on('12:00') });
    expect((await confirm()).body.version).toBe(done.version);
    expect(await audited('job.hours-corrected')).toHaveLength(2);
    expect((await findSaidNo(app.context(), 10)).ids).toEqual([]);
    const { rows } = await app.database.pool.query('select corrected_at from job_crew where job_id = $1', [
      id,
    ]);
    expect(rows.every((row) => row.corrected_at !== null)).toBe(true);
  });

  test('and who has clocked keeps their own times', async () => {
    await itIs('09:20');
    await clockIn();
    await itIs('13:00');
    const { cleaners } = (await confirm()).body;
    expect(cleaners).toMatchObject([
      { startedAt: on('09:20'), finishedAt: on('12:00') },
      { startedAt: on('09:00'), finishedAt: on('12:00') },
    ]);
  });

  test('and what the phones could not save of those times is done with', async () => {
    await itIs('13:00');
    const cleaner = await signedIn(app, 'cleaner', aminah);
    for (const act of ['start', 'finish', 'comment'] as const) {
      const body = { act, at: on('12:00'), code: 'not_changeable' };
      expect((await app.call(reportRefused, { ...params(), body }, cleaner)).status).toBe(200);
    }
    expect((await confirm()).status).toBe(200);
    const { work } = await findRefusedWork(app.context(), 100);
    const acts = work.filter(({ jobID }) => jobID === id).flatMap((one) => one.acts);
    expect(acts.map(({ act }) => act)).toEqual(['comment']);
  });

  test('and a time that the office states is done with as well, one that it presses now is not', async () => {
    await itIs('13:00');
    const cleaner = await signedIn(app, 'cleaner', aminah);
    for (const act of ['start', 'finish'] as const) {
      const body = { act, at: on('12:00'), code: 'not_changeable' };
      await app.call(reportRefused, { ...params(), body }, cleaner);
    }
    const body = { cleanerID: aminah, reason: 'Phone is flat' };
    expect(
      (await app.call(startJob, { ...params(), body: { ...body, at: on('09:00') } }, office)).status,
    ).toBe(200);
    expect((await app.call(finishJob, { ...params(), body }, office)).status).toBe(200);
    const { work } = await findRefusedWork(app.context(), 100);
    const acts = work.filter(({ jobID }) => jobID === id).flatMap((one) => one.acts);
    expect(acts.map(({ act }) => act)).toEqual(['finish']);
  });

  test('not before its end, nor for a cancelled one, nor by a customer', async () => {
    await itIs('11:59');
    expect(problem(await confirm()).code).toBe('not_over');
    await itIs('13:00');
    expect((await confirm(mei)).status).toBe(403);
    await refund();
    expect(problem(await confirm()).code).toBe('not_paid');
  });
});

describe('the office says that nobody came', () => {
  test('and the customer gets everything back, once', async () => {
    await itIs('13:00');
    const { paid } = await read();
    expect(paid).toBe(true);
    const first = (await refund()).body;
    expect(first).toMatchObject({ fee: 0, refund: first.job.amountToPay, job: { status: 'cancelled' } });
    expect(first.refund).toBeGreaterThan(0);
    expect(problem(await refund()).code).toBe('not_cancellable');
    const { rows } = await app.database.pool.query(
      `select count(distinct paid.id)::int from money_transaction as paid
        join payment_allocation as part on part.transaction_id = paid.id
        where paid.type = 'refund' and part.job_id = $1`,
      [id],
    );
    expect(rows[0].count).toBe(1);
  });

  test('not of a visit that was cancelled on the customer’s terms, whatever the reason', async () => {
    await itIs('08:00');
    const body = { reason: 'Nobody came', onBehalfOf: 'customer' as const };
    expect((await app.call(cancelJob, { ...params(), body }, office)).status).toBe(200);
    await itIs('13:00');
    expect(problem(await refund()).code).toBe('not_cancellable');
  });

  test('not before its end, nor if someone has clocked in', async () => {
    await itIs('11:59');
    expect(problem(await refund()).code).toBe('not_over');
    await clockIn();
    await itIs('13:00');
    expect(problem(await refund()).code).toBe('someone_came');
    expect(await read()).toMatchObject({ status: 'paid' });
  });
});

describe('the trash', () => {
  test('does not take a paid visit that is over, with what to do instead', async () => {
    await itIs('13:00');
    expect(problem(await trash())).toMatchObject({
      status: 409,
      code: 'visit_happened',
      detail: 'This visit is paid. If nobody came, refund it, or set a new date.',
    });
  });

  test('does not take a visit on which someone has worked, nor one that was refunded', async () => {
    await itIs('09:00');
    await clockIn();
    await itIs('12:00');
    await app.call(finishJob, { ...params(), body: { cleanerID: aminah, reason: 'Phone is flat' } }, office);
    expect(problem(await trash())).toMatchObject({
      code: 'visit_happened',
      detail: expect.stringContaining('have worked'),
    });
    expect((await read()).trash).toBe(0);
  });

  test('lists an unpaid booking that was trashed, also once its hold has ended', async () => {
    id = await book('14:00', false);
    expect((await trash()).status).toBe(200);
    await itIs('2026-11-23T12:00:00+08:00');
    const listed = async (trash: '0' | '1' | '*') => {
      const { items } = (await app.call(listJobs, { query: { trash, size: 100 } }, office)).body;
      return items.some((job) => job.id === id);
    };
    expect([await listed('0'), await listed('1'), await listed('*')]).toEqual([false, true, true]);
  });
});

const audited = (action: string) =>
  app.database.db
    .selectFrom('audit_entry')
    .select('id')
    .where('subjectID', '=', id)
    .where('action', '=', action)
    .execute();
