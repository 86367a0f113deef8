import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addCustomer, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { getJob, listJobs, releaseHold } from '../contract.ts';

let mei: As;
let addressID: string;

const { app, world } = await startBusiness();
await addCleaner(app.context());

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  await emptyDiaries(app.context());
  const customer = await addCustomer(app.context());
  addressID = customer.addressID;
  mei = await signedIn(app, 'customer', customer.id);
});

const NINE = '2026-11-26T09:00:00+08:00';
const book = (more: object = {}) =>
  app.call(createJob, { body: { packageID: world.packageID, addressID, startTime: NINE, ...more } }, mei);
const release = async (id: string, as = mei) => app.call(releaseHold, { params: { id }, body: {} }, as);
const statusOf = async (id: string) => (await app.call(getJob, { params: { id } }, mei)).body.status;

describe('releasing a hold', () => {
  test('frees the time at once, so that it can be booked again', async () => {
    const { id } = (await book()).body;
    expect((await book()).status).toBe(409);
    expect((await release(id)).body).toEqual({ released: true });
    expect(await statusOf(id)).toBe('cancelled');
    expect((await book()).status).toBe(201);
  });

  test('has one effect, whether sent twice or ten times concurrently', async () => {
    const { id } = (await book()).body;
    const replies = await Promise.all(Array.from({ length: 10 }, () => release(id)));
    expect(replies.filter(({ body }) => body.released)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('releases every visit of a series', async () => {
    const { id, jobs = [] } = (await book({ recurrence: { interval: 'weekly', count: 3 } })).body;
    expect(jobs).toHaveLength(3);
    expect((await release(id)).body).toEqual({ released: true });
    const held = await app.call(listJobs, { query: { status: 'pending' } }, mei);
    expect(held.body.total).toBe(0);
  });

  test('finds the booking that has replaced it', async () => {
    const { id } = (await book()).body;
    const other = (await book({ startTime: '2026-11-26T14:00:00+08:00', replacesJobID: id })).body;
    expect((await release(id)).body).toEqual({ released: true });
    expect(await statusOf(other.id)).toBe('cancelled');
  });

  test('leaves a paid visit and an expired one unchanged', async () => {
    const { id } = (await book()).body;
    await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);
    expect((await release(id)).body).toEqual({ released: false });
    expect(await statusOf(id)).toBe('paid');
    const late = (await book({ startTime: '2026-11-26T14:00:00+08:00' })).body;
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect((await release(late.id)).body).toEqual({ released: false });
  });

  test('is not possible for other customers', async () => {
    const { id } = (await book()).body;
    const wei = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
    expect(problem(await release(id, wei)).code).toBe('not_found');
    expect(await statusOf(id)).toBe('pending');
  });
});
