import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Series,
  START,
  startSeriesWorld,
} from '#features/booking/booking/server/testing/series-world.ts';
import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { applyOutcome } from '#features/money/payments/server/apply-outcome.ts';
import { previewClosing } from '#features/people/customers/server/close-account.ts';
import { cancelJob, getJob, previewCancellation, updateJob } from '#features/work/jobs/contract.ts';
import { jobNumberIn } from '#features/work/jobs/rules/job-number.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { commitJob, payEachVisit, payLater, readPayNow, updateCredit } from '../contract.ts';

const world = await startSeriesWorld();
const { app, stripe } = world;
const PRICE = 9000;

let office: As;

beforeEach(async () => {
  stripe.failAll();
  world.setAhead({ hours: 96 });
  office = await signedIn(app, 'admin');
});
afterAll(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

/** A weekly series that the card pays visit by visit. */
async function bookSeries(visits = 3, card = 'tok_visa'): Promise<Series> {
  const series = await world.bookSeries(visits, { unpaid: true });
  await saveCard(series.mei, card);
  const confirmed = await app.call(payEachVisit, { params: { id: idOf(series) }, body: {} }, series.mei);
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return series;
}

const idOf = ({ ids }: Pick<Series, 'ids'>, index = 0) => String(ids[index]);

async function saveCard(mei: As, card: string): Promise<void> {
  const saved = await app.call(updateCard, { body: { stripeToken: card } }, mei);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

const until = (moment: string) => app.clock.set(`${moment}+08:00`);

const visit = async (series: Series, index = 0) => {
  const as = await signedIn(app, 'customer', series.meiID);
  return (await app.call(getJob, { params: { id: idOf(series, index) } }, as)).body;
};

/** The crew clocks in and out, at the planned times. */
async function clean(series: Series, index = 0, start = START.add({ hours: 7 * 24 * index })): Promise<void> {
  const params = { id: idOf(series, index) };
  for (const [call, at] of [
    [startJob, start],
    [finishJob, start.add({ hours: 3 })],
  ] as const) {
    app.clock.set(at.toString());
    const siti = await signedIn(app, 'cleaner', series.cleanerID);
    const clocked = await app.call(call, { params, body: {} }, siti);
    expect(clocked.status, JSON.stringify(clocked.body)).toBe(200);
  }
}

const taken = async ({ meiID }: Series) => (await stripe.moneyOf(meiID)).taken;

async function mails({ meiID }: Series, kind: string) {
  await app.runOutbox('all');
  const { rows } = await app.database.pool.query(
    "select data from message where customer_id = $1 and kind = $2 and channel = 'email' and state <> 'superseded' order by id",
    [meiID, kind],
  );
  return rows.map(({ data }) => data as Record<string, unknown>);
}

const setCharge = (visitCharge: Settings['visitCharge']) => setSettings(app.context(), { visitCharge });

describe('a series that is paid visit by visit', () => {
  test('is confirmed without a charge, keeps its time, and stores what was agreed', async () => {
    const series = await bookSeries();
    for (const index of [0, 1, 2]) {
      expect(await visit(series, index)).toMatchObject({
        status: 'confirmed',
        paid: false,
        holdExpiresAt: null,
        charge: { when: 'after-visit', declines: 0, againAt: null },
      });
    }
    expect(await taken(series)).toBe(0);
    expect(await mails(series, 'visit-booked')).toMatchObject([{ charged: 'after-visit' }]);
    const { rows } = await app.database.pool.query(
      'select mandate, agreed_at is not null as agreed from job_series where id = $1',
      [series.seriesID],
    );
    expect(rows).toEqual([
      { mandate: expect.stringContaining('my saved card after each visit'), agreed: true },
    ]);
    // Pressed again, nothing changes.
    const again = await app.call(payEachVisit, { params: { id: idOf(series, 1) }, body: {} }, series.mei);
    expect(again.body).toMatchObject({ status: 'confirmed', version: (await visit(series, 1)).version });
  });

  test('is charged once its crew has clocked out, visit by visit', async () => {
    const series = await bookSeries();
    until('2026-12-01T13:00'); // the planned end has passed, but nobody has clocked out
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
    await clean(series);
    await app.runCronJobs();
    await app.runCronJobs();
    expect(await visit(series)).toMatchObject({ status: 'paid', paid: true, charge: null });
    expect(await visit(series, 1)).toMatchObject({ status: 'confirmed' });
    expect(await taken(series)).toBe(PRICE);
    expect(await mails(series, 'payment-received')).toMatchObject([{ amount: PRICE }]);
    await clean(series, 1);
    await app.runCronJobs();
    expect(await taken(series)).toBe(2 * PRICE);
  });

  test('on the evening before, if the business says so; a series keeps what was agreed', async () => {
    await setCharge('evening-before');
    const series = await bookSeries(2);
    await setCharge('after-visit');
    until('2026-11-30T17:59');
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
    until('2026-11-30T18:00');
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE);
    expect(await visit(series, 1)).toMatchObject({ status: 'confirmed', charge: { when: 'evening-before' } });
  });

  test('weekly: on Monday for all visits of the week before', async () => {
    await setCharge('weekly');
    const series = await bookSeries(2);
    await setCharge('after-visit');
    const thursday = START.add({ hours: 48 });
    const moved = { params: { id: idOf(series, 1) }, body: { startTime: thursday.toString() } };
    expect((await app.call(updateJob, moved, series.mei)).status).toBe(200);
    await clean(series);
    await clean(series, 1, thursday);
    until('2026-12-07T08:59');
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
    until('2026-12-07T09:00');
    await app.runCronJobs();
    expect(await taken(series)).toBe(2 * PRICE);
    expect(await mails(series, 'payment-received')).toMatchObject([{ amount: PRICE }, { amount: PRICE }]);
  });

  test('needs a saved card, a series, and a business that offers it', async () => {
    const series = await world.bookSeries(2, { unpaid: true });
    const params = { id: idOf(series) };
    const press = () => app.call(payEachVisit, { params, body: {} }, series.mei);
    expect(problem(await press())).toMatchObject({ status: 409, code: 'no_stored_card' });
    await saveCard(series.mei, 'tok_visa');
    await setCharge('off');
    expect(problem(await press())).toMatchObject({ status: 409, code: 'not_offered' });
    await setCharge('after-visit');
    const other = await world.bookSeries(2, { unpaid: true });
    expect((await app.call(payEachVisit, { params, body: {} }, other.mei)).status).toBe(404);
    expect((await app.call(commitJob, { params, body: { picked: true } }, series.mei)).status).toBe(200);
    expect(problem(await press())).toMatchObject({ status: 409, code: 'not_payable' });
  });

  test('is confirmed or paid ahead, not both, by two presses at once', async () => {
    const series = await world.bookSeries(2, { unpaid: true });
    await saveCard(series.mei, 'tok_visa');
    const params = { id: idOf(series) };
    const [each, ahead] = await Promise.all([
      app.call(payEachVisit, { params, body: {} }, series.mei),
      app.call(commitJob, { params, body: { picked: true } }, series.mei),
    ]);
    const statuses = [await visit(series), await visit(series, 1)].map(({ status }) => status);
    // The commit of a confirmed booking pays for the visit that it names.
    expect([`${each.status} ${ahead.status}`, ...statuses]).toSatisfy((outcome: string[]) =>
      [
        ['200 200', 'paid', 'paid'],
        ['200 200', 'paid', 'confirmed'],
        ['200 409', 'confirmed', 'confirmed'],
        ['409 200', 'paid', 'paid'],
      ].some((one) => one.join() === outcome.join()),
    );
    const paid = statuses.filter((status) => status === 'paid').length;
    expect(await taken(series)).toBe(paid * PRICE);
  });
});

describe('a declined card', () => {
  test('is tried again after one, three and seven days, and the customer hears of each', async () => {
    const series = await bookSeries(2, 'tok_chargeCustomerFail');
    await clean(series);
    await app.runCronJobs();
    expect(await visit(series)).toMatchObject({
      status: 'confirmed',
      dueOn: '2026-12-01',
      charge: { declines: 1, againAt: '2026-12-02T12:00:00+08:00' },
    });
    expect(await mails(series, 'charge-declined')).toMatchObject([{ amount: PRICE, againOn: '2026-12-02' }]);
    for (const [day, declines] of [
      ['2026-12-02', 2],
      ['2026-12-04', 3],
    ] as const) {
      until(`${day}T11:59`);
      await app.runCronJobs();
      expect((await visit(series)).charge).toMatchObject({ declines: declines - 1 });
      until(`${day}T12:00`);
      await app.runCronJobs();
      expect((await visit(series)).charge).toMatchObject({ declines });
    }
    until('2026-12-08T12:00');
    await app.runCronJobs();
    expect((await visit(series)).charge).toEqual({ when: 'after-visit', declines: 4, againAt: null });
    until('2026-12-20T12:00');
    await app.runCronJobs();
    const sent = await mails(series, 'charge-declined');
    expect(sent.map(({ againOn }) => againOn)).toEqual(['2026-12-02', '2026-12-04', '2026-12-08', undefined]);
    expect(await taken(series)).toBe(0);
  });

  test('is replaced by another one, with which the customer pays on the page of the visit', async () => {
    const series = await bookSeries(2, 'tok_chargeCustomerFail');
    await clean(series);
    await app.runCronJobs();
    const mei = await signedIn(app, 'customer', series.meiID);
    const params = { id: idOf(series) };
    const paid = await app.call(commitJob, { params, body: { stripeToken: 'tok_visa', change: true } }, mei);
    expect(paid.status).toBe(200);
    expect(await visit(series)).toMatchObject({ status: 'paid' });
    until('2026-12-04T12:00');
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE);
    await clean(series, 1);
    await app.runCronJobs();
    expect(await taken(series)).toBe(2 * PRICE);
  });
});

describe('a card that is replaced', () => {
  test('pays at once what the former one did not', async () => {
    const series = await bookSeries(2);
    await app.database.pool.query('update customer set card_payment_method_id = null where id = $1', [
      series.meiID,
    ]);
    await clean(series);
    await app.runCronJobs();
    expect((await visit(series)).charge).toEqual({ when: 'after-visit', declines: 1, againAt: null });
    await saveCard(await signedIn(app, 'customer', series.meiID), await stripe.newToken());
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE);
  });

  test('does not pay for a visit to which nobody came', async () => {
    await setCharge('evening-before');
    const series = await bookSeries(2, 'tok_chargeCustomerFail');
    await setCharge('after-visit');
    until('2026-11-30T18:00');
    await app.runCronJobs();
    until('2026-12-01T18:01');
    await saveCard(await signedIn(app, 'customer', series.meiID), 'tok_visa');
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
  });
});

describe('a provider that does not answer', () => {
  test('charges nobody twice and forgets nobody', async () => {
    const series = await bookSeries(2);
    await clean(series);
    stripe.failAll({ instead: 'drop' });
    for (let minute = 1; minute <= 5; minute += 1) {
      until(`2026-12-01T12:${String(minute).padStart(2, '0')}`);
      await app.runCronJobs();
    }
    stripe.failAll();
    for (let hour = 13; hour <= 23; hour += 1) {
      until(`2026-12-01T${hour}:00`);
      await app.runCronJobs();
    }
    expect(await visit(series)).toMatchObject({ status: 'paid' });
    expect(await taken(series)).toBe(PRICE);
  });
});

describe('changes before the charge', () => {
  test('“Pay later” by the office stops it', async () => {
    const series = await bookSeries(2);
    const later = { params: { id: idOf(series) }, body: { dueOn: '2026-12-20' } };
    expect((await app.call(payLater, later, office)).body).toMatchObject({
      dueOn: '2026-12-20',
      charge: null,
    });
    await clean(series);
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
  });

  test('hours do not lower the fee of a late cancellation', async () => {
    const series = await bookSeries(2);
    await giveHours(app.context(), series.meiID, { hours: 2.5 });
    until('2026-12-01T08:00');
    const mei = await signedIn(app, 'customer', series.meiID);
    const used = await app.call(updateCredit, { body: { jobID: idOf(series) } }, mei);
    expect(problem(used)).toMatchObject({ status: 409, code: 'not_payable' });
    const cancelled = await app.call(cancelJob, { params: { id: idOf(series) }, body: {} }, mei);
    expect(cancelled.body).toMatchObject({ fee: PRICE / 2 });
  });

  test('a fee that arrives twice raises an alarm', async () => {
    const series = await bookSeries(2);
    until('2026-12-01T08:00');
    const mei = await signedIn(app, 'customer', series.meiID);
    await app.call(cancelJob, { params: { id: idOf(series) }, body: {} }, mei);
    await app.runCronJobs();
    const { rows } = await app.database.pool.query(
      `insert into payment_attempt (id, purpose, target_id, customer_id, amount, price_snapshot, instrument, status, created_at)
       select $1, purpose, target_id, customer_id, amount, price_snapshot, instrument, 'canceled', created_at
       from payment_attempt where price_snapshot->>'jobID' = $2 and purpose = 'job-charge' returning id, amount`,
      [app.services.newID(), idOf(series)],
    );
    const [{ id, amount }] = rows as [{ id: string; amount: number }];
    const late = { paymentIntentID: 'pi_late', stripeCustomerID: null, card: null, paidWith: null };
    await applyOutcome(app.context(), id, { status: 'succeeded', amount, currency: 'sgd', ...late });
    const alarms = await app.database.pool.query('select kind from payment_alarm where attempt_id = $1', [
      id,
    ]);
    expect(alarms.rows).toEqual([{ kind: 'unwanted_payment' }]);
  });

  test('a visit that is moved is charged after its new time, one that is cancelled in time is not', async () => {
    const series = await bookSeries(2);
    const params = { id: idOf(series) };
    const body = { startTime: '2026-12-03T09:00:00+08:00' };
    expect((await app.call(updateJob, { params, body }, series.mei)).status).toBe(200);
    const second = { params: { id: idOf(series, 1) } };
    const cancelled = await app.call(cancelJob, { ...second, body: {} }, series.mei);
    expect(cancelled.body).toMatchObject({ fee: 0, refund: 0, job: { status: 'cancelled' } });
    until('2026-12-20T09:00');
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
  });

  test('a late cancellation is charged its fee, once, as it was shown', async () => {
    const series = await bookSeries(2);
    until('2026-12-01T08:00');
    const mei = await signedIn(app, 'customer', series.meiID);
    const params = { id: idOf(series) };
    const shown = await app.call(previewCancellation, { params, query: {} }, mei);
    expect(shown.body).toMatchObject({ fee: PRICE / 2, refund: 0, feeCharged: true });
    const cancelled = await app.call(cancelJob, { params, body: { fee: PRICE / 2 } }, mei);
    expect(cancelled.body).toMatchObject({ fee: PRICE / 2, feeCharged: true });
    await app.runCronJobs();
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE / 2);
    expect((await app.call(previewCancellation, { params, query: {} }, mei)).body).toMatchObject({
      fee: PRICE / 2,
      feeCharged: true,
    });
    expect(await mails(series, 'visit-cancelled')).toMatchObject([{ fee: PRICE / 2, feeCharged: true }]);
  });

  test('the fee of a declined card is tried again like a visit', async () => {
    const series = await bookSeries(2, 'tok_chargeCustomerFail');
    until('2026-12-01T08:00');
    const mei = await signedIn(app, 'customer', series.meiID);
    await app.call(cancelJob, { params: { id: idOf(series) }, body: {} }, mei);
    await app.runCronJobs();
    const matters = await previewClosing(
      { ...app.context(), actor: { role: 'customer', id: series.meiID } } as never,
      series.meiID,
    );
    expect(JSON.stringify(matters)).toContain(idOf(series));
    until('2026-12-02T08:00');
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
    await saveCard(await signedIn(app, 'customer', series.meiID), 'tok_visa');
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE / 2);
  });

  test('by the company costs nothing', async () => {
    const series = await bookSeries(2);
    until('2026-12-01T08:00');
    office = await signedIn(app, 'admin');
    const cancelled = await app.call(cancelJob, { params: { id: idOf(series) }, body: {} }, office);
    expect(cancelled.body).toMatchObject({ fee: 0, refund: 0 });
    await app.runCronJobs();
    expect(await taken(series)).toBe(0);
  });
});

describe('a PayNow code', () => {
  const code = (series: Series, as = series.mei) =>
    app.call(readPayNow, { params: { id: idOf(series) } }, as);

  test('is for what a visit owes, with a reference that the search finds', async () => {
    await setSettings(app.context(), { payNowTo: '201912345K', businessName: 'Tidy' });
    const series = await bookSeries(2);
    expect(problem(await code(series))).toMatchObject({ code: 'not_payable' }); // the card is charged for it
    const later = { params: { id: idOf(series) }, body: { dueOn: '2026-12-20' } };
    expect((await app.call(payLater, later, office)).status).toBe(200);
    const { body } = await code(series);
    expect(body).toMatchObject({ payee: '201912345K', name: 'Tidy', amount: PRICE });
    expect(jobNumberIn((body as { reference: string }).reference)).toBe((await visit(series)).number);
    const other = await bookSeries(2);
    expect((await code(series, other.mei)).status).toBe(404);
  });

  test('is not offered without a payee, for a short hold, or for a visit that is paid', async () => {
    await setSettings(app.context(), { payNowTo: '201912345K' });
    const held = await world.bookSeries(2, { unpaid: true });
    expect(problem(await code(held))).toMatchObject({ status: 409, code: 'not_payable' });
    expect((await code(held, office)).body).toMatchObject({ amount: 2 * PRICE }); // who is on the phone with the customer
    const paid = await world.bookSeries(2);
    expect(problem(await code(paid))).toMatchObject({ status: 409, code: 'not_payable' });
    await setSettings(app.context(), {});
    expect(problem(await code(paid))).toMatchObject({ status: 409, code: 'not_offered' });
  });
});
