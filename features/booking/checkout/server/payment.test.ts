import { beforeEach, describe, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addPackage, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as checkoutCalls from '../contract.ts';

let office: As;
let mei: As;
const day = '2026-12-01';
let cleanerID: string;

const { app, stripe, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  app.clock.advance({ minutes: 16 });
  await app.runCronJobs();
  cleanerID = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  app.sent.sms.length = 0;
  app.sent.mail.length = 0;
});

async function book(time: string, more: object = {}) {
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: `${day}T${time}:00+08:00`,
    cleaner1ID: cleanerID,
    ...more,
  };
  const booked = await app.call(bookingCalls.createJob, { body }, mei);
  expect(booked.status).toBe(201);
  return booked.body;
}

const pay = (id: string, more: object = {}, as: As = mei) =>
  app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken: 'tok_visa', ...more } }, as);

const read = async (id: string) => (await app.call(jobsCalls.getJob, { params: { id } }, mei)).body;

const withKey = (): As => ({ ...mei, headers: { 'idempotency-key': app.services.newID() } });
const cancelPayment = (id: string) => app.call(checkoutCalls.cancelJobPayment, { params: { id } }, mei);
const secretOf = (body: object) => ('clientSecret' in body ? String(body.clientSecret) : '');

/** A payment that Stripe is processing, until released. */
function chargeOnItsWay(id: string) {
  const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const beforeReply = async () => {
    arrived.resolve();
    await gate.promise;
  };
  stripe.failCharges({ beforeReply });
  const paying = pay(id, {}, withKey());
  const finish = () => {
    gate.resolve();
    return paying;
  };
  return { arrived: arrived.promise, finish };
}

const moveAttempts = (from: string, to: string) =>
  app.services.db.updateTable('payment_attempt').set({ targetID: to }).where('targetID', '=', from).execute();

const transactionsOf = (jobID: string) =>
  app.services.db
    .selectFrom('money_transaction')
    .select(['id', 'total', 'method'])
    .where('jobID', '=', jobID)
    .execute();

checkBooksAfterEach(() => app);

describe('paying', () => {
  test('turns the hold into a paid job with a frozen checklist, and notifies everyone', async () => {
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

  test('twice pays once and returns the same reply', async () => {
    const job = await book('09:00');
    const first = await pay(job.id);
    const second = await pay(job.id, { stripeToken: 'tok_mastercard' });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('twenty times concurrently with one key charges once with the same reply', async () => {
    const job = await book('09:00');
    const before = await stripe.charges();
    const keyed = withKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(job.id, {}, keyed)));
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect((await stripe.charges()) - before).toBe(1);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('twice concurrently with two keys charges once: the other waits for the outcome', async () => {
    const job = await book('09:00');
    const before = await stripe.charges();
    const charge = chargeOnItsWay(job.id);
    await charge.arrived;
    const other = await pay(job.id, {}, withKey());
    expect(problem(other)).toMatchObject({ status: 409, code: 'payment_in_progress' });
    expect((await charge.finish()).status).toBe(200);
    expect((await stripe.charges()) - before).toBe(1);
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('(control: twice concurrently would charge twice if the second did not see the attempt of the first)', async () => {
    const job = await book('09:00');
    const before = await stripe.charges();
    const charge = chargeOnItsWay(job.id);
    await charge.arrived;
    const elsewhere = app.services.newID();
    await moveAttempts(job.id, elsewhere);
    expect((await pay(job.id, {}, withKey())).status).toBe(200);
    await moveAttempts(elsewhere, job.id);
    await charge.finish();
    expect((await stripe.charges()) - before).toBe(2);
  });

  test.each([
    [{ total: 1 }],
    [{ price: 1 }],
    [{ creditsUsed: 3 }],
    [{ total: PACKAGE_PRICE - 1, price: PACKAGE_PRICE }],
  ])('stops before the charge if the client shows %j', async (figures) => {
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
  ])('refuses invalid input: %j', async (more) => {
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
    await app.runCronJobs();
    expect((await read(job.id)).status).toBe('pending');
    expect((await pay(job.id)).status).toBe(200);
  });

  test('with an unknown promo code is refused, and an empty one changes nothing', async () => {
    const job = await book('09:00');
    const use = (promocode: string) =>
      app.call(checkoutCalls.updateJobPromocode, { params: { id: job.id }, body: { promocode } }, mei);
    expect(problem(await use('WELCOME10')).errors).toEqual([
      { path: 'promocode', message: 'We do not recognise this code. Check it and try again.' },
    ]);
    expect((await use('')).body.amountToPay).toBe(PACKAGE_PRICE);
  });

  test('without any card is refused', async () => {
    const job = await book('09:00');
    expect(problem(await pay(job.id, { stripeToken: null })).code).toBe('no_stored_card');
  });

  test('after the hold expired takes the same slot again while it is free', async () => {
    const job = await book('09:00');
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect((await read(job.id)).status).toBe('expired');
    expect((await pay(job.id)).status).toBe(200);
    expect((await read(job.id)).status).toBe('paid');
  });

  test('after the hold expired and the slot is taken charges nothing and offers others', async () => {
    const job = await book('09:00');
    app.clock.advance({ minutes: 16 });
    await book('10:00');
    const before = await stripe.charges();
    const refused = await pay(job.id);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'hold_expired' });
    expect(problem(refused).alternatives).toHaveLength(3);
    expect(await stripe.charges()).toBe(before);
  });

  test('a charge in progress keeps the slot beyond the hold', async () => {
    const job = await book('09:00');
    const asked = await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    expect(asked.body).toMatchObject({ requiresAction: true, clientSecret: expect.any(String) });
    app.clock.advance({ minutes: 15 });
    const taken = await app.call(
      bookingCalls.createJob,
      {
        body: {
          packageID: world.packageID,
          addressID: job.addressID,
          startTime: job.startTime,
          cleaner1ID: cleanerID,
        },
      },
      mei,
    );
    expect(problem(taken).code).toBe('slot_taken');
  });

  test.each([
    ['without a key', {}, false],
    ['with another card', { stripeToken: 'tok_visa' }, false],
    ['with another key', {}, true],
  ])('during a challenge another request is refused, %s', async (_what, card, isKeyed) => {
    const job = await book('09:00');
    const asking = { stripeToken: 'tok_threeDSecure2Required' };
    const asked = await pay(job.id, asking, withKey());
    for (const minutes of [0, 14]) {
      app.clock.advance({ minutes });
      const other = await pay(job.id, { ...asking, ...card }, isKeyed ? withKey() : mei);
      expect(problem(other)).toMatchObject({ status: 409, code: 'payment_in_progress' });
    }
    expect(await stripe.answer(secretOf(asked.body), true)).toBe(true);
  });

  test('during a challenge the payment is cancelled, and another card pays', async () => {
    const job = await book('09:00');
    const asked = await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' }, withKey());
    const cancelled = await cancelPayment(job.id);
    expect(cancelled.body).toMatchObject({ id: job.id, status: 'pending' });
    expect(await stripe.answer(secretOf(asked.body), true)).toBe(false);
    expect((await pay(job.id)).body).toMatchObject({ job: { status: 'paid' } });
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('during a challenge cancelling a payment that was confirmed meanwhile pays for the visit', async () => {
    const job = await book('09:00');
    const asked = await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' });
    await stripe.answer(secretOf(asked.body), true);
    expect((await cancelPayment(job.id)).body).toMatchObject({ status: 'paid' });
    expect((await cancelPayment(job.id)).body).toMatchObject({ status: 'paid' });
    expect(await transactionsOf(job.id)).toHaveLength(1);
  });

  test('in flight cannot be cancelled', async () => {
    const job = await book('09:00');
    const charge = chargeOnItsWay(job.id);
    await charge.arrived;
    expect(problem(await cancelPayment(job.id))).toMatchObject({ status: 409, code: 'payment_in_progress' });
    expect((await charge.finish()).status).toBe(200);
  });

  test('during a challenge the price and the time of the visit are fixed', async () => {
    const job = await book('09:00');
    await pay(job.id, { stripeToken: 'tok_threeDSecure2Required' });
    const params = { id: job.id };
    const refused = [
      await app.call(checkoutCalls.updateJobPromocode, { params, body: { promocode: '' } }, mei),
      await app.call(checkoutCalls.updateCredit, { body: { jobID: job.id } }, mei),
      await app.call(jobsCalls.cancelJob, { params, body: {} }, mei),
      await app.call(jobsCalls.updateJob, { params, body: { startTime: `${day}T14:00:00+08:00` } }, mei),
      await app.call(jobsCalls.trashJob, { params }, office),
    ];
    expect(refused.map((reply) => problem(reply).code)).toEqual(Array(5).fill('payment_in_progress'));
    const released = await app.call(jobsCalls.releaseHold, { params, body: {} }, mei);
    expect(released.body).toEqual({ released: false });
    expect(await read(job.id)).toMatchObject({ status: 'pending', amountToPay: PACKAGE_PRICE });
  });

  test('again with its key after the challenge returns the outcome of the payment', async () => {
    const job = await book('09:00');
    const keyed = { ...mei, headers: { 'idempotency-key': app.services.newID() } };
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

  test('charges nothing if nothing is to be paid', async () => {
    const free = await addPackage(app.context());
    await app.services.db
      .updateTable('package')
      .set({ pricePerHour: 0, price: 0 })
      .where('id', '=', free)
      .execute();
    const job = await book('09:00', { packageID: free });
    const before = await stripe.charges();
    const paid = await pay(job.id, { stripeToken: null });
    expect(paid.body).toMatchObject({ job: { status: 'paid' } });
    expect(await stripe.charges()).toBe(before);
  });
});

describe('the office takes payment', () => {
  test('by committing for the customer, with a card read over the phone', async () => {
    const job = await book('09:00');
    const paid = await pay(job.id, { total: PACKAGE_PRICE }, office);
    expect(paid).toMatchObject({
      status: 200,
      body: { job: { status: 'paid', customerID: job.customerID } },
    });
  });

  const chargeStoredCard = (jobID: string, more: object = {}) =>
    app.call(
      checkoutCalls.chargeAndConfirm,
      { body: { jobID, amountToPay: PACKAGE_PRICE, ...more } },
      office,
    );

  test('with the stored card, and confirms', async () => {
    const first = await book('09:00');
    await pay(first.id, { change: true });
    const job = await book('13:00');
    const paid = await chargeStoredCard(job.id);
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({ job: { status: 'paid', confirmedAt: expect.any(String) } });
  });

  test('for a different amount only with a reason, which is recorded', async () => {
    const job = await book('09:00');
    expect(problem(await chargeStoredCard(job.id, { amountToPay: 0 })).code).toBe('reason_needed');
    const paid = await chargeStoredCard(job.id, { amountToPay: 0, reason: 'We came late last time' });
    expect(paid.body).toMatchObject({ job: { status: 'paid', amountToPay: 0 } });
    const audit = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'before', 'after'])
      .where('subjectID', '=', job.id)
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
    const confirmed = await chargeStoredCard(job.id);
    expect(confirmed.body).toMatchObject({
      transactionID: (paid.body as { transactionID: string }).transactionID,
    });
    expect((await read(job.id)).confirmedAt).not.toBeNull();
  });

  test('a series that was paid online is confirmed as a whole, and a confirmed visit is unchanged', async () => {
    const first = await book('09:00', { recurrence: { interval: 'weekly', count: 3 } });
    await pay(first.id);
    await chargeStoredCard(first.id, { amountToPay: 0 });
    const ids = (first.jobs ?? []).map(({ id }) => id);
    const confirmedAt = async () => (await Promise.all(ids.map(read))).map((visit) => visit.confirmedAt);
    const once = await confirmedAt();
    expect(once).toHaveLength(3);
    expect(new Set(once).size).toBe(1);
    expect(once).not.toContain(null);
    app.clock.advance({ minutes: 5 });
    await chargeStoredCard(String(ids[1]), { amountToPay: 0 });
    expect(await confirmedAt()).toEqual(once);
  });
});
