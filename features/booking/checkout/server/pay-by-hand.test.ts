import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import {
  createTransaction,
  listPaymentAlarms,
  listTransactions,
  refundTransaction as refundCall,
  resolvePaymentAlarm,
  updateTransaction,
} from '#features/money/payments/contract.ts';
import { refundTransaction } from '#features/money/payments/server/refund-payment.ts';
import { cancelJob, getJob, listJobs, trashJob } from '#features/work/jobs/contract.ts';
import { findVisibleJob } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type TestApp } from '#platform/testing/test-app.ts';
import { cancelJobPayment } from '../contract.ts';
import { bookingOf } from './booking-to-pay.ts';
import { reserveBooking } from './commit-job.ts';
import { payByHand } from './pay-by-hand.ts';

let office: As;
let mei: As;
let cleanerID: string;

const { app, stripe, world } = await startBusiness({ customers: 2 });
const customerID = world.customers[0]?.id ?? '';

afterAll(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});
beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  cleanerID = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', customerID);
});

const book = (visits = 1) => bookVisits(app, mei, world, { cleanerID, visits });

const record = (jobID: string, total = PACKAGE_PRICE, more: object = {}) =>
  app.call(createTransaction, { body: { customerID, jobID, total, method: 'paynow', ...more } }, office);

const as = <R extends 'admin' | 'customer'>(role: R, id: string) =>
  ({ role, id, sessionID: app.services.newID() }) as const;
const officeIn = (ctx: Context) => ({
  ...ctx,
  actor: { ...as('admin', app.services.newID()), officeRole: 'office' as const },
});

const job = async (id: string) => (await app.call(getJob, { params: { id } }, office)).body;
const transactions = async (jobID: string) =>
  (await app.call(listTransactions, { query: { jobID } }, office)).body.items;

describe('a PayNow payment for a visit', () => {
  test('pays it: freezes the checklist, notifies the customer and balances the ledger', async () => {
    const [id = ''] = await book();
    const made = await record(id);
    expect(made).toMatchObject({
      status: 201,
      body: { type: 'manual', method: 'paynow', total: PACKAGE_PRICE, jobID: id },
    });
    expect(await job(id)).toMatchObject({ status: 'paid', paid: true, holdExpiresAt: null });
    await app.runOutbox('all');
    const { rows } = await app.database.pool.query(
      "select data->>'paid' as paid from message where job_id = $1 and kind = 'visit-booked'",
      [id],
    );
    expect(rows).toEqual([{ paid: String(PACKAGE_PRICE) }]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('is recorded by a dispatcher too, who records no other money', async () => {
    const [id = ''] = await book();
    const dispatcher = await signedIn(app, 'admin', app.services.newID(), 'dispatcher');
    const body = { customerID, total: PACKAGE_PRICE, method: 'paynow' } as const;
    const ofNoVisit = await app.call(createTransaction, { body }, dispatcher);
    expect(problem(ofNoVisit)).toMatchObject({ status: 403, code: 'forbidden' });
    const ofVisit = await app.call(createTransaction, { body: { ...body, jobID: id } }, dispatcher);
    expect(ofVisit.status).toBe(201);
    expect(await job(id)).toMatchObject({ status: 'paid' });
  });

  test('pays all visits of a held series by their sum, whichever of them it names', async () => {
    const ids = await book(3);
    expect(problem(await record(String(ids[1])))).toMatchObject({
      status: 409,
      code: 'wrong_amount',
      total: 3 * PACKAGE_PRICE,
      visits: 3,
    });
    expect(await transactions(String(ids[1]))).toEqual([]);
    const made = await record(String(ids[1]), 3 * PACKAGE_PRICE);
    expect(made.body.allocations).toMatchObject(ids.map((jobID) => ({ jobID, cents: PACKAGE_PRICE })));
    for (const id of ids) expect(await job(id)).toMatchObject({ status: 'paid' });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('with a different amount is refused, and nothing is recorded', async () => {
    const [id = ''] = await book();
    for (const total of [PACKAGE_PRICE - 1, PACKAGE_PRICE + 1, -PACKAGE_PRICE]) {
      expect(problem(await record(id, total))).toMatchObject({ status: 409, code: 'wrong_amount' });
    }
    expect(await job(id)).toMatchObject({ status: 'pending' });
    expect(await transactions(id)).toEqual([]);
  });

  test('for another customer’s visit, or as an adjustment, is refused', async () => {
    const [id = ''] = await book();
    const other = world.customers[1]?.id ?? '';
    expect(problem(await record(id, PACKAGE_PRICE, { customerID: other }))).toMatchObject({
      status: 422,
      errors: [{ path: 'jobID' }],
    });
    expect(problem(await record(id, PACKAGE_PRICE, { method: 'adjustment' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'method' }],
    });
  });

  test('renews an expired hold while the time is free', async () => {
    const [id = ''] = await book();
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect(await job(id)).toMatchObject({ status: 'expired' });
    expect((await record(id)).status).toBe(201);
    expect(await job(id)).toMatchObject({ status: 'paid' });
  });

  test('is refused if the time has been taken', async () => {
    const [id = ''] = await book();
    app.clock.advance({ minutes: 16 });
    const [other = ''] = await book();
    await payFor(app, mei, other);
    const refused = problem(await record(id));
    expect(refused).toMatchObject({ status: 409, code: 'slot_taken' });
    expect(await transactions(id)).toEqual([]);
  });

  test('is refused for a paid, cancelled or trashed visit, with a hint what to do', async () => {
    const [paid = ''] = await book();
    await record(paid);
    cleanerID = await addCleaner(app.context());
    const [cancelled = ''] = await book();
    await app.call(cancelJob, { params: { id: cancelled }, body: {} }, office);
    cleanerID = await addCleaner(app.context());
    const [trashed = ''] = await book();
    await app.call(trashJob, { params: { id: trashed } }, office);
    const details: string[] = [];
    for (const id of [paid, cancelled, trashed]) {
      const refused = problem(await record(id));
      expect(refused).toMatchObject({ status: 409, code: 'not_payable' });
      details.push(refused.detail);
    }
    expect(details).toEqual([
      expect.stringContaining('already paid'),
      expect.stringContaining('cancelled'),
      expect.stringContaining('trash'),
    ]);
    expect(await transactions(paid)).toHaveLength(1);
  });

  test('cannot be edited, only refunded', async () => {
    const [id = ''] = await book();
    const { body } = await record(id);
    const change = { params: { id: body.id }, body: { total: 100 } };
    expect(problem(await app.call(updateTransaction, change, office))).toMatchObject({
      code: 'amount_fixed',
    });
    const refund = { params: { id: body.id }, body: { amount: 1000, reason: 'Came late' } };
    expect((await app.call(refundCall, refund, office)).body).toMatchObject({
      method: 'paynow',
      total: -1000,
    });
    expect(await checkLedger(app.context())).toEqual([]);
    const { rows } = await app.database.pool.query(
      "select sum(amount)::int as earned from ledger_entry where account = 'revenue:one-time' and tx_id in (select ledger_tx_id from money_transaction where id = $1 or refund_of = $1)",
      [body.id],
    );
    expect(rows).toEqual([{ earned: 1000 - PACKAGE_PRICE }]);
  });
});

describe('a concurrent card and PayNow payment for a visit', () => {
  const entry = (jobID: string) =>
    ({ customerID, jobID, total: PACKAGE_PRICE, method: 'paynow', details: '' }) as const;
  const customerIn = (ctx: Context) => ({ ...ctx, actor: as('customer', customerID) });
  const card = { card: { stripeToken: 'tok_visa' }, receiptEmail: null, confirmedBy: null, change: null };

  /** The checks and writes before the card is charged. */
  async function reserveFor(id: string, ctx: Context): Promise<unknown> {
    const job = await findVisibleJob(ctx, id);
    if (isRefusal(job)) throw new Error(job.refusal);
    return reserveBooking(ctx, await bookingOf(ctx, job), card);
  }

  test('refuses the manual payment while the card is being charged', async () => {
    const [id = ''] = await book();
    const hand = await overlap(
      app,
      (tx) => reserveFor(id, customerIn(tx)),
      () => record(id),
    );
    expect(problem(hand)).toMatchObject({ status: 409, code: 'payment_in_progress' });
    expect(await transactions(id)).toEqual([]);
    expect((await app.call(cancelJobPayment, { params: { id } }, mei)).status).toBe(200);
    expect((await payFor(app, mei, id)).status).toBe(200);
    expect(await transactions(id)).toHaveLength(1);
  });

  test('does not charge the card once the manual payment is recorded', async () => {
    const [id = ''] = await book();
    const before = await stripe.charges();
    const paid = await overlap(
      app,
      (tx) => payByHand(officeIn(tx), entry(id)),
      () => payFor(app, mei, id),
    );
    expect(paid.status).toBe(200);
    expect(await transactions(id)).toMatchObject([{ method: 'paynow' }]);
    expect(await stripe.charges()).toBe(before);
  });

  test('(control: without the locks both are taken)', async () => {
    const [id = ''] = await book();
    const unlocked = () => ({
      ...app.context(),
      db: withHooks(app.services.db, { change: withoutLocks }),
    });
    const hand = await overlap(
      { ...app, context: unlocked as TestApp['context'] },
      (tx) => reserveFor(id, customerIn(tx)),
      () => payByHand(officeIn(unlocked()), entry(id)),
    );
    expect(isRefusal(hand)).toBe(false);
    const open = await app.database.pool.query(
      "select from payment_attempt where target_id = $1 and status = 'created'",
      [id],
    );
    expect(open.rowCount).toBe(1);
    await app.database.pool.query("update payment_attempt set status = 'canceled' where target_id = $1", [
      id,
    ]);
  });
});

describe('cancelling a visit that was paid by PayNow', () => {
  test('raises a refund-by-hand alarm, and does not mention a card to the customer', async () => {
    const [id = ''] = await book();
    await record(id);
    const cancelled = await app.call(cancelJob, { params: { id }, body: {} }, office);
    expect(cancelled.body).toMatchObject({ refund: PACKAGE_PRICE, refundByHand: true });
    expect(await transactions(id)).toMatchObject([
      { type: 'refund', method: 'paynow', total: -PACKAGE_PRICE },
      { type: 'manual' },
    ]);
    const [alarm] = (await app.call(listPaymentAlarms, { query: { kind: 'refund_by_hand' } }, office)).body
      .items;
    expect(alarm).toMatchObject({
      cents: PACKAGE_PRICE,
      why: `Give back S$${(PACKAGE_PRICE / 100).toFixed(2)} by PayNow: a visit was cancelled.`,
      jobs: [{ jobID: id, cents: PACKAGE_PRICE }],
    });
    const { rows } = await app.database.pool.query(
      "select data->'refundByHand' as by_hand from message where job_id = $1 and kind = 'visit-cancelled'",
      [id],
    );
    expect(rows).toEqual([{ byHand: true }]);
    const params = { id: alarm?.id ?? '' };
    const done = { resolution: 'refunded' as const, reason: 'PayNow sent' };
    expect((await app.call(resolvePaymentAlarm, { params, body: done }, office)).status).toBe(200);
    expect(await checkLedger(app.context())).toEqual([]);
    expect((await app.call(listJobs, { query: { status: 'cancelled' } }, mei)).status).toBe(200);
  });

  test('is refunded and cancelled at the same time: what is refunded is not given back again', async () => {
    const [id = ''] = await book();
    const { body: paid } = await record(id);
    const cancelled = await overlap(
      app,
      (tx) => refundTransaction(officeIn(tx), paid.id, { amount: 1000, to: 'card', reason: 'Late' }),
      () => app.call(cancelJob, { params: { id }, body: { onBehalfOf: 'company' } }, office),
    );
    expect(cancelled).toMatchObject({ status: 200, body: { refund: PACKAGE_PRICE - 1000 } });
    expect(await checkLedger(app.context())).toEqual([]);
  });
});
