import { beforeEach, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, addCustomer, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import {
  listPaymentAlarms,
  listTransactions,
  refundTransaction,
  resolvePaymentAlarm,
} from '#features/money/payments/contract.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import { findJobs, stopPaying } from '#features/work/jobs/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';

let office: As;
let mei: As;
let events = 0;

const { app, stripe, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

let aminah: string;

async function hold(visits: number): Promise<string[]> {
  aminah = await addCleaner(app.context());
  return bookVisits(app, mei, world, { cleanerID: aminah, visits });
}

/**
 * The customer completes the challenge after the attempt was closed and something has happened to the visits.
 */
async function payTooLate(ids: readonly string[], meanwhile: () => Promise<unknown>): Promise<void> {
  const [first = ''] = ids;
  const asked = await payFor(app, mei, first, 'tok_threeDSecure2Required');
  expect(asked.body).toMatchObject({ requiresAction: true });
  const { stripePiID: paymentIntentID, id: attemptID } = await app.services.db
    .selectFrom('payment_attempt')
    .select(['id', 'stripePiID'])
    .where('targetID', '=', first)
    .executeTakeFirstOrThrow();
  await app.services.db
    .updateTable('payment_attempt')
    .set({ status: 'canceled', failureCode: 'canceled' })
    .where('id', '=', attemptID)
    .execute();
  const jobs = await findJobs(app.context(), ids);
  await inTransaction(app.context(), (tx) => stopPaying(tx, jobs));
  await meanwhile();
  await stripe.fake.answerChallenge(String(paymentIntentID), true);
  events += 1;
  const about = { id: `evt_${events}`, type: 'payment_intent.succeeded', attemptID };
  const { payload, headers } = stripe.event({ ...about, paymentIntentID: String(paymentIntentID) });
  await app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
}

const trash = (id: string) => app.call(jobsCalls.trashJob, { params: { id } }, office);
const alarms = async () => (await app.call(listPaymentAlarms, {}, office)).body.items;
const settle = (id: string, resolution: 'refunded' | 'kept' | 'not_charged') =>
  app.call(resolvePaymentAlarm, { params: { id }, body: { resolution, reason: 'Refund re_1' } }, office);
const transactionsOf = async (jobID: string) =>
  (await app.call(listTransactions, { query: { jobID, order: 'asc', sortby: 'createdAt' } }, office)).body
    .items;
const statusOf = async (id: string) =>
  (await app.call(jobsCalls.getJob, { params: { id } }, office)).body.status;

test('money for a cancelled visit raises an alarm, and its refund is a transaction', async () => {
  const [id = ''] = await hold(1);
  await payTooLate([id], () => trash(id));
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({
    kind: 'unwanted_payment',
    cents: PACKAGE_PRICE,
    jobs: [{ jobID: id, cents: PACKAGE_PRICE }],
  });
  expect((await settle(String(alarm?.id), 'not_charged')).status).toBe(422);
  const settled = await settle(String(alarm?.id), 'refunded');
  expect(settled.status).toBe(200);
  const [paid, refund] = await transactionsOf(id);
  expect(refund).toMatchObject({
    id: settled.body.settledTransactionID,
    type: 'refund',
    method: 'card',
    total: -PACKAGE_PRICE,
    refundOf: paid?.id,
    allocations: [{ jobID: id, cents: -PACKAGE_PRICE }],
  });
  expect(await checkLedger(app.context())).toEqual([]);
});

test('of a series, only the price of the lost visit is unwanted and refunded', async () => {
  const ids = await hold(3);
  await payTooLate(ids, () => trash(String(ids[1])));
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ cents: PACKAGE_PRICE, jobs: [{ jobID: ids[1], cents: PACKAGE_PRICE }] });
  expect(await Promise.all(ids.map(statusOf))).toEqual(['paid', 'expired', 'paid']);
  await settle(String(alarm?.id), 'refunded');
  expect((await transactionsOf(String(ids[1]))).map(({ total }) => total)).toEqual([
    3 * PACKAGE_PRICE,
    -PACKAGE_PRICE,
  ]);
  expect((await transactionsOf(String(ids[2]))).map(({ total }) => total)).toEqual([3 * PACKAGE_PRICE]);
  expect(await checkLedger(app.context())).toEqual([]);
});

test('of a series with an expired hold, what can be held again is paid, and only the taken date is unwanted', async () => {
  const ids = await hold(3);
  await payTooLate(ids, async () => {
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['expired', 'expired', 'expired']);
    const { id: customerID, addressID } = await addCustomer(app.context());
    const body = { packageID: world.packageID, customerID, addressID, cleaner1ID: aminah };
    const second = { ...body, startTime: '2026-12-08T09:00:00+08:00' };
    expect((await app.call(bookingCalls.createJobForCustomer, { body: second }, office)).status).toBe(201);
  });
  expect(await Promise.all(ids.map(statusOf))).toEqual(['paid', 'expired', 'paid']);
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ cents: PACKAGE_PRICE, jobs: [{ jobID: ids[1], cents: PACKAGE_PRICE }] });
  await settle(String(alarm?.id), 'refunded');
  expect(await checkLedger(app.context())).toEqual([]);
});

test('kept money stays as booked', async () => {
  const [id = ''] = await hold(1);
  await payTooLate([id], () => trash(id));
  const [alarm] = await alarms();
  expect((await settle(String(alarm?.id), 'kept')).body).toMatchObject({ settledTransactionID: null });
  expect(await transactionsOf(id)).toHaveLength(1);
  expect(await alarms()).toEqual([]);
  expect(await checkLedger(app.context())).toEqual([]);
});

test('a visit that is paid again after a refund is paid by the second payment', async () => {
  const [id = ''] = await hold(1);
  await payTooLate([id], () => trash(id));
  const [alarm] = await alarms();
  await settle(String(alarm?.id), 'refunded');
  await app.call(jobsCalls.untrashJob, { params: { id } }, office);
  const paid = await payFor(app, mei, id);
  const latest = (await transactionsOf(id)).at(-1);
  expect(latest).toMatchObject({ type: 'job', total: PACKAGE_PRICE });
  expect(paid.body).toMatchObject({ job: { status: 'paid' }, transactionID: latest?.id });
  expect((await payFor(app, mei, id)).body).toMatchObject({
    transactionID: latest?.id,
  });
  expect(await checkLedger(app.context())).toEqual([]);
});

test('the ledger check reports a paid job whose only payment was unwanted', async () => {
  const [id = ''] = await hold(1);
  await payTooLate([id], () => trash(id));
  const [alarm] = await alarms();
  await settle(String(alarm?.id), 'refunded');
  const mark = (status: string) =>
    app.database.pool.query('update job set status = $2 where id = $1', [id, status]);
  await mark('paid');
  expect(await checkLedger(app.context())).toEqual([
    { invariant: 'I5 a paid job has its part of a payment that it was waiting for', what: id },
  ]);
  await mark('expired');
});

test('the ledger check passes when the office refunds everything of a visit that stays paid', async () => {
  const [id = ''] = await hold(1);
  const paid = await payFor(app, mei, id);
  const { transactionID } = paid.body as { transactionID: string };
  const body = { reason: 'The hob was left as it was' };
  const refunded = await app.call(refundTransaction, { params: { id: transactionID }, body }, office);
  expect(refunded.body).toMatchObject({ total: -PACKAGE_PRICE });
  expect(await checkLedger(app.context())).toEqual([]);
});
