import { beforeEach, expect, test } from 'vitest';
import { readVisitStatistics } from '#features/office/statistics/contract.ts';
import { feature as statistics } from '#features/office/statistics/server/index.ts';
import { exportPersonalData } from '#features/people/customers/contract/account.ts';
import { getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { createJobForCustomer, quoteJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { bookVisits, payFor } from './testing/booking-calls.ts';
import { addPackage, emptyDiaries } from './testing/world.ts';

/* Visits cost S$90.00 for 3 hours. */

const { app, world } = await startBusiness({ customers: 2, cleaners: 2, more: [statistics] });
const [mei, other] = world.customers as [
  { id: string; addressID: string },
  { id: string; addressID: string },
];
const [siew = '', rosnah = ''] = world.cleanerIDs;
let office: As;
let asMei: As;

let first: string;

async function at(time: string) {
  app.clock.set(time);
  office = await signedIn(app, 'admin');
  asMei = await signedIn(app, 'customer', mei.id);
}

beforeEach(async () => {
  await at('2026-11-29T09:00:00+08:00');
  await emptyDiaries(app.context());
  await app.database.pool.query(`update job set trashed_at = now() where trashed_at is null`);
  [first = ''] = await bookVisits(app, asMei, world, { cleanerID: siew });
  expect((await payFor(app, asMei, first)).status).toBe(200);
});

async function finish(id: string) {
  await at('2026-12-01T13:00:00+08:00');
  await app.database.pool.query(
    `update job_crew set started_at = job.starts_at, start_received_at = job.starts_at,
       finished_at = job.ends_at, finish_received_at = job.ends_at
     from job where job.id = job_crew.job_id and job.id = $1`,
    [id],
  );
}

const body = () => ({
  customerID: mei.id,
  packageID: world.packageID,
  addressID: mei.addressID,
  startTime: '2026-12-03T09:00:00+08:00',
  cleaner1ID: rosnah,
  recleanOf: first,
  recleanReason: 'The oven was forgotten.',
});
const sendAgain = (more: object = {}, headers?: Record<string, string>) =>
  app.call(createJobForCustomer, { body: { ...body(), ...more }, ...(headers && { headers }) }, office);

test('someone is sent again free of charge; it goes ahead at once, tied to the first visit', async () => {
  await finish(first);
  const { recleanReason: _reason, ...asked } = body();
  const quote = (await app.call(quoteJob, { body: asked }, office)).body;
  expect(quote).toMatchObject({
    total: 0,
    price: {
      total: 0,
      gst: 0,
      lines: [{ code: 'reclean', label: 'Cleaning again, free of charge', amount: 0 }],
    },
  });

  const booked = await sendAgain();
  expect(booked.status).toBe(201);
  expect(booked.body).toMatchObject({
    status: 'paid',
    amountToPay: 0,
    recleanOf: first,
    recleanReason: 'The oven was forgotten.',
  });
  const { id } = booked.body;
  const listed = await app.call(listJobs, { query: { recleanOf: first } }, office);
  expect(listed.body.items.map((job) => job.id)).toEqual([id]);

  // The crew reads why; the customer sees neither.
  const crews = (await app.call(getJob, { params: { id } }, await signedIn(app, 'cleaner', rosnah))).body;
  expect(crews.recleanReason).toBe('The oven was forgotten.');
  expect(crews.recleanOf).toBeUndefined();
  const customers = (await app.call(getJob, { params: { id } }, asMei)).body;
  expect(customers).not.toHaveProperty('recleanOf');
  expect(customers).not.toHaveProperty('recleanReason');
  const asked4Money = await app.services.db
    .selectFrom('message')
    .select('kind')
    .where('kind', '=', 'payment-request')
    .where('jobID', '=', id)
    .execute();
  expect(asked4Money).toEqual([]);

  // It stays free if it takes longer.
  await app.call(updateJob, { params: { id }, body: { hours: 4 } }, office);
  expect((await app.call(getJob, { params: { id } }, office)).body).toMatchObject({
    hours: 4,
    amountToPay: 0,
  });
});

test('its reason is in the customer’s data export, and no other visit has one', async () => {
  await finish(first);
  await sendAgain();
  const { body: file } = await app.call(exportPersonalData, { params: { id: mei.id }, body: {} }, asMei);
  const visits = (file as unknown as Record<string, object[]>)['Your visits'] ?? [];
  const reasons = visits.flatMap((visit) => Object.entries(visit).filter(([name]) => /again/.test(name)));
  expect(reasons.at(-1)).toEqual(['Why we cleaned again', 'The oven was forgotten.']);
  const { rows } = await app.database.pool.query('select from job where reclean_of is not null');
  expect(reasons).toHaveLength(rows.length);
});

test('it counts for the cleaner of the first visit', async () => {
  await finish(first);
  await sendAgain();
  const query = { from_date: '2026-12-01', to_date: '2026-12-31', by: 'month' } as const;
  const { recleans } = (await app.call(readVisitStatistics, { query }, office)).body;
  expect(recleans).toMatchObject({ visits: 1, byCleaner: [{ cleanerID: siew, done: 1, recleans: 1 }] });
  const rosnahs = await app.call(readVisitStatistics, { query: { ...query, cleanerID: rosnah } }, office);
  expect(rosnahs.body.recleans).toEqual({ visits: 0, byCleaner: [] });
});

test('not for a visit that is not done', async () => {
  expect(problem(await sendAgain())).toMatchObject({ status: 409, code: 'no_reclean' });
});

test.each([
  ['without a reason', { recleanReason: undefined }, 'recleanReason'],
  ['without its first visit', { recleanOf: undefined }, 'recleanOf'],
  ['with an empty first visit', { recleanOf: '' }, 'recleanOf'],
  ['with a promo code', { promocode: 'TIDY10' }, 'promocode'],
  ['as a series', { recurrence: { interval: 'weekly', count: 4 } }, 'recurrence'],
])('not %s', async (_how, more, path) => {
  await finish(first);
  expect(problem(await sendAgain(more))).toMatchObject({ status: 422, errors: [{ path }] });
});

test('not with another package, and not for another customer', async () => {
  await finish(first);
  const packageID = await addPackage(app.context(), { hours: 2 });
  expect(problem(await sendAgain({ packageID }))).toMatchObject({ errors: [{ path: 'packageID' }] });
  const another = await sendAgain({ customerID: other.id, addressID: other.addressID });
  expect(another.status).toBe(404);
});

test('a customer cannot ask for it', async () => {
  await finish(first);
  const { customerID: _id, recleanReason: _reason, ...asked } = body();
  expect(problem(await app.call(quoteJob, { body: asked }, asMei))).toMatchObject({
    errors: [{ path: 'recleanOf' }],
  });
});

test('two presses, with one key or with two, book one visit', async () => {
  await finish(first);
  const key = { 'idempotency-key': crypto.randomUUID() };
  const [one, same] = await Promise.all([sendAgain({}, key), sendAgain({}, key)]);
  const statuses = [one.status, same.status];
  expect(statuses).toContain(201);
  const [third, fourth] = await Promise.all([
    sendAgain({ startTime: '2026-12-04T09:00:00+08:00' }),
    sendAgain({ startTime: '2026-12-05T09:00:00+08:00' }),
  ]);
  for (const late of [third, fourth]) expect(problem(late)).toMatchObject({ code: 'no_reclean' });
  const listed = await app.call(listJobs, { query: { recleanOf: first, status: '*' } }, office);
  expect(listed.body.items).toHaveLength(1);
});

test('two people at once with two keys book one visit', async () => {
  await finish(first);
  const both = await Promise.all([
    sendAgain({ startTime: '2026-12-04T09:00:00+08:00', cleaner1ID: siew }),
    sendAgain({ startTime: '2026-12-05T09:00:00+08:00' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});
