import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

/** A visit of 3 hours at S$30 on 1 December, 9:00. */
const START = Temporal.Instant.from('2026-12-01T09:00:00+08:00');
let cleanerID: string;
let mei: As;
let meiID: string;
let addressID: string;
let office: As;

const { app, stripe, world } = await startBusiness({ connections: 25 });

beforeEach(async () => {
  app.clock.set(START.subtract({ hours: 96 }).toString());
  cleanerID = await addCleaner(app.context());
  ({ id: meiID, addressID } = await addCustomer(app.context()));
  mei = await signedIn(app, 'customer', meiID);
  office = await signedIn(app, 'admin');
});
afterEach(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

async function book(more: object = {}) {
  const body = {
    packageID: world.packageID,
    addressID,
    startTime: START.toString(),
    cleaner1ID: cleanerID,
    ...more,
  };
  const booked = await app.call(createJob, { body }, mei);
  expect(booked.status).toBe(201);
  return booked.body;
}

async function bookAndPay(more: object = {}) {
  const job = await book(more);
  const paid = await app.call(
    checkoutCalls.commitJob,
    { params: { id: job.id }, body: { stripeToken: 'tok_visa' } },
    mei,
  );
  expect(paid.status).toBe(200);
  return job;
}

const preview = (id: string, as: As = mei, query: { onBehalfOf?: 'customer' | 'company' } = {}) =>
  app.call(calls.previewCancellation, { params: { id }, query }, as);
const cancel = (id: string, as: As = mei, body: object = {}) =>
  app.call(calls.cancelJob, { params: { id }, body }, as);
const hoursAhead = async (hours: number) => {
  app.clock.set(START.subtract({ minutes: hours * 60 }).toString());
  mei = await signedIn(app, 'customer', meiID);
  office = await signedIn(app, 'admin');
};
const refundsOf = (jobID: string) =>
  app.services.db
    .selectFrom('money_transaction')
    .select(['total', 'method'])
    .where('jobID', '=', jobID)
    .where('type', '=', 'refund')
    .execute();
const refundedAtStripe = async () => {
  const refunds = (await stripe.fake.objects('refund')) as readonly { readonly amount: number }[];
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
};
const isFreeAgain = async () => (await book({ startTime: START.toString() })).id;

describe('cancelling a visit', () => {
  test('in time gives everything back, exactly as previewed', async () => {
    const { id } = await bookAndPay();
    await hoursAhead(24);
    const shown = await preview(id);
    expect(shown.body).toMatchObject({ fee: 0, refund: 9000, creditsReturned: 0, creditsForfeited: 0 });
    expect(Temporal.Instant.from(shown.body.freeUntil)).toEqual(START.subtract({ hours: 24 }));
    const { freeUntil: _until, ...figures } = shown.body;
    const done = await cancel(id, mei, { reason: 'We are away', fee: 0 });
    expect(done.body).toMatchObject({ ...figures, job: { id, status: 'cancelled' }, creditsLeft: 0 });
    expect(await refundsOf(id)).toEqual([{ total: -9000, method: 'card' }]);
    const before = await refundedAtStripe();
    await app.runOutbox();
    expect((await refundedAtStripe()) - before).toBe(9000);
    expect((await app.call(listJobs, {}, mei)).body.items).toEqual([]);
  });

  test('late keeps half and says so by e-mail', async () => {
    const { id } = await bookAndPay();
    await hoursAhead(23.9);
    app.sent.mail.length = 0;
    expect((await cancel(id)).body).toMatchObject({ fee: 4500, refund: 4500 });
    await app.runOutbox('all');
    const mail = app.sent.mail.find(({ subject }) => subject.startsWith('Cancelled'));
    expect(mail?.body).toContain('S$45.00 goes back to your card');
    expect(mail?.body).toContain('We keep S$45.00');
  });

  test('late gives half of the hours back, to the lot they came from', async () => {
    const lot = await giveHours(app.context(), meiID, {
      hours: 3,
      cost: 8100,
      expiresIn: { hours: 24 * 90 },
    });
    const { id } = await book();
    await app.call(checkoutCalls.updateCredit, { body: { jobID: id, credit_ID: lot } }, mei);
    await hoursAhead(2);
    expect((await cancel(id)).body).toMatchObject({
      fee: 0,
      refund: 0,
      creditsReturned: 1.5,
      creditsForfeited: 1.5,
      creditsLeft: 1.5,
      creditsBalance: 1.5,
    });
    const row = await app.services.db
      .selectFrom('credit_lot')
      .select(['remaining', 'costLeft'])
      .where('id', '=', lot)
      .executeTakeFirst();
    expect(row).toEqual({ remaining: 1.5, costLeft: 4050 });
  });

  test('frees its crew at once and notifies them', async () => {
    const { id } = await bookAndPay();
    await app.runOutbox('all');
    app.sent.sms.length = 0;
    await cancel(id);
    await app.runOutbox('all');
    expect(app.sent.sms).toHaveLength(1);
    expect(await isFreeAgain()).not.toBe(id);
  });

  test('gives its promo code back once', async () => {
    const codeID = await addCode(app.context(), 'GIVEN-BACK', { allocation: 1, perCustomer: 1 });
    const { id } = await bookAndPay({ promocode: 'GIVEN-BACK' });
    await Promise.all([cancel(id), cancel(id), cancel(id)]);
    const code = await app.services.db
      .selectFrom('promo_code')
      .select('taken')
      .where('id', '=', codeID)
      .executeTakeFirst();
    expect(code?.taken).toBe(0);
    expect((await book({ promocode: 'GIVEN-BACK' })).amountToPay).toBe(8100);
  });

  test('releases a held visit entirely, including hours', async () => {
    await giveHours(app.context(), meiID, { hours: 2 });
    const { id } = await book();
    await app.call(checkoutCalls.updateCredit, { body: { jobID: id } }, mei);
    await hoursAhead(99.9);
    expect((await cancel(id)).body).toMatchObject({
      fee: 0,
      refund: 0,
      creditsReturned: 2,
      creditsBalance: 2,
      job: { status: 'cancelled' },
    });
    await isFreeAgain();
  });

  test('by the company gives everything back at any time; the office may also cancel for the customer', async () => {
    const [one, two] = [await bookAndPay(), await bookAndPay({ startTime: '2026-12-01T14:00:00+08:00' })];
    await hoursAhead(1);
    expect((await preview(one.id, office)).body).toMatchObject({ fee: 0, refund: 9000 });
    expect((await preview(one.id, office, { onBehalfOf: 'customer' })).body).toMatchObject({ fee: 4500 });
    app.sent.mail.length = 0;
    expect((await cancel(one.id, office, { reason: 'Storm' })).body).toMatchObject({ fee: 0, refund: 9000 });
    await hoursAhead(-1);
    expect((await cancel(two.id, office, { onBehalfOf: 'customer' })).body).toMatchObject({ fee: 4500 });
    await app.runOutbox('all');
    expect(app.sent.mail.map(({ body }) => body).join()).toContain('we have had to cancel');
  });

  test('on behalf of the company is not open to customers', async () => {
    const { id } = await bookAndPay();
    await hoursAhead(1);
    expect((await cancel(id, mei, { onBehalfOf: 'company' })).body).toMatchObject({ fee: 4500 });
  });

  test('changes nothing if the fee exceeds the one shown', async () => {
    const { id } = await bookAndPay();
    await hoursAhead(23);
    const refused = await cancel(id, mei, { fee: 0 });
    expect(problem(refused)).toMatchObject({ status: 409, code: 'cancellation_changed', fee: 4500 });
    expect(await refundsOf(id)).toEqual([]);
  });

  test('affects one visit of a series and gives its share back', async () => {
    const job = await bookAndPay({ recurrence: { interval: 'weekly', count: 3 } });
    const second = job.jobs?.[1]?.id ?? '';
    expect((await cancel(second)).body).toMatchObject({ refund: 9000, job: { id: second } });
    expect((await app.call(listJobs, {}, mei)).body.items).toHaveLength(2);
  });

  test('takes effect once for twenty concurrent requests, which all get the same reply', async () => {
    await giveHours(app.context(), meiID, { hours: 1 });
    const job = await book();
    await app.call(checkoutCalls.updateCredit, { body: { jobID: job.id } }, mei);
    await app.call(
      checkoutCalls.commitJob,
      { params: { id: job.id }, body: { stripeToken: 'tok_visa' } },
      mei,
    );
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel(job.id)));
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual(replies[0]?.body);
    }
    expect(replies[0]?.body).toMatchObject({ refund: 6000, creditsReturned: 1, creditsLeft: 1 });
    expect(await refundsOf(job.id)).toEqual([{ total: -6000, method: 'card' }]);
  });

  test('is refused if the visit has started, is done, has expired or belongs to another customer', async () => {
    const { id } = await bookAndPay();
    const wei = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
    expect((await cancel(id, wei)).status).toBe(404);
    expect((await preview(id, wei)).status).toBe(404);
    await hoursAhead(0);
    expect(problem(await cancel(id))).toMatchObject({ status: 409, code: 'not_cancellable' });
    expect((await preview(id)).status).toBe(409);
  });

  test('is refused while a payment is in progress', async () => {
    const { id } = await book();
    const body = { stripeToken: 'tok_threeDSecure2Required' };
    const asked = await app.call(checkoutCalls.commitJob, { params: { id }, body }, mei);
    expect(asked.body).toMatchObject({ requiresAction: true });
    expect(problem(await cancel(id))).toMatchObject({ status: 409, code: 'payment_in_progress' });
  });
});
