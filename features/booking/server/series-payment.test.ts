import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as jobsCalls from '#features/jobs/contract.ts';
import { findJobs } from '#features/jobs/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import * as bookingCalls from '../contract.ts';
import { bookingOf } from './booking-to-pay.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { addCleaner, makeWorld, type World } from './testing/world.ts';

let app: TestApp;
let stripe: TestStripe;
let world: World;
let office: As;
let mei: As;
let first = '';
let second = '';

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startBookingApp({ providers: { payments: stripe.payments } });
  world = await makeWorld(app.context(), { customers: 1, cleaners: 0 });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  app.clock.advance({ minutes: 16 });
  await app.sweep();
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const body = {
    packageID: world.packageId,
    addressID: world.customers[0]?.addressId ?? '',
    startTime: '2026-12-01T09:00:00+08:00',
    cleaner1ID: await addCleaner(app.context()),
    recurrence: { interval: 'weekly' as const, count: 2 },
  };
  const booked = await app.call(bookingCalls.createJob, { body }, mei);
  [first = '', second = ''] = (booked.body.jobs ?? []).map((job) => job.id);
});

const commit = (as: As) =>
  app.call(bookingCalls.commitJob, { params: { id: first }, body: { stripeToken: 'tok_visa' } }, as);
const trash = (id: string) => app.call(jobsCalls.trashJob, { params: { id } }, office);

async function bookingAsReadBefore(meanwhile: () => Promise<unknown>) {
  const [seen] = await findJobs(app.context(), [first]);
  if (seen === undefined) throw new Error('The series was not booked.');
  await meanwhile();
  return (await bookingOf(app.context(), seen)).jobs.map(({ id, status }) => ({ id, status }));
}

test('a series that is paid by somebody else at this moment is found as paid', async () => {
  expect(await bookingAsReadBefore(() => commit(mei))).toEqual([
    { id: first, status: 'paid' },
    { id: second, status: 'paid' },
  ]);
});

test('a series whose hold runs out at this moment is found as expired', async () => {
  const runOut = async () => {
    app.clock.advance({ minutes: 16 });
    await app.sweep();
  };
  expect(await bookingAsReadBefore(runOut)).toEqual([
    { id: first, status: 'expired' },
    { id: second, status: 'expired' },
  ]);
});

test('a visit that goes into the trash at this moment is found, and not paid for with the others', async () => {
  const found = await bookingAsReadBefore(() => trash(first));
  expect(found).toEqual([{ id: first, status: 'expired' }]);
  const reply = await commit(office);
  expect([reply.status, problem(reply).code]).toEqual([409, 'not_payable']);
});

test('a paid series in the trash is paid for the office that commits again', async () => {
  const paid = await commit(mei);
  await trash(first);
  await trash(second);
  const again = await commit(office);
  expect([again.status, again.body]).toMatchObject([
    200,
    { transactionID: 'transactionID' in paid.body ? paid.body.transactionID : '' },
  ]);
});
