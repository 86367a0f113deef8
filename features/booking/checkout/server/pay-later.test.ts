import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import {
  addCleaner,
  addCustomer,
  emptyDiaries,
  PACKAGE_PRICE,
  type WorldCustomer,
} from '#features/booking/booking/server/testing/world.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { cancelJob, getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { payLater, sendPaymentLink, updateCredit } from '../contract.ts';

let mei: WorldCustomer & { readonly as: As };
let cleanerID: string;

const { app, world } = await startBusiness();
let office = await signedIn(app, 'admin');

afterAll(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});
beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  await emptyDiaries(app.context());
  cleanerID = await addCleaner(app.context());
  const customer = await addCustomer(app.context());
  mei = { ...customer, as: await signedIn(app, 'customer', customer.id) };
});

const START = '2026-12-01T09:00:00+08:00';

/** Books as the office. Returns the ids of the visits by date. */
async function book(visits = 1): Promise<string[]> {
  const body = {
    customerID: mei.id,
    packageID: world.packageID,
    addressID: mei.addressID,
    startTime: START,
    cleaner1ID: cleanerID,
    ...(visits > 1 && { recurrence: { interval: 'weekly' as const, count: visits } }),
  };
  const { status, body: booked } = await app.call(createJobForCustomer, { body }, office);
  expect(status).toBe(201);
  return (booked.jobs ?? [booked]).map((one) => one.id);
}

/** Moves the clock; everyone signs in again. */
async function until(moment: string): Promise<void> {
  app.clock.set(moment);
  office = await signedIn(app, 'admin');
  mei = { ...mei, as: await signedIn(app, 'customer', mei.id) };
}

const later = (id: string, dueOn = '2026-12-05', as = office) =>
  app.call(payLater, { params: { id }, body: { dueOn } }, as);
const job = async (id: string, as = office) => (await app.call(getJob, { params: { id } }, as)).body;

async function confirmed(visits = 1): Promise<string[]> {
  const ids = await book(visits);
  expect((await later(String(ids[0]))).status).toBe(200);
  return ids;
}

async function messages(kind: string) {
  await app.runOutbox('all'); // a task writes them
  const { rows } = await app.database.pool.query(
    "select channel, data from message where customer_id = $1 and kind = $2 and state <> 'superseded' order by channel",
    [mei.id, kind],
  );
  return rows as { channel: string; data: Record<string, unknown> }[];
}

describe('a pay-later booking', () => {
  test('outlives its hold, keeps its slot and notifies the customer', async () => {
    const [id = ''] = await confirmed();
    expect(await job(id)).toMatchObject({
      status: 'confirmed',
      paid: false,
      dueOn: '2026-12-05',
      holdExpiresAt: null,
      confirmedAt: expect.any(String),
    });
    expect(await messages('visit-booked')).toMatchObject([
      {
        channel: 'email',
        data: { dueOn: '2026-12-05', paid: PACKAGE_PRICE, prepare: 'Mop and vacuum cleaner' },
      },
    ]);
    await until('2026-11-24T16:00:00+08:00');
    await app.runCronJobs();
    expect(await job(id)).toMatchObject({ status: 'confirmed' });
    const taken = await app.call(
      createJobForCustomer,
      {
        body: {
          customerID: mei.id,
          packageID: world.packageID,
          addressID: mei.addressID,
          startTime: START,
          cleaner1ID: cleanerID,
        },
      },
      office,
    );
    expect(problem(taken)).toMatchObject({ code: 'slot_taken' });
    expect(await messages('payment-request')).toEqual([]);
    expect(await messages('hold-ending')).toEqual([]);
  });

  test('includes all visits of a held series', async () => {
    const ids = await confirmed(4);
    for (const id of ids) expect(await job(id)).toMatchObject({ status: 'confirmed', dueOn: '2026-12-05' });
    await until('2026-11-24T16:00:00+08:00');
    await app.runCronJobs();
    expect(await job(String(ids[3]))).toMatchObject({ status: 'confirmed' });
  });

  test('can get another due date, and is confirmed once', async () => {
    const [id = ''] = await confirmed();
    expect((await later(id, '2026-12-31')).body).toMatchObject({ dueOn: '2026-12-31' });
    expect(await messages('visit-booked')).toHaveLength(1);
  });

  test('is refused for customers, for paid bookings and for past due dates', async () => {
    const [id = ''] = await book();
    expect((await later(id, '2026-12-05', mei.as)).status).toBe(403);
    expect(problem(await later(id, '2026-11-22'))).toMatchObject({
      status: 422,
      errors: [{ path: 'dueOn' }],
    });
    await payFor(app, mei.as, id);
    expect(problem(await later(id))).toMatchObject({ status: 409, code: 'not_payable' });
  });

  test('is listed as owed by its status until it is paid', async () => {
    const ids = await confirmed(2);
    const owed = async () =>
      (
        await app.call(listJobs, { query: { customerID: mei.id, status: 'confirmed' } }, office)
      ).body.items.map(({ id }) => id);
    expect((await owed()).toSorted()).toEqual(ids.toSorted());
    await payFor(app, mei.as, String(ids[1]));
    expect(await owed()).toEqual([]);
  });
});

describe('an unpaid visit that goes ahead', () => {
  test('is on its cleaner’s list like a paid one, without the amount', async () => {
    const [id = ''] = await confirmed();
    const siti = await signedIn(app, 'cleaner', cleanerID);
    const list = await app.call(listJobs, { query: { status: 'paid' } }, siti);
    expect(list.body.items.map((one) => one.id)).toEqual([id]);
    expect(list.body.items[0]).not.toHaveProperty('dueOn');
    expect((await app.call(listJobs, { query: { stage: 'upcoming' } }, siti)).body.items).toHaveLength(1);
  });

  test('is reminded of, and its crew clocks in', async () => {
    const [id = ''] = await confirmed();
    await until('2026-11-30T10:00:00+08:00');
    await app.runCronJobs();
    expect(await messages('visit-reminder')).not.toEqual([]);
    await until('2026-12-01T09:00:00+08:00');
    const siti = await signedIn(app, 'cleaner', cleanerID);
    expect((await app.call(startJob, { params: { id }, body: {} }, siti)).body).toMatchObject({
      stage: 'in-progress',
      status: 'confirmed',
    });
  });

  test('has its checklist from then on', async () => {
    const [id = ''] = await confirmed();
    const { checklistTotal } = await job(id);
    expect(checklistTotal).toBeGreaterThan(0);
    await payFor(app, mei.as, id);
    expect(await job(id)).toMatchObject({ status: 'paid', checklistTotal });
  });

  test('can be moved by its customer once, by the cancellation terms', async () => {
    const [id = ''] = await confirmed();
    const move = (startTime: string) => app.call(updateJob, { params: { id }, body: { startTime } }, mei.as);
    expect((await move('2026-12-02T09:00:00+08:00')).body).toMatchObject({
      status: 'confirmed',
      hasChangedDate: true,
      dueOn: '2026-12-05',
    });
    expect(problem(await move('2026-12-03T09:00:00+08:00'))).toMatchObject({ code: 'change_used' });
  });

  test('is cancelled without refund or fee, however late', async () => {
    const [id = ''] = await confirmed();
    await until('2026-12-01T08:00:00+08:00');
    const cancelled = await app.call(cancelJob, { params: { id }, body: {} }, mei.as);
    expect(cancelled.body).toMatchObject({ fee: 0, refund: 0, job: { status: 'cancelled' } });
    // By e-mail, and by SMS because it is today.
    expect(await messages('visit-cancelled')).toHaveLength(2);
    const { rows } = await app.database.pool.query('select ended_how from job_hold where customer_id = $1', [
      mei.id,
    ]);
    expect(rows).toEqual([{ endedHow: 'cancelled' }]);
  });
});

describe('an owed amount is paid', () => {
  test('by the customer’s card, for all visits', async () => {
    const ids = await confirmed(2);
    const paid = await payFor(app, mei.as, String(ids[0]));
    expect(paid.status).toBe(200);
    for (const id of ids) expect(await job(id)).toMatchObject({ status: 'paid', dueOn: null, paid: true });
    expect(await messages('payment-received')).toMatchObject([{ data: { amount: 2 * PACKAGE_PRICE } }]);
    expect(await messages('visit-booked')).toHaveLength(1);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('another way after a declined card, and stays confirmed in between', async () => {
    const [id = ''] = await confirmed();
    expect((await payFor(app, mei.as, id, 'tok_chargeDeclined')).status).toBe(402);
    expect(await job(id)).toMatchObject({ status: 'confirmed', dueOn: '2026-12-05' });
    const body = { customerID: mei.id, jobID: id, total: PACKAGE_PRICE, method: 'cash' as const };
    expect((await app.call(createTransaction, { body }, office)).status).toBe(201);
  });

  test('an owed amount can be paid by PayNow', async () => {
    const [id = ''] = await confirmed();
    const body = { customerID: mei.id, jobID: id, total: PACKAGE_PRICE, method: 'paynow' as const };
    expect((await app.call(createTransaction, { body }, office)).status).toBe(201);
    expect(await job(id)).toMatchObject({ status: 'paid' });
    expect(await messages('payment-received')).toHaveLength(1);
  });

  test('with hours as far as they go, and the rest by card', async () => {
    await giveHours(app.context(), mei.id, { hours: 2 });
    const [id = ''] = await confirmed();
    const used = await app.call(updateCredit, { body: { jobID: id } }, office);
    expect(used.body).toMatchObject({ creditsUsed: 2, creditsBalance: 0 });
    expect(await job(id)).toMatchObject({ status: 'confirmed', creditsUsed: 2, dueOn: '2026-12-05' });
    expect(await checkLedger(app.context())).toEqual([]);
    expect((await payFor(app, mei.as, id)).status).toBe(200);
    expect(await job(id)).toMatchObject({ status: 'paid', creditsUsed: 2 });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  test('with hours alone, which come back if it is cancelled in time', async () => {
    await giveHours(app.context(), mei.id, { hours: 2 });
    const [id = ''] = await confirmed();
    await app.call(updateCredit, { body: { jobID: id } }, office);
    const cancelled = await app.call(cancelJob, { params: { id }, body: {} }, office);
    expect(cancelled.body).toMatchObject({ creditsReturned: 2, creditsBalance: 2 });
  });

  test('an owed amount can be paid after the visit', async () => {
    const [id = ''] = await confirmed();
    await until('2026-12-04T10:00:00+08:00');
    expect((await payFor(app, mei.as, id)).status).toBe(200);
    expect(await job(id)).toMatchObject({ status: 'paid' });
  });

  test('not twice: applying hours to a paid one changes nothing', async () => {
    const [id = ''] = await confirmed();
    await payFor(app, mei.as, id);
    const reply = await app.call(updateCredit, { body: { jobID: id } }, office);
    expect(reply.body).toMatchObject({ amountToPay: 0 });
  });
});

describe('a payment link', () => {
  const link = (id: string, as = office) => app.call(sendPaymentLink, { params: { id }, body: {} }, as);

  test('is sent at once by SMS and e-mail, with all held visits and the deadline', async () => {
    const ids = await book(3);
    expect((await link(String(ids[1]))).body).toEqual({
      visits: 3,
      amount: 3 * PACKAGE_PRICE,
      holdExpiresAt: '2026-11-24T10:00:00+08:00',
      dueOn: null,
    });
    const sent = await messages('payment-request');
    expect(sent.map(({ channel }) => channel)).toEqual(['email', 'sms']);
    for (const { data } of sent) {
      expect(data).toMatchObject({
        amount: 3 * PACKAGE_PRICE,
        until: '2026-11-24T02:00:00Z',
        jobID: ids[0],
      });
      expect(data.visits).toHaveLength(3);
    }
    await app.runOutbox();
    const { rows } = await app.database.pool.query(
      "select state from message where customer_id = $1 and kind = 'payment-request' and state <> 'superseded'",
      [mei.id],
    );
    expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }]);
  });

  test('for a confirmed booking names the due date', async () => {
    const [id = ''] = await confirmed();
    expect((await link(id)).body).toMatchObject({ dueOn: '2026-12-05', holdExpiresAt: null });
    expect(await messages('payment-due')).toMatchObject([
      { channel: 'email', data: { dueOn: '2026-12-05' } },
      { channel: 'sms', data: { dueOn: '2026-12-05' } },
    ]);
  });

  test('is for the office only, and for payable bookings only', async () => {
    const [id = ''] = await book();
    expect((await link(id, mei.as)).status).toBe(403);
    await until('2026-11-24T11:00:00+08:00');
    expect(problem(await link(id))).toMatchObject({ status: 409, code: 'hold_expired' });
    await app.runCronJobs();
    expect(problem(await link(id))).toMatchObject({ status: 409, code: 'hold_expired' });
  });
});
