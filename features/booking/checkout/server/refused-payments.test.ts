import { beforeEach, describe, expect, test } from 'vitest';
import * as bookingCalls from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import {
  addCleaner,
  addCustomer,
  PACKAGE_PRICE,
  type WorldCustomer,
} from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { listPaymentAlarms } from '#features/money/payments/contract.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as checkoutCalls from '../contract.ts';

let mei: WorldCustomer & { as: As };
let office: As;

const { app, stripe, world } = await startBusiness({ env: { TRUST_PROXY: 'loopback' } });

beforeEach(async () => {
  office = await signedIn(app, 'admin');
  mei = await newCustomer();
});

/** Every customer has a different address, unless a test sets one. */
let addresses = 0;
async function newCustomer(ip?: string) {
  addresses += 1;
  const customer = await addCustomer(app.context());
  const session = await signedIn(app, 'customer', customer.id);
  const from = ip ?? `203.0.113.${addresses}`;
  return { ...customer, as: { ...session, headers: { 'x-forwarded-for': from } } };
}

async function book(by = mei): Promise<string> {
  const body = {
    packageID: world.packageID,
    addressID: by.addressID,
    startTime: '2026-12-01T09:00:00+08:00',
    cleaner1ID: await addCleaner(app.context()),
  };
  const booked = await app.call(bookingCalls.createJob, { body }, by.as);
  expect(booked.status).toBe(201);
  return booked.body.id;
}

const pay = (id: string, stripeToken: string | null = 'tok_visa', more: object = {}, as: As = mei.as) =>
  app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken, ...more } }, as);
const cancelPayment = (id: string, as: As = mei.as) =>
  app.call(checkoutCalls.cancelJobPayment, { params: { id } }, as);
const confirm = (jobID: string, amountToPay: number, reason = 'We came late last time') =>
  app.call(checkoutCalls.chargeAndConfirm, { body: { jobID, amountToPay, reason } }, office);
const read = async (id: string) => (await app.call(jobsCalls.getJob, { params: { id } }, office)).body;

async function factsOf(jobID: string) {
  const { rows: paid } = await app.database.pool.query(
    `select paid.total, paid.method from money_transaction as paid join payment_allocation as part
       on part.transaction_id = paid.id where part.job_id = $1 order by paid.created_at, paid.id`,
    [jobID],
  );
  const { items } = (await app.call(listPaymentAlarms, {}, office)).body;
  return {
    paid,
    alarms: items.filter((item) => item.jobs.some(({ jobID }) => jobID === jobID)).map(({ kind }) => kind),
  };
}

const PAID_BY_CARD = { paid: [{ total: PACKAGE_PRICE, method: 'card' }], alarms: [] };
const WAIVED = { paid: [{ total: 0, method: 'adjustment' }], alarms: [] };

checkBooksAfterEach(() => app);

describe('the office waives a job', () => {
  /** A customer's charge that Stripe is processing, until released. */
  async function chargeOnItsWay(id: string) {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    stripe.failCharges({
      beforeReply: async () => {
        arrived.resolve();
        await gate.promise;
      },
    });
    const paying = pay(id);
    await arrived.promise;
    const finish = () => {
      gate.resolve();
      return paying;
    };
    return { finish };
  }

  test('not while a charge for it is in flight', async () => {
    const id = await book();
    const charge = await chargeOnItsWay(id);
    const refused = await confirm(id, 0);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'payment_in_progress' });
    expect((await charge.finish()).status).toBe(200);
    expect(await factsOf(id)).toEqual(PAID_BY_CARD);
    expect(await read(id)).toMatchObject({ status: 'paid', amountToPay: PACKAGE_PRICE });
  });

  test('(control: it would be waived and paid if the waiver did not see the charge)', async () => {
    const id = await book();
    const charge = await chargeOnItsWay(id);
    const hide = (from: string, to: string) =>
      app.services.db
        .updateTable('payment_attempt')
        .set({ targetID: to })
        .where('targetID', '=', from)
        .execute();
    const elsewhere = app.services.newID();
    await hide(id, elsewhere);
    expect((await confirm(id, 0)).status).toBe(200);
    await hide(elsewhere, id);
    await charge.finish();
    const { paid, alarms } = await factsOf(id);
    expect(paid).toHaveLength(2);
    expect(alarms).toEqual(['unwanted_payment']);
  });

  test('or the customer pays, never both, if both act concurrently', async () => {
    for (let round = 0; round < 12; round += 1) {
      const id = await book(await newCustomer());
      const presses = [() => confirm(id, 0), () => pay(id, 'tok_visa', {}, office)];
      if (round % 2 === 0) presses.reverse();
      await Promise.all(presses.map((press) => press()));
      const facts = await factsOf(id);
      expect([PAID_BY_CARD, WAIVED]).toContainEqual(facts);
    }
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('during a challenge only after that payment is cancelled: it cannot be completed later', async () => {
    const id = await book();
    const asked = await pay(id, 'tok_threeDSecure2Required');
    const secret = 'clientSecret' in asked.body ? asked.body.clientSecret : '';
    expect(problem(await confirm(id, 0)).code).toBe('payment_in_progress');
    expect((await cancelPayment(id, office)).status).toBe(200);
    expect((await confirm(id, 0)).body).toMatchObject({ job: { status: 'paid', amountToPay: 0 } });
    expect(await stripe.answer(secret, true)).toBe(false);
    expect(await factsOf(id)).toEqual(WAIVED);
  });
});

describe('a different amount charged by the office', () => {
  const changes = async (id: string) =>
    (
      await app.services.db
        .selectFrom('audit_entry')
        .select('after')
        .where('subjectID', '=', id)
        .where('action', '=', 'job.amount-changed')
        .execute()
    ).map(({ after }) => after);

  async function storeCard(token: string): Promise<void> {
    const first = await book();
    const asked = await pay(first, token, { change: true });
    if (!('clientSecret' in asked.body)) return;
    await stripe.answer(asked.body.clientSecret, true);
    expect((await cancelPayment(first)).body).toMatchObject({ status: 'paid' });
  }

  test('is charged, and saved once it is paid', async () => {
    await storeCard('tok_visa');
    const id = await book();
    expect((await confirm(id, 4500)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'paid', amountToPay: 4500 });
    expect(await changes(id)).toEqual([{ amountToPay: 4500 }]);
    expect((await factsOf(id)).paid).toEqual([{ total: 4500, method: 'card' }]);
  });

  test('is discarded if there is no stored card', async () => {
    const id = await book();
    expect(problem(await confirm(id, 4500)).code).toBe('no_stored_card');
    expect(await read(id)).toMatchObject({ status: 'pending', amountToPay: PACKAGE_PRICE });
    expect(await changes(id)).toEqual([]);
    expect((await pay(id, 'tok_visa', { total: PACKAGE_PRICE })).status).toBe(200);
  });

  test('is discarded if the stored card is declined', async () => {
    await storeCard('tok_threeDSecure2Required');
    const id = await book();
    const declined = await confirm(id, 4500);
    expect(problem(declined)).toMatchObject({ status: 402, code: 'card_declined' });
    expect(await read(id)).toMatchObject({ status: 'pending', amountToPay: PACKAGE_PRICE });
    expect(await changes(id)).toEqual([]);
  });
});

describe('declined cards', () => {
  const decline = (id: string, as: As = mei.as) => pay(id, 'tok_chargeDeclined', {}, as);
  const attempts = async () => (await app.database.pool.query('select from payment_attempt')).rowCount ?? 0;

  test('five in an hour, then a pause with its duration', async () => {
    const id = await book();
    const one = await book();
    for (let i = 0; i < 5; i += 1) expect((await decline(i % 2 === 0 ? id : one)).status).toBe(402);
    const before = await attempts();
    const paused = await pay(id);
    expect(problem(paused)).toMatchObject({
      status: 429,
      code: 'throttled',
      retryAfter: 3600,
      detail: 'Too many cards were declined. Nothing was charged. Try again in 60 minutes, or contact us.',
    });
    expect(paused.headers['retry-after']).toBe('3600');
    expect(await attempts()).toBe(before);
    expect((await read(id)).status).toBe('pending');
    app.clock.advance({ hours: 1 });
    office = await signedIn(app, 'admin');
    mei = { ...mei, as: { ...mei.as, ...(await signedIn(app, 'customer', mei.id)) } };
    expect((await pay(id)).status).toBe(200);
  });

  test('one that is repeated with its key counts once', async () => {
    const id = await book();
    const keyed = { ...mei.as, headers: { 'idempotency-key': app.services.newID() } };
    await Promise.all(Array.from({ length: 10 }, () => decline(id, keyed)));
    expect((await pay(id)).status).toBe(200);
  });

  test('ten from one address for any customers; other addresses are unaffected', async () => {
    const ip = '198.51.100.7';
    for (let i = 0; i < 10; i += 1) {
      const somebody = await newCustomer(ip);
      expect((await decline(await book(somebody), somebody.as)).status).toBe(402);
    }
    const next = await newCustomer(ip);
    const id = await book(next);
    expect((await pay(id, 'tok_visa', {}, next.as)).status).toBe(429);
    const moved = { ...next.as, headers: { 'x-forwarded-for': '198.51.100.8' } };
    expect((await pay(id, 'tok_visa', {}, moved)).status).toBe(200);
  });

  test('ten from one IPv6 /64, each from a different address', async () => {
    for (let i = 0; i < 10; i += 1) {
      const somebody = await newCustomer(`2001:db8:1:2::${i + 1}`);
      expect((await decline(await book(somebody), somebody.as)).status).toBe(402);
    }
    const next = await newCustomer('2001:db8:1:2:ffff::1');
    const id = await book(next);
    expect((await pay(id, 'tok_visa', {}, next.as)).status).toBe(429);
    const neighbour = { ...next.as, headers: { 'x-forwarded-for': '2001:db8:1:3::1' } };
    expect((await pay(id, 'tok_visa', {}, neighbour)).status).toBe(200);
  });

  test('the office is not limited by the customer’s, only by ten per booking', async () => {
    const id = await book();
    for (let i = 0; i < 5; i += 1) await decline(id);
    for (let i = 0; i < 5; i += 1) expect((await decline(id, office)).status).toBe(402);
    expect((await decline(id, office)).status).toBe(429);
    expect((await pay(await book(await newCustomer()), 'tok_visa', {}, office)).status).toBe(200);
  });

  test('a challenge abandoned for another card counts as a decline', async () => {
    const id = await book();
    for (let i = 0; i < 5; i += 1) {
      expect((await pay(id, 'tok_threeDSecure2Required')).status).toBe(200);
      expect((await cancelPayment(id)).status).toBe(200);
    }
    expect((await pay(id)).status).toBe(429);
    expect((await read(id)).status).toBe('pending');
  });

  test('hold a slot for at most 45 minutes', async () => {
    const id = await book();
    for (const minutes of [14, 9, 9, 9]) {
      app.clock.advance({ minutes });
      await app.runCronJobs();
      expect((await read(id)).status).toBe('pending');
      expect((await decline(id)).status).toBe(402);
    }
    app.clock.advance({ minutes: 3 });
    await app.runCronJobs();
    expect((await read(id)).status).toBe('pending');
    app.clock.advance({ minutes: 1 });
    await app.runCronJobs();
    expect((await read(id)).status).toBe('expired');
  });
});
