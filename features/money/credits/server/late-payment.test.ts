import { beforeEach, describe, expect, it } from 'vitest';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import {
  listPaymentAlarms,
  refundTransaction,
  resolvePaymentAlarm,
} from '#features/money/payments/contract.ts';
import { listPromoCodes } from '#features/money/promo-codes/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { listCreditMovements, listLots, payPackage, sendCredit } from '../contract.ts';
import { purchasePayment } from './mark-purchase-paid.ts';
import { lockPurchase } from './purchases.ts';
import { addPack, addPerson, startCreditApp } from './testing/credit-world.ts';

let office: As;
let mei: As;
let meiID: string;
let pack: string;
let code: string;
let serial = 0;

const stripe = await startTestStripe();
/** 12 hours at S$27: S$324, and S$291.60 with a code of 10 %. */
const app = await startCreditApp({ providers: { payments: stripe.payments } });

checkBooksAfterEach(() => app);
beforeEach(async () => {
  office = await signedIn(app, 'admin');
  ({ id: meiID } = await addPerson(app.context()));
  mei = await signedIn(app, 'customer', meiID);
  pack = await addPack(app.context());
  code = `LATE${++serial}`;
});

const pay = (body: object, as = mei) =>
  app.call(payPackage, { params: { id: pack }, body: { stripeToken: 'tok_visa', ...body } }, as);
const held = async () =>
  (await app.call(listLots, { params: { id: meiID } }, mei)).body.map((lot) => lot.numCredits);
const alarmsOf = async (customerID: string) =>
  (await app.call(listPaymentAlarms, { query: { size: 1000 } }, office)).body.items.filter(
    ({ customer }) => customer?.id === customerID,
  );
const settle = (id: string, resolution: 'refunded' | 'kept') =>
  app.call(resolvePaymentAlarm, { params: { id }, body: { resolution, reason: 'Looked it up' } }, office);
async function usesLeft(): Promise<number | null | undefined> {
  const { items } = (await app.call(listPromoCodes, { query: { q: code } }, office)).body;
  return items.find((promo) => promo.code === code)?.remainder;
}
async function tell(type: string, object: Record<string, unknown>): Promise<void> {
  const { payload, headers } = stripe.hint({ id: `evt_late_${++serial}`, type, object });
  const told = await app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
  expect(told.status).toBe(200);
}

async function attemptOf(customerID: string) {
  return app.services.db
    .selectFrom('payment_attempt')
    .select(['id', 'targetID', 'stripePiID'])
    .where('customerID', '=', customerID)
    .executeTakeFirstOrThrow();
}

/**
 * The bank challenges, the purchase is ended, `meanwhile` runs, and then the customer completes the challenge
 * anyway.
 */
async function payTooLate(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const asked = await pay({ stripeToken: 'tok_threeDSecure2Required', promocode: code, price: 29_160 });
  expect(asked.body).toMatchObject({ requiresAction: true });
  const { id, targetID, stripePiID } = await attemptOf(meiID);
  await inTransaction(app.context(), async (tx) => {
    await lockPurchase(tx, targetID);
    await purchasePayment.failed(tx, { targetID } as never);
    await tx.db
      .updateTable('payment_attempt')
      .set({ status: 'canceled', failureCode: 'canceled', settledAt: tx.clock.now().toString() })
      .where('id', '=', id)
      .execute();
  });
  await meanwhile();
  await stripe.fake.answerChallenge(String(stripePiID), true);
  await tell('payment_intent.succeeded', { id: stripePiID, object: 'payment_intent' });
}

describe('a payment that succeeds after its purchase ended', () => {
  it('reserves its promo code again: one use, no alarm', async () => {
    await addCode(app.context(), code, { allocation: 1, perCustomer: 1 });
    await payTooLate(async () => expect(await usesLeft()).toBe(1));
    expect(await held()).toEqual([12]);
    expect(await usesLeft()).toBe(0);
    expect(await alarmsOf(meiID)).toEqual([]);
  });

  it('grants the hours and raises an alarm if someone else has taken the last use', async () => {
    await addCode(app.context(), code, { allocation: 1 });
    const wei = await signedIn(app, 'customer', (await addPerson(app.context())).id);
    await payTooLate(async () => expect((await pay({ promocode: code }, wei)).status).toBe(200));
    expect(await held()).toEqual([12]);
    expect(await usesLeft()).toBe(0);
    const [alarm, ...more] = await alarmsOf(meiID);
    expect([alarm, more]).toMatchObject([{ kind: 'unwanted_payment', cents: 29_160 }, []]);
    expect(alarm?.why).toContain(`promo code ${code} has been used up`);
    expect((await settle(String(alarm?.id), 'refunded')).status).toBe(200);
    expect(await held()).toEqual([]);
  });

  it('raises an alarm if the same customer used the code in another purchase; both purchases stand', async () => {
    await addCode(app.context(), code, { perCustomer: 1 });
    await payTooLate(async () => expect((await pay({ promocode: code })).status).toBe(200));
    expect(await held()).toEqual([12, 12]);
    const [alarm] = await alarmsOf(meiID);
    expect((await settle(String(alarm?.id), 'kept')).status).toBe(200);
    expect(await held()).toEqual([12, 12]);
  });
});

describe('a refund of a package of hours that fails', () => {
  /** Buys, refunds the amount in cents, and has the bank return the refund. Returns the id of the payment. */
  async function refundInVain(amount?: number): Promise<string> {
    await addCode(app.context(), code, { allocation: 1 });
    const paid = await pay({ stripeToken: 'tok_refundFail', promocode: code });
    const id = 'transactionID' in paid.body ? String(paid.body.transactionID) : '';
    const body = { amount, reason: 'Moving away' };
    expect((await app.call(refundTransaction, { params: { id }, body }, office)).status).toBe(200);
    await app.runOutbox();
    const { stripePiID } = await attemptOf(meiID);
    const refunds = (await stripe.fake.objects('refund')) as { id: string; payment_intent: string }[];
    const sent = refunds.find((refund) => refund.payment_intent === stripePiID);
    await stripe.fake.applyRefundOutcome(String(sent?.id));
    await tell('refund.failed', { id: sent?.id, object: 'refund', payment_intent: stripePiID });
    return id;
  }
  const keep = async () => {
    const [alarm] = await alarmsOf(meiID);
    expect(alarm).toMatchObject({ kind: 'refund_failed' });
    return settle(String(alarm?.id), 'kept');
  };
  const lotOf = () =>
    app.services.db
      .selectFrom('credit_lot')
      .select(['remaining', 'costLeft'])
      .where('customerID', '=', meiID)
      .execute();

  it('restores its hours and its code when the office keeps the money, and can be refunded again', async () => {
    const id = await refundInVain();
    expect([await held(), await usesLeft()]).toEqual([[], 1]);
    expect((await keep()).status).toBe(200);
    expect([await held(), await usesLeft()]).toEqual([[12], 0]);
    expect(await lotOf()).toEqual([{ remaining: 12, costLeft: 29_160 }]);
    const statement = await app.call(listCreditMovements, { params: { id: meiID } }, mei);
    expect(statement.body.items[0]).toMatchObject({ kind: 'returned', hours: 12, jobID: null });
    const again = await app.call(refundTransaction, { params: { id }, body: { reason: 'PayNow' } }, office);
    expect(again.body.total).toBe(-29_160);
    expect(await held()).toEqual([]);
  });

  it('restores the hours of a partial refund beside those that were sent meanwhile', async () => {
    await refundInVain(9720);
    expect(await held()).toEqual([8]);
    await app.call(sendCredit, { body: { amount: 8, email: 'friend@example.com' } }, mei);
    await keep();
    expect(await lotOf()).toEqual([{ remaining: 4, costLeft: 9720 }]);
  });

  it('restores the income of a remainder below half an hour', async () => {
    await refundInVain(29_159);
    expect(await held()).toEqual([]);
    await keep();
    expect(await lotOf()).toEqual([{ remaining: 12, costLeft: 29_160 }]);
  });

  it('extends hours that have expired meanwhile by thirty days', async () => {
    await refundInVain();
    app.clock.advance({ days: 400 });
    await app.runCronJobs();
    office = await signedIn(app, 'admin');
    mei = await signedIn(app, 'customer', meiID);
    await keep();
    const [lot] = (await app.call(listLots, { params: { id: meiID } }, mei)).body;
    expect(lot).toMatchObject({ numCredits: 12 });
    const until = app.clock.now().add({ hours: 24 * 30 });
    expect(Temporal.Instant.from(lot?.expiresAt ?? '').equals(until)).toBe(true);
  });

  it('is resolved once: a repeated resolution restores the hours once', async () => {
    await refundInVain();
    const [alarm] = await alarmsOf(meiID);
    const replies = await Promise.all(Array.from({ length: 5 }, () => settle(String(alarm?.id), 'kept')));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await held()).toEqual([12]);
    expect(problem(await settle(String(alarm?.id), 'refunded')).code).toBe('alarm_settled');
  });
});
