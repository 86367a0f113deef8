import { beforeEach, describe, expect, test } from 'vitest';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import { commitJob } from '#features/booking/checkout/server/index.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import type { Context } from '#platform/server/context.ts';
import { locks, readsFrom, updates, withHooks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { bookJob } from './book-job.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCleaner, addCustomer, type WorldCustomer } from './testing/world.ts';

let office: As;
let mei: WorldCustomer;
let asMei: As;
let aminah: string;

const { app, stripe, world } = await startBusiness();

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  mei = await addCustomer(app.context());
  asMei = await signedIn(app, 'customer', mei.id);
  office = await signedIn(app, 'admin');
  aminah = await addCleaner(app.context());
});

const at = (time: string) => `2026-12-01T${time}:00+08:00`;

const book = (time: string, more: object = {}) =>
  app.call(
    calls.createJob,
    {
      body: {
        packageID: world.packageID,
        addressID: mei.addressID,
        startTime: at(time),
        cleaner1ID: aminah,
        ...more,
      },
    },
    asMei,
  );

const pay = (id: string, stripeToken = 'tok_visa') =>
  app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken } }, asMei);

const read = async (id: string) => (await app.call(jobsCalls.getJob, { params: { id } }, asMei)).body;

/** How Mei's holds ended, earliest first. */
async function holds() {
  const rows = await app.services.db
    .selectFrom('job_hold')
    .select('endedHow')
    .where('customerID', '=', mei.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.endedHow ?? 'live');
}

async function entriesOf(jobID: string) {
  const rows = await app.services.db
    .selectFrom('cleaner_occupation')
    .select(['id', 'heldUntil', 'customerID'])
    .where('jobID', '=', jobID)
    .where('releasedAt', 'is', null)
    .execute();
  return rows;
}

describe('a hold', () => {
  test('ends as paid, and the time stays booked', async () => {
    const { body: job } = await book('09:00');
    expect(await entriesOf(job.id)).toMatchObject([
      { heldUntil: '2026-11-23 10:15:00+08', customerID: mei.id },
    ]);
    expect((await pay(job.id)).status).toBe(200);
    expect(await holds()).toEqual(['paid']);
    expect(await entriesOf(job.id)).toMatchObject([{ heldUntil: null }]);
  });

  test('that expired, was discarded or was replaced is recorded as such', async () => {
    const first = await book('09:00');
    const second = await book('13:00');
    await app.call(jobsCalls.trashJob, { params: { id: second.body.id } }, office);
    app.clock.advance({ minutes: 15 });
    await app.runCronJobs();
    expect(await holds()).toEqual(['expired', 'trashed']);
    expect((await pay(first.body.id)).status).toBe(200);
    expect(await holds()).toEqual(['expired', 'trashed', 'paid']);
  });

  test('is shared by all visits of a series, and continues if one of them is discarded', async () => {
    const { body } = await book('09:00', { recurrence: { interval: 'weekly', count: 3 } });
    const [, second, third] = body.jobs ?? [];
    await app.call(jobsCalls.trashJob, { params: { id: second?.id ?? '' } }, office);
    expect(await holds()).toEqual(['live']);
    expect(await entriesOf(second?.id ?? '')).toEqual([]);
    expect((await pay(body.id)).status).toBe(200);
    expect(await holds()).toEqual(['paid']);
    expect((await read(third?.id ?? '')).status).toBe('paid');
  });

  test('ends if all visits of a series are discarded at once', async () => {
    const { body } = await book('09:00', { recurrence: { interval: 'weekly', count: 4 } });
    await Promise.all(
      (body.jobs ?? []).map((job) => app.call(jobsCalls.trashJob, { params: { id: job.id } }, office)),
    );
    expect(await holds()).toEqual(['trashed']);
  });

  test('counts once towards five, whatever it contains', async () => {
    const later = (week: number) => ({
      startTime: `2026-12-0${week}T14:00:00+08:00`,
      recurrence: { interval: 'weekly', count: 2 },
    });
    for (const week of [1, 2, 3, 4, 5]) expect((await book('14:00', later(week))).status).toBe(201);
    expect(problem(await book('09:00')).code).toBe('too_many_holds');
    app.clock.advance({ minutes: 15 }); // no cron job has run
    expect((await book('09:00')).status).toBe(201);
  });

  test('increments the version of its jobs, with an audit entry for every step', async () => {
    const { body: job } = await book('09:00');
    await pay(job.id);
    await app.call(jobsCalls.updateJob, { params: { id: job.id }, body: { startTime: at('13:00') } }, office);
    const row = await app.services.db
      .selectFrom('job')
      .select('version')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(row.version).toBe(3);
    const trail = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('subjectID', '=', job.id)
      .orderBy('id')
      .execute();
    expect(trail).toMatchObject([
      { action: 'job.paid', before: { status: 'pending' }, after: { status: 'paid' } },
      { action: 'job.updated', after: { startTime: '2026-12-01 13:00:00+08' } },
    ]);
  });
});

describe('a booking that replaces another', () => {
  test('takes over its time atomically, and counts as one', async () => {
    const first = await book('09:00');
    const second = await book('10:00', { replacesJobID: first.body.id });
    expect(second.status).toBe(201);
    expect(await holds()).toEqual(['replaced', 'live']);
    expect((await read(first.body.id)).status).toBe('expired');
    expect(await entriesOf(first.body.id)).toEqual([]);
  });

  test('is possible at the limit of holds', async () => {
    for (const day of [1, 2, 3, 4]) await book('09:00', { startTime: `2026-12-0${day}T13:00:00+08:00` });
    const fifth = await book('09:00');
    expect(problem(await book('16:30')).code).toBe('too_many_holds');
    expect((await book('16:30', { replacesJobID: fifth.body.id })).status).toBe(201);
  });

  test('leaves the first one unchanged if it is refused', async () => {
    const first = await book('09:00');
    await book('13:00');
    const refused = await book('12:30', { replacesJobID: first.body.id, cleanerType: 'preferred' });
    expect(problem(refused).code).toBe('slot_taken');
    expect(problem(refused).alternatives).toMatchObject([
      { startTime: at('10:00') }, // its own old time counts as free
      { startTime: at('16:00') },
      { startTime: '2026-11-30T12:30:00+08:00' },
    ]);
    expect(await holds()).toEqual(['live', 'live']);
    expect(await entriesOf(first.body.id)).toHaveLength(1);
  });

  test('replaces all visits of a series', async () => {
    const first = await book('09:00', { recurrence: { interval: 'weekly', count: 3 } });
    const second = await book('10:30', {
      recurrence: { interval: 'weekly', count: 3 },
      replacesJobID: first.body.jobs?.[1]?.id,
    });
    expect(second.status).toBe(201);
    expect(await holds()).toEqual(['replaced', 'live']);
  });

  test('cannot replace a paid booking or another customer’s', async () => {
    const paid = await book('09:00');
    await pay(paid.body.id);
    expect((await book('13:00', { replacesJobID: paid.body.id })).status).toBe(201);
    expect((await read(paid.body.id)).status).toBe('paid');
    const wei = await addCustomer(app.context());
    const asWei = await signedIn(app, 'customer', wei.id);
    const body = { packageID: world.packageID, addressID: wei.addressID, startTime: at('16:30') };
    const stolen = { ...body, replacesJobID: paid.body.id };
    expect((await app.call(calls.createJob, { body: stolen }, asWei)).status).toBe(404);
  });

  test('waits while that is being paid', async () => {
    const first = await book('09:00');
    await pay(first.body.id, 'tok_threeDSecure2Required');
    const refused = await book('10:00', { replacesJobID: first.body.id });
    expect(problem(refused).code).toBe('payment_in_progress');
    expect(await holds()).toEqual(['live']);
  });

  test('ten times concurrently leaves one hold: each replaces the previous one', async () => {
    const first = await book('09:00');
    const replaces = { replacesJobID: first.body.id };
    const replies = await Promise.all(Array.from({ length: 10 }, () => book('10:00', replaces)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(201));
    expect(await holds()).toEqual([...Array(10).fill('replaced'), 'live']);
  });

  test('replaces the booking that has replaced it meanwhile, whose reply was lost', async () => {
    const first = await book('09:00');
    const replaces = { replacesJobID: first.body.id };
    await book('10:00', replaces);
    expect((await book('10:30', replaces)).status).toBe(201);
    expect(await holds()).toEqual(['replaced', 'replaced', 'live']);
  });
});

describe('a payment after the hold expired', () => {
  const expire = async () => {
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
  };

  test('a late payment is refused if the visit is now too soon', async () => {
    const { body: job } = await book('09:00', { startTime: '2026-11-24T10:30:00+08:00' });
    await expire();
    app.clock.set('2026-11-23T10:31:00+08:00');
    const refused = await pay(job.id);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'hold_expired' });
    expect(problem(refused).alternatives).toHaveLength(3);
    expect((await read(job.id)).status).toBe('expired');
  });

  test('respects the lead time before the cron job has run, too', async () => {
    const { body: job } = await book('09:00', { startTime: '2026-11-24T10:30:00+08:00' });
    app.clock.set('2026-11-23T10:31:00+08:00');
    expect(problem(await pay(job.id)).code).toBe('hold_expired');
  });

  test('respects a holiday that was declared meanwhile', async () => {
    const { body: job } = await book('09:00', { startTime: '2026-12-08T09:00:00+08:00' });
    await expire();
    const { db } = app.services;
    await db.insertInto('public_holiday').values({ day: '2026-12-08', name: 'Polling Day' }).execute();
    try {
      expect(problem(await pay(job.id)).code).toBe('hold_expired');
    } finally {
      await db.deleteFrom('public_holiday').where('day', '=', '2026-12-08').execute();
    }
  });
  describe('of a visit far ahead in a series', () => {
    let last = '';
    const start = '2027-02-16T09:00:00+08:00';

    beforeEach(async () => {
      const { body } = await book('09:00', { recurrence: { interval: 'weekly', count: 12 } });
      last = body.jobs?.at(-1)?.id ?? '';
      await app.call(jobsCalls.trashJob, { params: { id: last } }, office);
    });
    const restore = () => app.call(jobsCalls.untrashJob, { params: { id: last } }, office);

    test('ignores the horizon of single visits', async () => {
      await restore();
      expect((await pay(last)).status).toBe(200);
      expect(await read(last)).toMatchObject({ status: 'paid', startTime: start });
    });

    test('is refused with times nearby if the time is taken', async () => {
      const other = await addCustomer(app.context());
      const body = { packageID: world.packageID, addressID: other.addressID, customerID: other.id };
      const named = { ...body, startTime: start, cleaner1ID: aminah };
      expect((await app.call(calls.createJobForCustomer, { body: named }, office)).status).toBe(201);
      await restore();
      const refused = problem(await pay(last));
      expect(refused.code).toBe('hold_expired');
      const { alternatives } = refused as unknown as { alternatives: { startTime: string }[] };
      const days = alternatives.map((slot) => slot.startTime.slice(0, 10));
      expect(days).toEqual(['2027-02-16', '2027-02-16', '2027-02-15']);
    });
  });

  test('keeps the slot if it began before', async () => {
    const { body: job } = await book('09:00', { startTime: '2026-11-24T10:00:00+08:00' });
    app.clock.advance({ minutes: 10 });
    const asked = await pay(job.id, 'tok_threeDSecure2Required');
    const secret = 'clientSecret' in asked.body ? asked.body.clientSecret : '';
    app.clock.set('2026-11-23T10:20:00+08:00');
    await app.runCronJobs();
    await stripe.answer(secret, true);
    const cancelled = await app.call(checkoutCalls.cancelJobPayment, { params: { id: job.id } }, asMei);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'paid' } });
  });
});

describe('a hold that expires while its payment begins', () => {
  const contextOf = (customer: WorldCustomer, now: string): Context<SignedIn<'customer'>> => ({
    ...app.context({ role: 'customer', id: customer.id, sessionID: '' }),
    clock: { now: () => Temporal.Instant.from(now) },
  });

  test('is not given to a request that read it before', async () => {
    const { body: job } = await book('09:00');
    const wei = await addCustomer(app.context());
    const [reserved, looked, goOn] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    // Just before the end Mei pays: her slot is marked as hers, but not committed yet.
    const meis = contextOf(mei, '2026-11-23T10:14:59+08:00');
    let marked = 0;
    const paying = commitJob(
      {
        ...meis,
        db: withHooks(meis.db, {
          answered(query) {
            if (!updates(query, 'cleaner_occupation')) return undefined;
            marked += 1;
            reserved.resolve();
            return marked === 1 ? goOn.promise : undefined;
          },
        }),
      },
      job.id,
      { stripeToken: 'tok_visa' },
    );
    await reserved.promise;
    // Just after it Wei books. As a control, he does see a slot whose hold has expired.
    const weis = contextOf(wei, '2026-11-23T10:15:01+08:00');
    const seen = await app.services.db
      .selectFrom('cleaner_occupation')
      .select('id')
      .where('jobID', '=', job.id)
      .where('releasedAt', 'is', null)
      .where('heldUntil', '<=', weis.clock.now().toString())
      .execute();
    expect(seen).toHaveLength(1);
    const body = { packageID: world.packageID, addressID: wei.addressID, startTime: at('09:00') };
    const booking = bookJob(
      {
        ...weis,
        db: withHooks(weis.db, {
          answered(query) {
            if (query.kind === 'InsertQueryNode') looked.resolve(); // he has found it free and inserts his job
            return undefined;
          },
        }),
      },
      calls.createJob.body.parse({ ...body, cleaner1ID: aminah }),
      wei.id,
    );
    await looked.promise;
    goOn.resolve();
    expect(await paying).toMatchObject({ job: { status: 'paid' } });
    expect(await booking).toMatchObject({ refusal: 'slot_taken' });
    expect(await entriesOf(job.id)).toHaveLength(1);
  });

  test('cannot be paid if someone has taken the time meanwhile', async () => {
    const { body: job } = await book('09:00');
    const wei = await addCustomer(app.context());
    const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const meis = contextOf(mei, '2026-11-23T10:14:59+08:00');
    const paying = commitJob(
      {
        ...meis,
        db: withHooks(meis.db, {
          answered(query) {
            if (!readsFrom(query, 'job') || !locks(query)) return undefined;
            locked.resolve();
            return goOn.promise;
          },
        }),
      },
      job.id,
      { stripeToken: 'tok_visa' },
    );
    await locked.promise;
    const body = { packageID: world.packageID, addressID: wei.addressID, startTime: at('09:00') };
    const theirs = await bookJob(
      contextOf(wei, '2026-11-23T10:15:01+08:00'),
      calls.createJob.body.parse({ ...body, cleaner1ID: aminah }),
      wei.id,
    );
    expect(theirs).toHaveLength(1);
    const charges = await stripe.charges();
    goOn.resolve();
    expect(await paying).toMatchObject({ refusal: 'hold_expired' });
    expect(await stripe.charges()).toBe(charges);
    app.clock.set('2026-11-23T10:16:00+08:00');
    await app.runCronJobs();
    expect(await holds()).toEqual(['expired']);
  });

  test('and has expired by both clocks goes to whoever takes it first', async () => {
    const { body: job } = await book('09:00');
    app.clock.advance({ minutes: 15 });
    const wei = await addCustomer(app.context());
    const asWei = await signedIn(app, 'customer', wei.id);
    const body = { packageID: world.packageID, addressID: wei.addressID, startTime: at('09:00') };
    const theirs = await app.call(calls.createJob, { body: { ...body, cleaner1ID: aminah } }, asWei);
    expect(theirs.status).toBe(201);
    // Mei's server is slightly behind: by its clock the hold is still live.
    const late = contextOf(mei, '2026-11-23T10:14:59+08:00');
    const refused = await commitJob(late, job.id, { stripeToken: 'tok_visa' });
    expect(refused).toMatchObject({ refusal: 'hold_expired' });
  });
});
