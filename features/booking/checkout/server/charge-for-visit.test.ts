import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Series,
  START,
  startSeriesWorld,
} from '#features/booking/booking/server/testing/series-world.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { createTransaction, listTransactions } from '#features/money/payments/contract.ts';
import { previewClosing } from '#features/people/customers/server/close-account.ts';
import { cancelJob, getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { chargeForVisit, payCharge, payEachVisit, payLater, waiveCharge } from '../contract.ts';
import { waiveVisitCharge } from './charge-for-visit.ts';
import { payByHand } from './pay-by-hand.ts';

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

const idOf = ({ ids }: Pick<Series, 'ids'>, index = 0) => String(ids[index]);
const until = (moment: string) => app.clock.set(`${moment}+08:00`);
const taken = async ({ meiID }: Series) => (await stripe.moneyOf(meiID)).taken;

async function saveCard(mei: As, card: string): Promise<void> {
  const saved = await app.call(updateCard, { body: { stripeToken: card } }, mei);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

/** Paid ahead by card. */
async function bookPaid(card = 'tok_visa'): Promise<Series> {
  const series = await world.bookSeries(2);
  await saveCard(series.mei, card);
  return series;
}

/** Charged to the saved card visit by visit. */
async function bookCharged(card = 'tok_visa'): Promise<Series> {
  const series = await world.bookSeries(2, { unpaid: true });
  await saveCard(series.mei, card);
  const confirmed = await app.call(payEachVisit, { params: { id: idOf(series) }, body: {} }, series.mei);
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return series;
}

const visit = async (series: Series, index = 0) => {
  const as = await signedIn(app, 'customer', series.meiID);
  return (await app.call(getJob, { params: { id: idOf(series, index) } }, as)).body;
};

type Body = {
  reason: 'parking' | 'discount' | 'key';
  amount: number;
  note?: string;
  how?: 'card' | 'link' | 'cash';
};
const add = (series: Series, body: Body, as = office) =>
  app.call(chargeForVisit, { params: { id: idOf(series) }, body }, as);

async function clean(series: Series): Promise<void> {
  const params = { id: idOf(series) };
  for (const [call, at] of [
    [startJob, START],
    [finishJob, START.add({ hours: 3 })],
  ] as const) {
    app.clock.set(at.toString());
    const siti = await signedIn(app, 'cleaner', series.cleanerID);
    expect((await app.call(call, { params, body: {} }, siti)).status).toBe(200);
  }
}

async function mails({ meiID }: Series, kind: string) {
  await app.runOutbox('all');
  const { rows } = await app.database.pool.query(
    "select data from message where customer_id = $1 and kind = $2 and channel = 'email' and state <> 'superseded' order by id",
    [meiID, kind],
  );
  return rows.map(({ data }) => data as Record<string, unknown>);
}

describe('a visit that is not paid', () => {
  test('costs more, shows the line, and its card pays both together', async () => {
    const series = await bookCharged();
    const added = await add(series, { reason: 'parking', amount: 650, note: 'Blk 145' });
    expect(added.body).toMatchObject({ status: 'confirmed', amountToPay: PRICE + 650, charges: [] });
    expect((await visit(series)).price).toMatchObject({
      total: PRICE + 650,
      lines: [{}, { code: 'charge', kind: 'parking', label: 'Blk 145', amount: 650 }],
    });
    await clean(series);
    await app.runCronJobs();
    expect(await taken(series)).toBe(PRICE + 650);
    expect(await visit(series)).toMatchObject({ status: 'paid', amountToPay: PRICE + 650, charges: [] });
  });

  test('costs less with a discount, at most what it costs', async () => {
    const series = await bookCharged();
    expect(problem(await add(series, { reason: 'discount', amount: PRICE + 1 }))).toMatchObject({
      status: 409,
      code: 'discount_too_much',
    });
    expect((await add(series, { reason: 'discount', amount: 1000 })).body).toMatchObject({
      amountToPay: PRICE - 1000,
    });
    expect(problem(await add(series, { reason: 'discount', amount: PRICE }))).toMatchObject({
      code: 'discount_too_much',
    });
  });

  test('that is to be paid later tells its customer the new amount', async () => {
    const series = await bookCharged();
    const later = { params: { id: idOf(series) }, body: { dueOn: '2026-12-20' } };
    expect((await app.call(payLater, later, office)).status).toBe(200);
    expect((await add(series, { reason: 'parking', amount: 650 })).status).toBe(200);
    expect(await mails(series, 'payment-due')).toMatchObject([{ amount: PRICE + 650, dueOn: '2026-12-20' }]);
  });

  test('keeps the charge when its length changes', async () => {
    const series = await bookCharged();
    await add(series, { reason: 'key', amount: 2000 });
    const longer = { params: { id: idOf(series) }, body: { hours: 4 } };
    const changed = await app.call(updateJob, longer, office);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({ amountToPay: 4 * 3000 + 2000 });
  });
});

describe('a visit that is paid', () => {
  test('owes the charge, which the saved card pays at once, as a payment for the visit', async () => {
    const series = await bookPaid();
    const before = await taken(series);
    const added = await add(series, { reason: 'key', amount: 2000, note: 'New lock' });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect(added.body).toMatchObject({
      amountToPay: PRICE,
      charges: [{ kind: 'key', note: 'New lock', cents: 2000, endedAs: 'paid', chargeAt: null }],
    });
    expect(await taken(series)).toBe(before + 2000);
    await app.runCronJobs();
    expect(await taken(series)).toBe(before + 2000);
    const moved = await app.call(listTransactions, { query: { jobID: idOf(series) } }, office);
    expect(moved.body.items).toContainEqual(
      expect.objectContaining({
        total: 2000,
        details: 'Key: New lock',
        allocations: [expect.objectContaining({ jobID: idOf(series), cents: 2000 })],
      }),
    );
    expect(await mails(series, 'payment-received')).toMatchObject([{ amount: 2000 }]);
  });

  test('twenty presses with one key are one charge', async () => {
    const series = await bookPaid();
    const before = await taken(series);
    const keyed = { ...office, headers: { ...office.headers, 'idempotency-key': app.services.newID() } };
    const input = { params: { id: idOf(series) }, body: { reason: 'key' as const, amount: 2000 } };
    const all = await Promise.all(Array.from({ length: 20 }, () => app.call(chargeForVisit, input, keyed)));
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await taken(series)).toBe(before + 2000);
    expect((await visit(series)).charges).toHaveLength(1);
  });

  test('a declined card is tried again, the customer gets a link and pays with another card', async () => {
    const series = await bookPaid('tok_chargeCustomerFail');
    const before = await taken(series);
    expect((await add(series, { reason: 'key', amount: 2000 })).body).toMatchObject({
      charges: [{ endedAs: null, declines: 1, chargeAt: expect.any(String) }],
    });
    expect(await mails(series, 'charge-declined')).toMatchObject([
      { amount: 2000, againOn: expect.any(String) },
    ]);
    const unpaid = await app.call(
      listJobs,
      { query: { status: 'unpaid', customerID: series.meiID } },
      office,
    );
    expect(unpaid.body.items.map(({ id }) => id)).toContain(idOf(series));
    const [charge] = (await visit(series)).charges ?? [];
    const params = { id: String(charge?.id) };
    const mei = await signedIn(app, 'customer', series.meiID);
    const declined = await app.call(payCharge, { params, body: { stripeToken: 'tok_chargeDeclined' } }, mei);
    expect(declined.status).toBe(402);
    expect((await visit(series)).charges).toMatchObject([{ declines: 1 }]);
    const paid = await app.call(payCharge, { params, body: { stripeToken: 'tok_visa' } }, mei);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect(await taken(series)).toBe(before + 2000);
    expect(
      problem(await app.call(payCharge, { params, body: { stripeToken: 'tok_visa' } }, mei)),
    ).toMatchObject({
      status: 409,
      code: 'not_owed',
    });
    const stranger = await world.bookSeries(2);
    const foreign = await app.call(payCharge, { params, body: { picked: true } }, stranger.mei);
    expect(foreign.status).toBe(404);
  });

  test('cash pays it, only to the cent', async () => {
    const series = await bookPaid();
    await add(series, { reason: 'key', amount: 2000, how: 'link' });
    await add(series, { reason: 'parking', amount: 500, how: 'link' });
    expect(await mails(series, 'payment-due')).toMatchObject([{ amount: 2000 }, { amount: 500 }]);
    const pay = (total: number) =>
      app.call(
        createTransaction,
        { body: { customerID: series.meiID, jobID: idOf(series), total, method: 'cash', details: '' } },
        office,
      );
    expect(problem(await pay(2000))).toMatchObject({ code: 'wrong_amount' });
    const paid = await pay(2500);
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    expect((await visit(series)).charges).toMatchObject([{ endedAs: 'paid' }, { endedAs: 'paid' }]);
    expect((await add(series, { reason: 'parking', amount: 300, how: 'cash' })).body.charges).toHaveLength(3);
    expect((await visit(series)).charges?.at(-1)).toMatchObject({ cents: 300, endedAs: 'paid' });
  });

  test('a discount goes back the way the money came', async () => {
    const series = await bookPaid();
    const discounted = await add(series, { reason: 'discount', amount: 1500, note: 'Late crew' });
    expect(discounted.status, JSON.stringify(discounted.body)).toBe(200);
    expect(discounted.body).toMatchObject({ amountToPay: PRICE - 1500, charges: [] });
    await app.runOutbox('all');
    expect((await stripe.moneyOf(series.meiID)).givenBack).toBe(1500);
  });

  test('is not charged by cleaners or customers, nor less than a card takes', async () => {
    const series = await bookPaid();
    expect((await add(series, { reason: 'key', amount: 2000 }, series.mei)).status).toBe(403);
    expect(problem(await add(series, { reason: 'key', amount: 49 }))).toMatchObject({
      code: 'charge_too_small',
    });
  });

  test('a waived charge is neither paid nor owed; waiving meets paying', async () => {
    const series = await bookPaid();
    await add(series, { reason: 'key', amount: 2000, how: 'link' });
    const [charge] = (await visit(series)).charges ?? [];
    const params = { id: String(charge?.id) };
    const mei = await signedIn(app, 'customer', series.meiID);
    const before = await taken(series);
    const [waived, paid] = await Promise.all([
      app.call(waiveCharge, { params, body: { reason: 'Goodwill' } }, office),
      app.call(payCharge, { params, body: { stripeToken: 'tok_visa' } }, mei),
    ]);
    expect([waived.status, paid.status].toSorted()).toEqual([200, 409]);
    expect((await taken(series)) - before).toBe(paid.status === 200 ? 2000 : 0);
    expect((await visit(series)).charges).toMatchObject([
      { endedAs: paid.status === 200 ? 'paid' : 'waived' },
    ]);
  });
});

describe('at the same time', () => {
  const officeIn = (ctx: Context) =>
    ({
      ...ctx,
      actor: { role: 'admin', id: crypto.randomUUID(), sessionID: '', officeRole: 'owner' },
    }) as const;
  const unlocked = <C extends Context>(ctx: C): C => ({
    ...ctx,
    db: withHooks(ctx.db, { change: withoutLocks }),
  });

  async function owing() {
    const series = await bookPaid();
    await add(series, { reason: 'key', amount: 2000, how: 'link' });
    const id = String((await visit(series)).charges?.[0]?.id);
    const cash = {
      customerID: series.meiID,
      jobID: idOf(series),
      total: 2000,
      method: 'cash',
      details: '',
    } as const;
    const waive = (ctx: Context) => waiveVisitCharge(officeIn(ctx), id, 'Goodwill');
    const payCash = (ctx: Context) => payByHand(officeIn(ctx), cash);
    const count = async () => {
      const { body } = await app.call(listTransactions, { query: { jobID: idOf(series) } }, office);
      return body.items.filter(({ total }) => total === 2000).length;
    };
    return { waive, payCash, count };
  }

  test('cash that comes for what is being waived is not recorded for it', async () => {
    const { waive, payCash, count } = await owing();
    expect(await overlap(app, waive, () => payCash(app.context()))).toMatchObject({ refusal: 'not_payable' });
    expect(await count()).toBe(0);
  });

  test('what is recorded twice pays once', async () => {
    const { payCash, count } = await owing();
    expect(await overlap(app, payCash, () => payCash(app.context()))).toMatchObject({
      refusal: 'not_payable',
    });
    expect(await count()).toBe(1);
  });

  test('(control: without the locks it pays twice)', async () => {
    const { payCash, count } = await owing();
    await overlap(
      app,
      (tx) => payCash(unlocked(tx)),
      () => payCash(unlocked(app.context())),
    );
    expect(await count()).toBe(2);
  });
});

describe('the fee of a cancelled visit', () => {
  async function cancelLate(series: Series) {
    until('2026-12-01T08:00');
    const mei = await signedIn(app, 'customer', series.meiID);
    const cancelled = await app.call(cancelJob, { params: { id: idOf(series) }, body: {} }, mei);
    expect(cancelled.body).toMatchObject({ fee: PRICE / 2, feeCharged: true });
  }

  test('that is given up stays owed, and blocks closing the account, until it is waived', async () => {
    const series = await bookCharged('tok_chargeCustomerFail');
    await cancelLate(series);
    for (const day of ['01T08:01', '02T09:00', '04T09:00', '08T09:00', '20T09:00']) {
      until(`2026-12-${day}`);
      await app.runCronJobs();
    }
    expect((await visit(series)).charges).toMatchObject([
      { kind: 'late-cancellation', cents: PRICE / 2, endedAs: null, declines: 4, chargeAt: null },
    ]);
    expect(await mails(series, 'charge-declined')).toHaveLength(4);
    office = await signedIn(app, 'admin');
    const [charge] = (await visit(series)).charges ?? [];
    const waive = { params: { id: String(charge?.id) }, body: { reason: 'Ill' } };
    const waived = await app.call(waiveCharge, waive, office);
    expect(waived.status, JSON.stringify(waived.body)).toBe(200);
    const actor = { role: 'customer', id: series.meiID };
    const matters = await previewClosing({ ...app.context(), actor } as never, series.meiID);
    expect(JSON.stringify(matters)).not.toContain(idOf(series));
  });

  test('for a lock-out follows the frozen terms, and only the office may say so, once it has begun', async () => {
    const series = await bookCharged();
    const input = { params: { id: idOf(series) }, body: { isLockOut: true } };
    expect(problem(await app.call(cancelJob, input, office))).toMatchObject({ code: 'not_cancellable' });
    until('2026-12-01T09:20');
    office = await signedIn(app, 'admin');
    const mei = await signedIn(app, 'customer', series.meiID);
    expect(problem(await app.call(cancelJob, input, mei))).toMatchObject({ code: 'not_cancellable' });
    const locked = await app.call(cancelJob, input, office);
    expect(locked.body).toMatchObject({ fee: PRICE / 2, feeCharged: true, job: { status: 'cancelled' } });
    await app.runCronJobs();
    expect((await visit(series)).charges).toMatchObject([{ kind: 'lock-out', endedAs: 'paid' }]);
    expect(await taken(series)).toBe(PRICE / 2);
  });

  test('for a lock-out of a visit paid ahead keeps that part and refunds the rest', async () => {
    const series = await bookPaid();
    until('2026-12-01T09:20');
    office = await signedIn(app, 'admin');
    const input = { params: { id: idOf(series) }, body: { isLockOut: true, fee: PRICE / 2 } };
    expect((await app.call(cancelJob, input, office)).body).toMatchObject({
      fee: PRICE / 2,
      refund: PRICE / 2,
    });
    expect((await visit(series)).charges).toEqual([]);
  });
});
