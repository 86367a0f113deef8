import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJob, createJobForCustomer, quoteJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addCleaner, addCustomer, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';

let cleanerID: string;
let mei: As;
let meiID: string;
let addressID: string;

const stripe = await startTestStripe();
/** A visit of 3 hours at S$30: S$90, and S$15 more with supplies. */
const app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 25 });
const world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });

beforeEach(async () => {
  cleanerID = await addCleaner(app.context());
  ({ id: meiID, addressID } = await addCustomer(app.context()));
  mei = await signedIn(app, 'customer', meiID);
});
afterEach(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

const request = (more: object = {}) => ({
  packageID: world.packageID,
  addressID,
  startTime: '2026-12-01T09:00:00+08:00',
  cleaner1ID: cleanerID,
  ...more,
});

async function book(more: object = {}) {
  const booked = await app.call(createJob, { body: request(more) }, mei);
  expect(booked.status).toBe(201);
  return booked.body;
}

const read = async (id: string) => (await app.call(getJob, { params: { id } }, mei)).body;
const putCode = (id: string, promocode: string) =>
  app.call(calls.updateJobPromocode, { params: { id }, body: { promocode } }, mei);
const payByHours = (jobID: string, credit_ID: string | null, more: object = {}) =>
  app.call(calls.updateCredit, { body: { jobID, credit_ID, ...more } }, mei);
const commit = (id: string, body: object = { stripeToken: 'tok_visa' }) =>
  app.call(calls.commitJob, { params: { id }, body }, mei);
const balance = async () =>
  (
    await app.services.db
      .selectFrom('customer')
      .select('creditsLeft')
      .where('id', '=', meiID)
      .executeTakeFirstOrThrow()
  ).creditsLeft;
const takenOf = async (codeID: string) =>
  (
    await app.services.db
      .selectFrom('promo_code')
      .select('taken')
      .where('id', '=', codeID)
      .executeTakeFirstOrThrow()
  ).taken;

let codes = 0;
const newCode = () => `CODE${++codes}`;

describe('a promo code', () => {
  test('applies to the quote, the hold and the charge', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code);
    const asked = await app.call(quoteJob, {
      body: { packageID: world.packageID, promocode: code.toLowerCase() },
    });
    expect(asked.body.total).toBe(8100);
    const job = await book({ promocode: code });
    expect(job.price).toMatchObject({ subtotal: 9000, discount: 900, total: 8100, gst: 0 });
    expect(await takenOf(codeID)).toBe(1);
    expect((await commit(job.id, { stripeToken: 'tok_visa', total: 8100, promocode: code })).status).toBe(
      200,
    );
    const use = await app.services.db
      .selectFrom('promo_use')
      .selectAll()
      .where('targetID', '=', job.id)
      .execute();
    expect(use).toMatchObject([{ discount: 900, releasedAt: null }]);
    expect(use[0]?.usedAt).not.toBeNull();
  });

  test('that is unknown is refused on its field, and nothing is held', async () => {
    const refused = await app.call(createJob, { body: request({ promocode: 'NOSUCH' }) }, mei);
    expect(problem(refused)).toMatchObject({
      status: 422,
      errors: [{ path: 'promocode' }],
      promo: { reason: expect.any(String) },
    });
    expect((await app.call(createJob, { body: request() }, mei)).status).toBe(201);
  });

  test('applies to the first visit of a series', async () => {
    const code = newCode();
    await addCode(app.context(), code, { type: 'amount', amount: 2000 });
    const job = await book({ promocode: code, recurrence: { interval: 'weekly', count: 3 } });
    expect(job.jobs?.map((visit) => visit.amountToPay)).toEqual([7000, 9000, 9000]);
    const asked = await app.call(
      quoteJob,
      { body: { packageID: world.packageID, promocode: code, recurrence: { interval: 'weekly', count: 3 } } },
      mei,
    );
    expect(asked.body).toMatchObject({ total: 25_000, price: { total: 7000 } });
  });

  test('is applied to a held job, replaced by another, and removed', async () => {
    const [ten, twenty] = [newCode(), newCode()];
    const tenID = await addCode(app.context(), ten);
    await addCode(app.context(), twenty, { amount: 20 });
    const { id } = await book();
    expect((await putCode(id, ten)).body.amountToPay).toBe(8100);
    expect((await putCode(id, twenty)).body.amountToPay).toBe(7200);
    expect(await takenOf(tenID)).toBe(0);
    expect((await putCode(id, '')).body).toMatchObject({ amountToPay: 9000, price: { discount: 0 } });
    expect(problem(await putCode(id, 'NOSUCH'))).toMatchObject({ status: 422 });
  });

  test('sent with the payment applies if the figures match; otherwise it is not kept', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code);
    const { id } = await book();
    const wrong = await commit(id, { stripeToken: 'tok_visa', total: 9000, promocode: code });
    expect(problem(wrong)).toMatchObject({ status: 409, code: 'price_changed', total: 8100 });
    expect(await takenOf(codeID)).toBe(0);
    expect((await read(id)).amountToPay).toBe(9000);
    expect((await commit(id, { stripeToken: 'tok_visa', total: 8100, promocode: code })).status).toBe(200);
    expect((await read(id)).amountToPay).toBe(8100);
  });

  test('is released when the hold ends unpaid, and the job has its list price again', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code, { allocation: 1 });
    const { id } = await book({ promocode: code });
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect(await takenOf(codeID)).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'expired', amountToPay: 9000 });
    const late = await commit(id, { stripeToken: 'tok_visa', total: 8100 });
    expect(problem(late)).toMatchObject({ code: 'price_changed', total: 9000 });
    expect((await book({ promocode: code })).amountToPay).toBe(8100);
  });

  test('is reserved again when the payment renews an expired hold', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code, { allocation: 1 });
    const { id } = await book({ promocode: code });
    app.clock.advance({ minutes: 16 });
    expect((await commit(id, { stripeToken: 'tok_visa', total: 8100 })).status).toBe(200);
    expect(await takenOf(codeID)).toBe(1);
  });

  test('moves to a booking that replaces another', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code, { allocation: 1, perCustomer: 1 });
    const before = await book({ promocode: code });
    const after = await book({
      promocode: code,
      replacesJobID: before.id,
      startTime: '2026-12-02T09:00:00+08:00',
    });
    expect(after.amountToPay).toBe(8100);
    expect(await takenOf(codeID)).toBe(1);
  });

  test('with one use left goes to one of twenty concurrent requests', async () => {
    const code = newCode();
    const codeID = await addCode(app.context(), code, { allocation: 1 });
    const office = await signedIn(app, 'admin');
    const asked = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const [customer, cleaner] = [await addCustomer(app.context()), await addCleaner(app.context())];
        const body = request({
          addressID: customer.addressID,
          customerID: customer.id,
          cleaner1ID: cleaner,
          promocode: code,
        });
        return () => app.call(createJobForCustomer, { body: body as never }, office);
      }),
    );
    const statuses = (await Promise.all(asked.map((ask) => ask()))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
    expect(await takenOf(codeID)).toBe(1);
  });
});

describe('hours of credit', () => {
  test('pay for a whole visit: it is paid at once, and a commit returns it', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 10, cost: 27_000 });
    const { id } = await book();
    const paid = await payByHours(id, lot);
    expect(paid.body).toEqual({ creditsUsed: 3, creditsLeft: -3, creditsBalance: 7, amountToPay: 0 });
    expect(await read(id)).toMatchObject({ status: 'paid', creditsUsed: 3, amountToPay: 0 });
    expect((await commit(id, {})).body).toMatchObject({ job: { id, status: 'paid' }, creditsLeft: 0 });
    const books = await app.services.db
      .selectFrom('ledger_entry')
      .innerJoin('ledger_tx', 'ledger_tx.id', 'ledger_entry.txID')
      .select('amount')
      .where('account', '=', 'revenue:one-time')
      .where('refID', '=', id)
      .execute();
    expect(books).toEqual([{ amount: -8100 }]);
  });

  test('pay for a part, and the card for the rest', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 2 });
    const { id } = await book({ requireCleaningSupplies: true });
    expect((await payByHours(id, lot)).body).toEqual({
      creditsUsed: 2,
      creditsLeft: -2,
      creditsBalance: 0,
      amountToPay: 4500,
    });
    const wrong = await commit(id, { stripeToken: 'tok_visa', creditsUsed: 3 });
    expect(problem(wrong)).toMatchObject({ code: 'price_changed', creditsUsed: 2 });
    expect((await commit(id, { stripeToken: 'tok_visa', total: 4500, creditsUsed: 2 })).status).toBe(200);
  });

  test('come from the named lot first, then from the one that expires first', async () => {
    const ctx = app.context();
    const later = await giveHours(ctx, meiID, { hours: 5, expiresIn: { hours: 24 * 90 } });
    const sooner = await giveHours(ctx, meiID, { hours: 5, expiresIn: { hours: 24 * 30 } });
    const named = await giveHours(ctx, meiID, { hours: 1 });
    const { id } = await book();
    await payByHours(id, named);
    const lots = await ctx.db
      .selectFrom('credit_lot')
      .select(['id', 'remaining'])
      .where('customerID', '=', meiID)
      .execute();
    expect(new Map(lots.map((lot) => [lot.id, lot.remaining]))).toEqual(
      new Map([
        [later, 5],
        [sooner, 3],
        [named, 0],
      ]),
    );
  });

  test('come back when the hold ends unpaid', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 2, cost: 5400 });
    const { id } = await book();
    await payByHours(id, lot);
    expect(await balance()).toBe(0);
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect(await balance()).toBe(2);
    expect(await read(id)).toMatchObject({ status: 'expired', creditsUsed: 0, amountToPay: 9000 });
  });

  test('hours of credit can be taken off a booking again', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 2 });
    const { id } = await book();
    await payByHours(id, lot);
    expect((await payByHours(id, '')).body).toMatchObject({
      creditsUsed: 0,
      creditsLeft: 2,
      creditsBalance: 2,
    });
    expect((await read(id)).amountToPay).toBe(9000);
  });

  test('apply after the code: two and a half of three hours at 10 % off, and the rest by card', async () => {
    const code = newCode();
    await addCode(app.context(), code);
    const lot = await giveHours(app.context(), meiID, { hours: 10 });
    const { id } = await book();
    const paid = await payByHours(id, lot, { promocode: code });
    expect(paid.body).toMatchObject({ creditsUsed: 2.5, amountToPay: 600 });
    expect((await read(id)).price?.lines.map((line) => [line.code, line.amount])).toEqual([
      ['labour', 9000],
      ['promo', -900],
      ['credits', -7500],
    ]);
  });

  test('for a series are used visit by visit, as far as they go', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 5 });
    const job = await book({ recurrence: { interval: 'weekly', count: 3 } });
    const paid = await payByHours(job.id, lot);
    expect(paid.body).toMatchObject({ creditsUsed: 5, amountToPay: 3000 + 9000 });
  });

  test('of another customer’s lot are treated as unknown', async () => {
    const wei = await addCustomer(app.context());
    const lot = await giveHours(app.context(), wei.id, { hours: 5 });
    const { id } = await book();
    expect((await payByHours(id, lot)).status).toBe(404);
  });

  test('that the customer does not have leave the price unchanged', async () => {
    const { id } = await book();
    expect((await payByHours(id, null)).body).toMatchObject({ creditsUsed: 0, amountToPay: 9000 });
  });

  test('applied by twenty concurrent requests are applied once, with the same reply', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 4 });
    const { id } = await book();
    const replies = await Promise.all(Array.from({ length: 20 }, () => payByHours(id, lot)));
    for (const { body } of replies) {
      expect(body).toEqual({ creditsUsed: 3, creditsLeft: -3, creditsBalance: 1, amountToPay: 0 });
    }
    const moves = await app.services.db
      .selectFrom('credit_movement')
      .select('kind')
      .where('jobID', '=', id)
      .execute();
    expect(moves).toEqual([{ kind: 'held' }]);
  });

  test('the last three pay for one of two bookings, never both', async () => {
    const lot = await giveHours(app.context(), meiID, { hours: 3 });
    const [one, two] = [await book(), await book({ startTime: '2026-12-02T09:00:00+08:00' })];
    const replies = await Promise.all([payByHours(one.id, lot), payByHours(two.id, lot)]);
    expect(replies.map(({ body }) => body.creditsUsed).sort()).toEqual([0, 3]);
    expect(await balance()).toBe(0);
    const states = await Promise.all([read(one.id), read(two.id)]);
    expect(states.map(({ status }) => status).sort()).toEqual(['paid', 'pending']);
  });
});

/** Must be the last test: it uses up the guesses of this address for an hour. */
test('codes can be guessed thirty times an hour over all routes', async () => {
  const { id } = await book();
  const quote = (promocode: string) =>
    app.call(quoteJob, { body: { packageID: world.packageID, promocode } }, mei);
  const statuses: number[] = [];
  for (let guess = 0; guess < 20; guess += 1) {
    statuses.push((await quote(`GUESS${guess}`)).status, (await putCode(id, `GUESS${guess}`)).status);
  }
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([422]));
  expect(statuses.at(-1)).toBe(429);
  expect((await quote('')).status).toBe(200);
});
