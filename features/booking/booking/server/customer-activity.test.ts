import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { listCustomers } from '#features/people/customers/contract.ts';
import { cancelJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { commitJob } from '../../checkout/contract.ts';
import { createJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCleaner, addCustomer } from './testing/world.ts';

const { app, world } = await startBusiness();

test('the list of customers shows the next visit, visits done and what they have spent, less refunds', async () => {
  const { id, addressID } = await addCustomer(app.context());
  await addCleaner(app.context());
  const mei = await signedIn(app, 'customer', id);
  const book = async (startTime: string) => {
    const body = { packageID: world.packageID, addressID, startTime };
    const job = (await app.call(createJob, { body }, mei)).body;
    await app.call(commitJob, { params: { id: job.id }, body: { stripeToken: 'tok_visa' } }, mei);
    return job;
  };
  /** Signs in each time: a session does not outlive the days between. */
  const activity = async (officeRole: 'owner' | 'dispatcher' = 'owner') => {
    const as = await signedIn(app, 'admin', randomUUIDv7(), officeRole);
    const { items } = (await app.call(listCustomers, { query: { size: 1000 } }, as)).body;
    return items.find((one) => one.id === id)?.activity;
  };
  expect(await activity()).toEqual({ nextVisit: null, visitsDone: 0, spent: 0 });

  const first = await book('2026-11-26T09:00:00+08:00');
  const second = await book('2026-12-03T09:00:00+08:00');
  const price = first.amountToPay ?? 0;
  expect(await activity()).toEqual({ nextVisit: first.startTime, visitsDone: 0, spent: 2 * price });
  app.clock.set('2026-11-27T09:00:00+08:00');
  expect(await activity()).toMatchObject({ nextVisit: second.startTime, visitsDone: 1 });
  await app.call(cancelJob, { params: { id: second.id }, body: {} }, await signedIn(app, 'admin'));
  expect(await activity()).toEqual({
    nextVisit: null,
    visitsDone: 1,
    spent: price,
  });
  expect(await activity('dispatcher')).toMatchObject({ visitsDone: 1, spent: null });
});
