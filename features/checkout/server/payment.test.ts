import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/contract.ts';
import { startBookingApp } from '#features/booking/server/testing/booking-app.ts';
import {
  addCleaner,
  addPackage,
  makeWorld,
  PACKAGE_PRICE,
  type World,
} from '#features/booking/server/testing/world.ts';
import * as jobsCalls from '#features/jobs/contract.ts';
import { checkBooksAfterEach } from '#features/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import * as checkoutCalls from '../contract.ts';

let app: TestApp;
let stripe: TestStripe;
let world: World;
let office: As;
let mei: As;
const day = '2026-12-01';
let cleanerId: string;

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startBookingApp({
    providers: { payments: stripe.payments },
    connections: 20,
  });
  world = await makeWorld(app.context(), { customers: 1, cleaners: 0 });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  app.clock.advance({ minutes: 16 });
  await app.sweep();
  cleanerId = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  app.sent.sms.length = 0;
  app.sent.mail.length = 0;
});

async function book(time: string, more: object = {}) {
  const body = {
    packageID: world.packageId,
    addressID: world.customers[0]?.addressId ?? '',
    startTime: `${day}T${time}:00+08:00`,
    cleaner1ID: cleanerId,
    ...more,
  };
  const booked = await app.call(bookingCalls.createJob, { body }, mei);
  expect(booked.status).toBe(201);
  return booked.body;
}

const pay = (id: string, more: object = {}, as: As = mei) =>
  app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken: 'tok_visa', ...more } }, as);

const read = async (id: string) => (await app.call(jobsCalls.getJob, { params: { id } }, mei)).body;

const transactionsOf = (jobId: string) =>
  app.services.db
    .selectFrom('money_transaction')
    .select(['id', 'total', 'method'])
    .where('job_id', '=', jobId)
    .execute();

checkBooksAfterEach(() => app);

describe('paying', () => {
  test('turns the hold into a paid job with a frozen checklist, and tells everybody', async () => {
    const job = await book('09:00');
    const figures = {
      total: PACKAGE_PRICE,
      price: PACKAGE_PRICE,
      creditsUsed: 0,
      jobtype: 'one-time',
      promocode: '',
    };
    const { status, body } = await pay(job.id, figures);
    expect(status).toBe(200);
    const [transaction] = await transactionsOf(job.id);
    expect(transaction).toMatchObject({ total: PACKAGE_PRICE, method: 'card' });
    expect(body).toMatchObject({
      job: { status: 'paid', paid: true, holdExpiresAt: null, stage: 'upcoming' },
      transactionID: transaction?.id,
      creditsLeft: 0,
      creditsBalance: 0,
    });
    expect((await read(job.id)).checklist?.map((line) => line.english)).toEqual([
      'Wipe the hob',
      'Mop the floor',
    ]);
    await app.runOutbox();
    expect(app.sent.mail.map((mail) => mail.subject)).toEqual([expect.stringMatching(/^Booked: /)]);
    expect(app.sent.sms.map((sms) => sms.body)).toEqual([expect.stringMatching(/^New visit: .*310145/)]);
    expect(app.sent.events.get(job.id)).toMatchObject({ startTime: job.startTime, endTime: job.endTime });
  });

  test('twice pays once and replies the same', async () => {
    const job = await book('09:00');
    const first = await pay(job.id);
    const second = await pay(job.id, { stripeToken: 'tok_mastercard' });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('twenty at once charges once', async () => {
    const job = await book('09:00');
    const before = await stripe.charges();
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(job.id)));
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect((await stripe.charges()) - before).toBe(1);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test.each([
    [{ total: 1 }],
    [{ price: 1 }],
    [{ creditsUsed: 3 }],
    [{ total: PACKAGE_PRICE - 1, price: PACKAGE_PRICE }],
  ])('stops before the charge when the client shows %j', async (figures) => {
    const job = await book('09:00');
    const before = await stripe.charges();
    const refused = await pay(job.id, figures);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'price_changed', total: PACKAGE_PRICE });
    expect(await stripe.charges()).toBe(before);
    expect((await read(job.id)).status).toBe('pending');
  });

  test.each([
    [{ total: -5 }],
    [{ total: 0.5 }],
    [{ total: '9000' }],
    [{ creditsUsed: -5 }],
    [{ promocode: 'X' }],
    [{ jobtype: 'regular' }],
    [{ stripeToken: 'pm_card_visa' }],
  ])('refuses nonsense: %j', async (more) => {
    const job = await book('09:00');
    expect((await pay(job.id, more)).status).toBe(422);
  });

  test('a declined card leaves the slot held for another try', async () => {
    const job = await book('09:00');
    app.clock.advance({ minutes: 14 });
    const declined = await pay(job.id, { stripeToken: 'tok_chargeDeclinedInsufficientFunds' });
    expect(problem(declined)).toMatchObject({ status: 402, code: 'card_declined' });
    expect(problem(declined).detail).toContain('not have enough funds');
    app.clock.advance({ minutes: 9 });
    await app.sweep();
    expect((await read(job.id)).status).toBe('pending');
    expect((await pay(job.id)).status).toBe(200);
  });

  test('with a promo code is refused while there are none, and without one changes nothing', async () => {
    const job = await book('09:00');
    const use = (promocode: string) =>
      app.call(checkoutCalls.updateJobPromocode, { params: { id: job.id }, body: { promocode } }, mei);
    expect(problem(await use('WELCOME10')).errors).toEqual([
      { path: 'promocode', message: 'We do not recognise this code. Check it and try again.' },
    ]);
    expect((await use('')).body.amountToPay).toBe(PACKAGE_PRICE);
  });

  test('without any card says so', async () => {
    const job = await book('09:00');
    expect(problem(await pay(job.id, { stripeToken: null })).code).toBe('no_stored_card');
  });

  test('after the hold takes the same slot again while it is free', async () => {
    const job = await book('09:00');
    app.clock.advance({ minutes: 16 });
    await app.sweep();
    expect((await read(job.id)).status).toBe('expired');
    expect((await pay(job.id)).status).toBe(200);
    expect((await read(job.id)).status).toBe('paid');
  });

  test('after the hold, when the slot is gone, charges nothing and offers others', async () => {
    const job = await book('09:00');
    app.clock.advance({ minutes: 16 });
    await book('10:00');
    const before = await stripe.charges();
    const refused = await pay(job.id);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'hold_expired' });
    expect(problem(refused).alternatives).toHaveLength(3);
    expect(await stripe.charges()).toBe(before);
  });

  test('a charge under way keeps the slot beyond the hold', async () => {
    const job = await book('09:00');
    const asked = await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    expect(asked.body).toMatchObject({ requiresAction: true, clientSecret: expect.any(String) });
    app.clock.advance({ minutes: 15 });
    const taken = await app.call(
      bookingCalls.createJob,
      {
        body: {
          packageID: world.packageId,
          addressID: job.addressID,
          startTime: job.startTime,
          cleaner1ID: cleanerId,
        },
      },
      mei,
    );
    expect(problem(taken).code).toBe('slot_taken');
  });

  test('again after the challenge, naming no card: the payment under way goes on', async () => {
    const job = await book('09:00');
    const asked = await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' });
    const again = await pay(job.id, { stripeToken: '' });
    expect([again.status, again.body]).toEqual([200, asked.body]);
    const secret = 'clientSecret' in asked.body ? asked.body.clientSecret : '';
    await stripe.answer(secret, true);
    const paid = await pay(job.id, { stripeToken: null });
    expect(paid).toMatchObject({ status: 200, body: { job: { status: 'paid' } } });
  });

  test('again after the challenge, with its key: the bank is no last word, the payment is', async () => {
    const job = await book('09:00');
    const keyed = { ...mei, headers: { 'idempotency-key': app.services.newId() } };
    const card = { stripeToken: 'tok_threeDSecure2Required' };
    const asked = await Promise.all(Array.from({ length: 20 }, () => pay(job.id, card, keyed)));
    expect(new Set(asked.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    const [first] = asked;
    await stripe.answer(first && 'clientSecret' in first.body ? first.body.clientSecret : '', true);
    const paid = await pay(job.id, card, keyed);
    expect(paid).toMatchObject({ status: 200, body: { job: { status: 'paid' } } });
    expect((await pay(job.id, card, keyed)).body).toEqual(paid.body);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('nothing when nothing is to be paid', async () => {
    const free = await addPackage(app.context());
    await app.services.db
      .updateTable('package')
      .set({ price_per_hour: 0, price: 0 })
      .where('id', '=', free)
      .execute();
    const job = await book('09:00', { packageID: free });
    const before = await stripe.charges();
    const paid = await pay(job.id, { stripeToken: null });
    expect(paid.body).toMatchObject({ job: { status: 'paid' } });
    expect(await stripe.charges()).toBe(before);
  });
});

describe('the office settles', () => {
  test('by committing for the customer, with a card read over the phone', async () => {
    const job = await book('09:00');
    const paid = await pay(job.id, { total: PACKAGE_PRICE }, office);
    expect(paid).toMatchObject({
      status: 200,
      body: { job: { status: 'paid', customerID: job.customerID } },
    });
  });

  const confirm = (jobID: string, more: object = {}) =>
    app.call(checkoutCalls.confirmJobAdmin, { body: { jobID, amountToPay: PACKAGE_PRICE, ...more } }, office);

  test('with the stored card, and confirms', async () => {
    const first = await book('09:00');
    await pay(first.id, { change: true });
    const job = await book('13:00');
    const settled = await confirm(job.id);
    expect(settled.status).toBe(200);
    expect(settled.body).toMatchObject({ job: { status: 'paid', confirmedAt: expect.any(String) } });
  });

  test('another amount only with a reason, which is written down', async () => {
    const job = await book('09:00');
    expect(problem(await confirm(job.id, { amountToPay: 0 })).code).toBe('reason_needed');
    const settled = await confirm(job.id, { amountToPay: 0, reason: 'We came late last time' });
    expect(settled.body).toMatchObject({ job: { status: 'paid', amountToPay: 0 } });
    const audit = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'before', 'after'])
      .where('subject_id', '=', job.id)
      .where('action', '=', 'job.amount-changed')
      .execute();
    expect(audit).toEqual([
      {
        action: 'job.amount-changed',
        reason: 'We came late last time',
        before: { amountToPay: PACKAGE_PRICE },
        after: { amountToPay: 0 },
      },
    ]);
  });

  test('a job that was paid online is only confirmed', async () => {
    const job = await book('09:00');
    const paid = await pay(job.id);
    const confirmed = await confirm(job.id);
    expect(confirmed.body).toMatchObject({
      transactionID: (paid.body as { transactionID: string }).transactionID,
    });
    expect((await read(job.id)).confirmedAt).not.toBeNull();
  });
});
