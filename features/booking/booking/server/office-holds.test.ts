import { beforeEach, expect, test } from 'vitest';
import { chargeAndConfirm, commitJob, sendPaymentLink } from '#features/booking/checkout/contract.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob, createJobForCustomer } from '../contract.ts';
import { startBookingApp } from './testing/booking-app.ts';
import { addCustomer, emptyDiaries, makeWorld, PACKAGE_PRICE, type WorldCustomer } from './testing/world.ts';

let mei: WorldCustomer & { readonly as: As };

const stripe = await startTestStripe();
/** Bookings by the office on the phone, to be paid later. */
const app = await startBookingApp({ providers: { payments: stripe.payments } });
const world = await makeWorld(app.context(), { customers: 0, cleaners: 2 });
const office = await signedIn(app, 'admin');

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  await emptyDiaries(app.context());
  const customer = await addCustomer(app.context());
  mei = { ...customer, as: await signedIn(app, 'customer', customer.id) };
});

const book = (startTime: string, more: object = {}) =>
  app.call(
    createJobForCustomer,
    {
      body: {
        customerID: mei.id,
        packageID: world.packageID,
        addressID: mei.addressID,
        startTime,
        ...more,
      },
    },
    office,
  );
const weekly = (count: number) => ({ recurrence: { interval: 'weekly' as const, count } });

/** Kinds of the customer's messages that were not withdrawn. */
async function messages(): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('message')
    .select(['kind', 'channel'])
    .where('customerID', '=', mei.id)
    .where('state', '<>', 'superseded')
    .orderBy('kind')
    .orderBy('channel')
    .execute();
  return rows.map(({ kind, channel }) => `${kind} ${channel}`);
}

test('last for a day, or until the visit starts', async () => {
  const far = await book('2026-12-01T09:00:00+08:00');
  expect(far.body.holdExpiresAt).toBe('2026-11-24T10:00:00+08:00');
  const near = await book('2026-11-23T14:00:00+08:00');
  expect(near.body.holdExpiresAt).toBe('2026-11-23T14:00:00+08:00');
});

test('ask the customer to pay for all visits, by SMS and e-mail', async () => {
  await book('2026-12-01T09:00:00+08:00', weekly(3));
  expect(await messages()).toEqual(['payment-request email', 'payment-request sms']);
});

test('are reminded of three hours before they expire', async () => {
  await book('2026-12-01T09:00:00+08:00');
  app.clock.set('2026-11-24T06:59:00+08:00');
  await app.runCronJobs();
  expect(await messages()).not.toContain('hold-ending sms');
  app.clock.set('2026-11-24T07:00:00+08:00');
  await app.runCronJobs();
  expect(await messages()).toContain('hold-ending sms');
});

/** Subjects of the e-mails to the office. */
async function mailsToOffice(): Promise<string[]> {
  await app.runOutbox();
  const { rows } = await app.database.pool.query(
    "select subject from message where recipient = 'mina@kemas.example' order by subject",
  );
  return rows.map(({ subject }) => subject);
}

test('notify the office once before a hold expires and once when it has expired unpaid', async () => {
  await addAdmin(app, 'mina');
  await book('2026-12-01T09:00:00+08:00', weekly(3));
  app.clock.set('2026-11-24T06:59:00+08:00');
  await app.runCronJobs();
  expect(await mailsToOffice()).toEqual([]);
  for (const moment of ['2026-11-24T07:00:00+08:00', '2026-11-24T07:30:00+08:00']) {
    app.clock.set(moment);
    await app.runCronJobs();
  }
  expect(await mailsToOffice()).toEqual([expect.stringMatching(/^Unpaid until Tue 24 Nov, 10:00/)]);
  for (const moment of ['2026-11-24T10:01:00+08:00', '2026-11-24T10:02:00+08:00']) {
    app.clock.set(moment);
    await app.runCronJobs();
  }
  expect(await mailsToOffice()).toEqual([
    expect.stringMatching(/^Expired unpaid: /),
    expect.stringMatching(/^Unpaid until/),
  ]);
});

test('a series is charged to the stored card at its exact total, and the payment request is withdrawn', async () => {
  const token = await stripe.newToken();
  expect((await app.call(updateCard, { body: { stripeToken: token } }, mei.as)).status).toBe(200);
  const { body } = await book('2026-12-01T09:00:00+08:00', weekly(12));
  const pay = { jobID: body.id, amountToPay: 12 * PACKAGE_PRICE };
  const paid = await app.call(chargeAndConfirm, { body: pay }, office);
  expect(paid.status).toBe(200);
  const rows = await app.services.db
    .selectFrom('job')
    .select('status')
    .where('customerID', '=', mei.id)
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'paid'));
  expect((await messages()).filter((message) => message.startsWith('payment-request'))).toEqual([]);
});

test('wait five minutes with the payment request; a link that the office sends takes its place', async () => {
  const waiting = async () => {
    const { rows } = await app.database.pool.query(
      "select count(*)::int from graphile_worker.jobs where run_at between now() + interval '4 minutes' and now() + interval '5 minutes'",
    );
    return rows[0].count;
  };
  const before = await waiting();
  const { body } = await book('2026-12-01T09:00:00+08:00');
  expect((await waiting()) - before).toBe(2);
  const states = async () => {
    const { rows } = await app.database.pool.query(
      "select state from message where customer_id = $1 and kind = 'payment-request' and channel = 'sms' order by created_at, id",
      [mei.id],
    );
    return rows.map(({ state }) => state);
  };
  await app.runOutbox();
  expect(await states()).toEqual(['queued']);
  await app.call(sendPaymentLink, { params: { id: body.id }, body: {} }, office);
  await app.runOutbox();
  expect(await states()).toEqual(['superseded', 'sent']);
});

test('are no longer asked to pay once they are paid: a reminder that waits for the morning is withdrawn', async () => {
  const { body } = await book('2026-12-01T09:00:00+08:00');
  app.clock.set('2026-11-24T07:00:00+08:00');
  await app.runCronJobs();
  expect(await messages()).toContain('hold-ending sms');
  const pay = { customerID: mei.id, jobID: body.id, total: PACKAGE_PRICE, method: 'paynow' as const };
  const morning = await signedIn(app, 'admin');
  expect((await app.call(createTransaction, { body: pay }, morning)).status).toBe(201);
  expect((await messages()).filter((message) => /^(hold-ending|payment-request)/.test(message))).toEqual([]);
});

test('can be paid by the customer the next morning', async () => {
  const { body } = await book('2026-12-01T09:00:00+08:00');
  app.clock.set('2026-11-24T09:59:00+08:00');
  const as = await signedIn(app, 'customer', mei.id);
  const card = { stripeToken: await stripe.newToken() };
  expect((await app.call(commitJob, { params: { id: body.id }, body: card }, as)).status).toBe(200);
});

test('do not count towards the customer’s limit', async () => {
  await book('2026-12-01T09:00:00+08:00', weekly(30));
  const body = {
    packageID: world.packageID,
    addressID: mei.addressID,
    startTime: '2026-12-03T09:00:00+08:00',
  };
  expect((await app.call(createJob, { body: { ...body, ...weekly(4) } }, mei.as)).status).toBe(201);
});
