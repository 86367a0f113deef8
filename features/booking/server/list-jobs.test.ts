import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs } from '#features/jobs/contract.ts';
import { finishJob, startJob } from '#features/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { commitJob, createJob } from '../contract.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { makeWorld } from './testing/world.ts';

let app: TestApp;
let stripe: TestStripe;

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startBookingApp({
    providers: { payments: stripe.payments },
  });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

test('the office finds paid jobs by how far the visit is', async () => {
  const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const book = async (startTime: string) => {
    const body = { packageID: world.packageId, addressID: world.customers[0]?.addressId ?? '', startTime };
    return (await app.call(createJob, { body }, mei)).body.id;
  };
  const paid = await book('2026-11-26T09:00:00+08:00');
  await book('2026-11-27T09:00:00+08:00');
  await app.call(commitJob, { params: { id: paid }, body: { stripeToken: 'tok_visa' } }, mei);
  expect(await idsAt('upcoming')).toEqual([paid]);

  app.clock.set('2026-11-26T09:00:00+08:00');
  const office = await signedIn(app, 'admin');
  const cleanerID = world.cleanerIds[0] ?? '';
  await app.call(startJob, { params: { id: paid }, body: { cleanerID } }, office);
  expect([await idsAt('upcoming'), await idsAt('in-progress'), await idsAt('done')]).toEqual([
    [],
    [paid],
    [],
  ]);
  await app.call(finishJob, { params: { id: paid }, body: { cleanerID } }, office);
  expect([await idsAt('in-progress'), await idsAt('done')]).toEqual([[], [paid]]);
});

test('words and digits find jobs by what the person may see', async () => {
  const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
  const office = await signedIn(app, 'admin');
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const body = { packageID: world.packageId, addressID: world.customers[0]?.addressId ?? '' };
  const startTime = '2026-12-02T09:00:00+08:00';
  const { id, customer } = (await app.call(createJob, { body: { ...body, startTime } }, mei)).body;
  const found = async (q: string, as: typeof office) =>
    (
      await app.call(listJobs, { query: { q, from_date: '2026-12-02', to_date: '2026-12-02' } }, as)
    ).body.items.map((job) => job.id);
  const mobile = customer.mobile ?? '';
  expect(await found(`+${mobile.slice(0, 2)} ${mobile.slice(2, 6)} ${mobile.slice(6)}`, office)).toEqual([
    id,
  ]);
  expect(await found(customer.fullname.toUpperCase(), office)).toEqual([id]);
  expect(await found('nobody-of-that-name', office)).toEqual([]);
  expect(await found(mobile, mei)).toEqual([]);
});

async function idsAt(stage: 'upcoming' | 'in-progress' | 'done'): Promise<string[]> {
  const office = await signedIn(app, 'admin');
  const { body } = await app.call(listJobs, { query: { stage } }, office);
  return body.items.map((job) => job.id);
}
