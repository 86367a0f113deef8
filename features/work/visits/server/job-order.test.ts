import { expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';

const app = await startBookingApp({});

const sorted = async (sortby: 'amountToPay' | 'customer' | 'startTime', role: 'admin' | 'cleaner') => {
  const who = await (role === 'admin'
    ? signedIn(app, 'admin')
    : signedIn(app, 'cleaner', await addCleaner(app.context())));
  return app.call(listJobs, { query: { sortby } }, who);
};

test.each(['amountToPay', 'customer'] as const)('a cleaner cannot sort by %s', async (sortby) => {
  const refused = await sorted(sortby, 'cleaner');
  expect(refused.status).toBe(422);
  expect(problem(refused).errors?.[0]?.path).toBe('sortby');
  expect((await sorted(sortby, 'admin')).status).toBe(200);
});

test('a cleaner can sort by visible columns', async () => {
  expect((await sorted('startTime', 'cleaner')).status).toBe(200);
});
