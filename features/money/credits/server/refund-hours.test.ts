import { beforeEach, describe, expect, test } from 'vitest';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { chargeCard } from '#features/money/payments/contract/ad-hoc.ts';
import {
  listPaymentAlarms,
  refundTransaction,
  resolvePaymentAlarm,
} from '#features/money/payments/contract.ts';
import { checkPromoCode } from '#features/money/promo-codes/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';
import { addPack, addPerson, startCreditApp } from './testing/credit-world.ts';

let office: As;
let mei: As;
let meiID: string;

const stripe = await startTestStripe();
/** 12 hours at S$27: S$324. */
const app = await startCreditApp({ providers: { payments: stripe.payments }, connections: 20 });

checkBooksAfterEach(() => app);
beforeEach(async () => {
  office = await signedIn(app, 'admin');
  ({ id: meiID } = await addPerson(app.context()));
  mei = await signedIn(app, 'customer', meiID);
});

async function buy(
  more: { hours?: number; price?: number; promocode?: string } = {},
  stripeToken = 'tok_visa',
): Promise<string> {
  const { promocode, ...pack } = more;
  const id = await addPack(app.context(), pack);
  const bought = await app.call(calls.payPackage, { params: { id }, body: { stripeToken, promocode } }, mei);
  expect(bought.status).toBe(200);
  return 'transactionID' in bought.body ? (bought.body.transactionID ?? '') : '';
}

const refund = (id: string, body: { amount?: number; to?: 'card' | 'credits' } = {}) =>
  app.call(
    refundTransaction,
    { params: { id }, body: { to: 'card', reason: 'Moving away', ...body } },
    office,
  );
const held = async () =>
  (await app.call(calls.listLots, { params: { id: meiID } }, mei)).body.map((lot) => lot.numCredits);

describe('refunding a package of hours', () => {
  test('in full takes all of its hours', async () => {
    const paid = await buy();
    expect((await refund(paid)).body.total).toBe(-32_400);
    expect(await held()).toEqual([]);
  });

  test('in part takes as many hours as the amount paid for', async () => {
    const paid = await buy();
    expect((await refund(paid, { amount: 5400 })).status).toBe(200);
    expect(await held()).toEqual([10]);
  });

  test('refunds what was paid for a discounted package', async () => {
    const paid = await buy({ hours: 24, price: 54_000 });
    await refund(paid, { amount: 22_500 });
    expect(await held()).toEqual([14]);
  });

  test('is limited by the remaining hours, and the refusal says how much is possible', async () => {
    const paid = await buy();
    await app.call(calls.sendCredit, { body: { amount: 10, email: 'friend@example.com' } }, mei);
    const refused = await refund(paid);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'not_refundable', left: 5400 });
    expect(problem(refused).detail).toContain('S$54.00');
    expect(await held()).toEqual([2]);
    expect((await refund(paid, { amount: 5400 })).status).toBe(200);
  });

  test('twenty times concurrently refunds once', async () => {
    const paid = await buy();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => refund(paid)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, ...Array(19).fill(409)]);
    const { rows } = await app.database.pool.query(
      `select total from money_transaction where customer_id = $1 and type = 'refund'`,
      [meiID],
    );
    expect(rows).toEqual([{ total: -32_400 }]);
    expect(await held()).toEqual([]);
  });

  test('in parts releases its promo code with the last cent', async () => {
    await addCode(app.context(), 'ONCE', { perCustomer: 1 });
    const paid = await buy({ promocode: 'ONCE' });
    const isFree = async () => {
      const query = { code: 'ONCE', package_id: await addPack(app.context()) };
      return (await app.call(checkPromoCode, { body: query }, mei)).body.valid;
    };
    await refund(paid, { amount: 20_000 });
    expect(await isFree()).toBe(false);
    await refund(paid, { amount: 9160 });
    expect(await isFree()).toBe(true);
  });

  test('a package of hours cannot be refunded to credits', async () => {
    expect((await refund(await buy(), { to: 'credits' })).status).toBe(409);
  });
});

describe('a failed refund', () => {
  /** The alarm that it raised. */
  async function failedRefund(amount: number): Promise<{ paid: string; alarmID: string }> {
    const paid = await buy({}, 'tok_refundFail');
    const { id } = (await refund(paid, { amount })).body;
    await app.runOutbox();
    const { rows } = await app.database.pool.query('select * from payment_refund where transaction_id = $1', [
      id,
    ]);
    const [{ provider_refund_id, stripe_pi_id: payment_intent }] = rows;
    await stripe.fake.applyRefundOutcome(providerRefundID);
    const object = { id: providerRefundID, object: 'refund', payment_intent };
    const { payload, headers } = stripe.hint({ id: `evt_${id}`, type: 'refund.failed', object });
    await app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
    const { items } = (await app.call(listPaymentAlarms, { query: { size: 1000 } }, office)).body;
    return { paid, alarmID: items.find((alarm) => alarm.transactionID === id)?.id ?? '' };
  }
  const keep = (id: string) =>
    app.call(
      resolvePaymentAlarm,
      { params: { id }, body: { resolution: 'kept', reason: 'Bank sent it back' } },
      office,
    );

  test('restores the hours if the money is kept, and can be retried', async () => {
    const { paid, alarmID } = await failedRefund(5000);
    expect(await held()).toEqual([10]);
    expect((await keep(alarmID)).status).toBe(200);
    expect(await held()).toEqual([12]);
    expect(await checkLedger(app.context())).toEqual([]);
    expect((await refund(paid)).body.total).toBe(-32_400);
    expect(await held()).toEqual([]);
  });

  test('extends hours that have expired meanwhile', async () => {
    const { alarmID } = await failedRefund(32_400);
    app.clock.advance({ days: 400 });
    office = await signedIn(app, 'admin');
    mei = await signedIn(app, 'customer', meiID);
    expect((await keep(alarmID)).status).toBe(200);
    expect(await held()).toEqual([12]);
  });
});

test('of a charge, given back as hours, is a lot of the highest tier with the amount as its cost', async () => {
  await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, mei);
  const charged = await app.call(
    chargeCard,
    { body: { customerID: meiID, total: 9000, details: 'Lost key' } },
    office,
  );
  expect((await refund(charged.body.id, { amount: 8100, to: 'credits' })).status).toBe(200);
  const [lot] = (await app.call(calls.listLots, { params: { id: meiID } }, mei)).body;
  expect(lot).toMatchObject({ perHour: 27, numCredits: 3, source: 'refund' });
});
