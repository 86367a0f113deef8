import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createJob } from '#features/booking/contract.ts';
import { startBookingApp } from '#features/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/server/testing/booking-calls.ts';
import { addCleaner, addCustomer, makeWorld, type World } from '#features/booking/server/testing/world.ts';
import { changeJob, findJobs, type JobRow } from '#features/jobs/server/index.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { cancelJobPayment } from '../contract.ts';
import { bookingOf } from './booking-to-pay.ts';
import { payBooking } from './commit-job.ts';

/** What a payment by card asks of the database: each statement costs both sides more than what it reads. */
let app: TestApp;
let stripe: TestStripe;
let world: World;
let mei: As;
let asked: string[] = [];

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 20 });
  world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  await app.runOutbox('all');
  app.sent.sms.length = 0;
  world = { ...world, customers: [await addCustomer(app.context())] };
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

/** Texts of the statements that go to this app's database from here on; the Stripe twin has one of its own. */
function listen(): void {
  vi.restoreAllMocks();
  asked = [];
  const { query } = pg.Client.prototype;
  const own = new URL(app.database.url).pathname.slice(1);
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
    const [first] = all as [string | { text: string }];
    if (this.database === own) asked.push(typeof first === 'string' ? first : first.text);
    return (query as (...all: unknown[]) => unknown).apply(this, all) as never;
  });
}

const bookOne = async () =>
  (await bookVisits(app, mei, world, { cleanerId: await addCleaner(app.context()) }))[0] ?? '';

test('a visit is paid in 33 statements, its session included', async () => {
  const id = await bookOne();
  listen();
  expect((await payFor(app, mei, id)).status).toBe(200);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(33);
});

test('each further visit of a series costs four: its change and that in the audit trail, its list read and frozen', async () => {
  const cleanerId = await addCleaner(app.context());
  const [id = ''] = await bookVisits(app, mei, world, { cleanerId, visits: 4 });
  listen();
  expect((await payFor(app, mei, id)).status).toBe(200);
  // A series is read to find what is held together, and its hold is locked.
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(33 + 2 + 3 * 4);
  expect(asked.filter((text) => text.includes('add_jobs'))).toHaveLength(1);
});

test('a cleaner hears once of a series that is booked', async () => {
  const crew = [await addCleaner(app.context()), await addCleaner(app.context())];
  const body = {
    packageID: world.packageId,
    addressID: world.customers[0]?.addressId ?? '',
    startTime: '2026-12-01T09:00:00+08:00',
    numCleaners: 2,
    cleaner1ID: crew[0],
    cleaner2ID: crew[1],
    recurrence: { interval: 'weekly', count: 4 },
  } as const;
  const { id } = (await app.call(createJob, { body }, mei)).body;
  await payFor(app, mei, id);
  await app.runOutbox();
  expect(app.sent.sms.map((sms) => sms.body)).toEqual([
    expect.stringMatching(/^New: 4 visits from Tue 1 Dec, Singapore \d{6}\./),
    expect.stringMatching(/^New: 4 visits/),
  ]);
});

test('five first payments of one customer at once wait for each other, and none has to begin again', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, bookOne));
  listen();
  const paid = await Promise.all(ids.map((id) => payFor(app, mei, id)));
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(asked.filter((text) => text === 'rollback')).toEqual([]);
});

test('a visit that has changed since it was seen is paid as it is then', async () => {
  const id = await bookOne();
  const ctx = app.context<Actor>({
    role: 'customer',
    id: world.customers[0]?.id ?? '',
    sessionId: app.services.newId(),
  });
  const [seen] = await findJobs(ctx, [id]);
  const booking = await bookingOf(ctx, seen as JobRow);
  await inTransaction(ctx, (tx) => changeJob(tx, id, { fields: { label: 'Another name' } }));
  const card = { stripeToken: 'tok_visa' };
  const paid = await payBooking(ctx, booking, { card, receiptEmail: null, confirmedBy: null, change: null });
  expect(isRefusal(paid)).toBe(false);
  const rows = await app.services.db
    .selectFrom('money_transaction')
    .select('details')
    .where('job_id', '=', id)
    .execute();
  expect(rows).toEqual([{ details: 'Another name' }]);
});

test('time is firm while another card is charged after a payment that was cancelled', async () => {
  const id = await bookOne();
  const firmness = () =>
    app.services.db.selectFrom('cleaner_occupation').select('held_until').where('job_id', '=', id).execute();
  for (const token of ['tok_threeDSecure2Required', 'tok_authenticationRequired']) {
    expect((await payFor(app, mei, id, token)).body).toMatchObject({ requiresAction: true });
    expect([token, await firmness()]).toEqual([token, [{ held_until: null }]]);
    expect((await app.call(cancelJobPayment, { params: { id } }, mei)).status).toBe(200);
  }
});

test('the row that a change gives back is the row as it is read', async () => {
  const id = await bookOne();
  const ctx = app.context();
  const changes = [
    { fields: { special_requests: 'Mind the cat' } },
    { fields: { status: 'expired' } },
    { fields: { status: 'pending' } },
    { crew: [await addCleaner(ctx)] },
    { fields: { package_id: world.packageId, trashed_at: app.clock.now().toString() } },
  ];
  for (const change of changes) {
    const given = await inTransaction(ctx, (tx) => changeJob(tx, id, change));
    expect([given]).toEqual(await findJobs(ctx, [id]));
  }
});

test('a visit that nobody heard of is told of in one statement, whatever its crew', async () => {
  const crew = [await addCleaner(app.context()), await addCleaner(app.context())];
  const body = {
    packageID: world.packageId,
    addressID: world.customers[0]?.addressId ?? '',
    startTime: '2026-12-01T09:00:00+08:00',
    numCleaners: 2,
    cleaner1ID: crew[0],
    cleaner2ID: crew[1],
  };
  const { id } = (await app.call(createJob, { body }, mei)).body;
  listen();
  await payFor(app, mei, id);
  expect(asked.filter((text) => text.includes('graphile_worker'))).toHaveLength(1);
  await app.runOutbox();
  expect(app.sent.sms).toHaveLength(2);
});
