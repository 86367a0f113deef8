import { beforeEach, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { holdCredits } from '#features/money/credits/server/index.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { expireOverdueHolds } from './holds.ts';
import { purgeExpiredJobs } from './personal-data.ts';

let mei: { readonly id: string; readonly addressID: string; readonly as: As };

const { app, world } = await startBusiness();

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  await addCleaner(app.context());
  const customer = await addCustomer(app.context());
  mei = { ...customer, as: await signedIn(app, 'customer', customer.id) };
});

async function book(more: object = {}): Promise<string> {
  const reply = await app.call(
    createJob,
    {
      body: {
        packageID: world.packageID,
        addressID: mei.addressID,
        startTime: '2026-12-01T09:00:00+08:00',
        specialRequests: 'Feed the cat',
        contactDetails: 'Ring Auntie',
        ...more,
      },
    },
    mei.as,
  );
  expect(reply.status).toBe(201);
  return reply.body.id;
}

async function expireAll(): Promise<void> {
  app.clock.advance({ hours: 3 });
  await expireOverdueHolds(app.context());
}

const jobsOfMei = async () =>
  (
    await app.database.pool.query(
      `select id, status, special_requests, contact_details, customer_email, address_line1 from job
       where customer_id = $1 order by id`,
      [mei.id],
    )
  ).rows;

async function purgeAfterTwoYears(): Promise<void> {
  app.clock.advance({ hours: 2 * 365 * 24, milliseconds: 1 });
  await purgeExpiredJobs(app.context());
}

const EMPTY = { special_requests: '', contact_details: '', customer_email: '', address_line1: '' };

test('deletes a booking that expired unpaid after exactly two years', async () => {
  const id = await book();
  await expireAll();
  expect(await jobsOfMei()).toMatchObject([{ id, status: 'expired', special_requests: 'Feed the cat' }]);
  app.clock.advance({ hours: 2 * 365 * 24 });
  await purgeExpiredJobs(app.context());
  expect(await jobsOfMei()).toHaveLength(1);
  app.clock.advance({ milliseconds: 1 });
  await purgeExpiredJobs(app.context());
  expect(await jobsOfMei()).toEqual([]);
  const { rows } = await app.database.pool.query(
    `select (select count(*)::int from job_crew where job_id = $1) as crew,
       (select count(*)::int from cleaner_occupation where job_id = $1) as diary`,
    [id],
  );
  expect(rows).toEqual([{ crew: 0, diary: 0 }]);
  expect(await checkLedger(app.context())).toEqual([]);
});

test('keeps a booking that used hours, without its personal data', async () => {
  await giveHours(app.context(), mei.id, { hours: 10 });
  const id = await book();
  await inTransaction(app.context(), (tx) => holdCredits(tx, { jobID: id, customerID: mei.id, hours: 2 }));
  const { rows } = await app.database.pool.query('select 1 from credit_movement where job_id = $1', [id]);
  expect(rows.length).toBeGreaterThan(0);
  await expireAll();
  await purgeAfterTwoYears();
  expect(await jobsOfMei()).toEqual([{ id, status: 'expired', ...EMPTY }]);
});

test('keeps a booking with a payment attempt, without its personal data', async () => {
  const id = await book();
  expect((await payFor(app, mei.as, id, 'tok_chargeDeclined')).status).toBe(402);
  await expireAll();
  await purgeAfterTwoYears();
  expect(await jobsOfMei()).toEqual([{ id, status: 'expired', ...EMPTY }]);
});

test('leaves paid visits and bookings that wait for payment unchanged, however old', async () => {
  const paid = await book();
  expect((await payFor(app, mei.as, paid)).status).toBe(200);
  const pending = await book({ startTime: '2026-12-01T15:00:00+08:00' });
  await purgeAfterTwoYears();
  expect(await jobsOfMei()).toMatchObject([
    { id: paid, status: 'paid', special_requests: 'Feed the cat' },
    { id: pending, status: 'pending', special_requests: 'Feed the cat' },
  ]);
});
