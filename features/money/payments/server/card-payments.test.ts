import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Feature } from '#platform/server/feature.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { SMALLEST_CHARGE } from '../rules/attempt.ts';
import { findActiveAttempt } from './attempts.ts';
import {
  type Attempt,
  cancelOpenPayment,
  chargeAttempt,
  feature,
  openAttempt,
  type PaymentRequest,
  recordWaiver,
} from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let customerID: string;
/** The calls of the purpose, in order. */
let told: string[];
/** The published changes of transactions. */
let published: string[];

const sales = salesFeature((what, { targetID, failureCode }) =>
  told.push([what, targetID, ...(what === 'failed' ? [failureCode] : [])].join(' ')),
);

const follower: Feature = {
  name: 'follower',
  onChange: {
    follower: async (_tx, { action }) => {
      if (action.startsWith('transaction.')) published.push(action);
    },
  },
};

const stripe = await startTestStripe();
const app = await startTestApp({
  features: [feature, sales, follower],
  providers: { payments: stripe.payments },
  connections: 20,
});

beforeEach(async () => {
  told = [];
  published = [];
  customerID = await addPayer(app);
});

function wanted(over: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    purpose: 'credit-package',
    targetID: app.services.newID(),
    customerID,
    requestKey: null,
    amount: 32_400,
    priceSnapshot: { lines: [], total: 32_400 },
    instrument: { kind: 'token', token: 'tok_visa', keep: false },
    receiptEmail: null,
    description: 'Starter 12 h',
    ...over,
  };
}

function open(of: PaymentRequest): Promise<Attempt> {
  return openIn(app, of);
}

async function openIn(where: TestApp, of: PaymentRequest): Promise<Attempt> {
  const attempt = await inTransaction(where.context(), (tx) => openAttempt(tx, of));
  if (isRefusal(attempt)) throw new Error(attempt.refusal);
  return attempt;
}

async function pay(of: PaymentRequest) {
  return chargeAttempt(app.context(), (await open(of)).id);
}

const IN_PROGRESS = { refusal: 'payment_in_progress' };

function refused(of: PaymentRequest) {
  return inTransaction(app.context(), (tx) => openAttempt(tx, of));
}

async function send(attemptID: string): Promise<void> {
  const sent = { status: 'sent', sentAt: app.clock.now().toString() };
  await app.services.db.updateTable('payment_attempt').set(sent).where('id', '=', attemptID).execute();
}

const card = (token: string, keep = false) => ({ kind: 'token', token, keep }) as const;

async function row(attemptID: string) {
  return app.services.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('id', '=', attemptID)
    .executeTakeFirstOrThrow();
}

checkBooksAfterEach(() => app);

describe('a card payment', () => {
  it('charges once, posts it and calls the purpose', async () => {
    const of = wanted();
    const before = await stripe.charges();
    const settled = await pay(of);
    expect(settled).toMatchObject({ status: 'succeeded' });
    expect(await stripe.charges()).toBe(before + 1);
    expect(told).toEqual([`succeeded ${of.targetID}`]);
    expect(published).toEqual(['transaction.payment-recorded']);
    const books = await app.services.db
      .selectFrom('money_transaction as paid')
      .innerJoin('ledger_entry as entry', 'entry.txID', 'paid.ledgerTxID')
      .select(['paid.type', 'paid.method', 'paid.total', 'paid.details', 'paid.cardBrand', 'paid.cardLast4'])
      .select(['entry.account', 'entry.amount'])
      .where('paid.customerID', '=', customerID)
      .orderBy('entry.line')
      .execute();
    const paid = {
      type: 'credit-package',
      method: 'card',
      total: 32_400,
      details: 'Starter 12 h',
      cardBrand: 'visa',
      cardLast4: '4242',
    };
    expect(books).toEqual([
      { ...paid, account: 'stripe_clearing', amount: 32_400 },
      { ...paid, account: 'deferred_revenue', amount: -32_400 },
    ]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('returns the same outcome to every later caller', async () => {
    const attempt = await open(wanted());
    const first = await chargeAttempt(app.context(), attempt.id);
    const before = await stripe.charges();
    expect(await chargeAttempt(app.context(), attempt.id)).toEqual(first);
    expect(await stripe.charges()).toBe(before);
    expect(told).toHaveLength(1);
  });

  it('stores the new card on request, and charges it later', async () => {
    await pay(wanted({ instrument: card('tok_mastercard', true) }));
    const customer = await app.services.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', customerID)
      .executeTakeFirstOrThrow();
    expect(customer).toMatchObject({
      cardLast4: '4444',
      stripeCustomerID: expect.stringMatching(/^cus_/),
    });
    const paymentMethodID = String(customer.cardPaymentMethodID);
    expect(await pay(wanted({ instrument: { kind: 'stored', paymentMethodID } }))).toMatchObject({
      status: 'succeeded',
    });
  });

  it('drops the token as soon as the attempt is decided', async () => {
    const attempt = await open(wanted());
    expect(JSON.stringify(await row(attempt.id))).toContain('tok_visa');
    await chargeAttempt(app.context(), attempt.id);
    expect(JSON.stringify(await row(attempt.id))).not.toContain('tok_visa');
  });

  it('is declined with the bank’s code, and another try is a new attempt', async () => {
    const of = wanted({ instrument: card('tok_chargeDeclinedInsufficientFunds') });
    const first = await open(of);
    expect(await chargeAttempt(app.context(), first.id)).toEqual({
      status: 'declined',
      code: 'insufficient_funds',
    });
    expect(told).toEqual([`failed ${of.targetID} insufficient_funds`]);
    const second = await open({ ...of, instrument: card('tok_visa') });
    expect(second.id).not.toBe(first.id);
    expect(await chargeAttempt(app.context(), second.id)).toMatchObject({ status: 'succeeded' });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('refuses to charge inside a transaction, which could be rolled back', async () => {
    const attempt = await open(wanted());
    await expect(inTransaction(app.context(), (tx) => chargeAttempt(tx, attempt.id))).rejects.toThrow(
      'Commit first',
    );
  });
});

describe('the bank’s challenge', () => {
  const challenged = () =>
    wanted({ instrument: card('tok_threeDSecure2Required'), requestKey: app.services.newID() });

  it('waits for the cardholder, and is paid when they repeat the request', async () => {
    const of = challenged();
    const asked = await pay(of);
    expect(asked).toMatchObject({
      status: 'requires_action',
      clientSecret: expect.stringContaining('_secret_'),
    });
    const attempt = await open(of);
    expect(await chargeAttempt(app.context(), attempt.id)).toEqual(asked);
    const { stripePiID } = await row(attempt.id);
    await stripe.fake.answerChallenge(String(stripePiID), true);
    expect(await pay(of)).toMatchObject({ status: 'succeeded' });
    expect(told).toEqual([`succeeded ${of.targetID}`]);
  });

  it('declines if the cardholder fails it', async () => {
    const attempt = await open(challenged());
    await chargeAttempt(app.context(), attempt.id);
    await stripe.fake.answerChallenge(String((await row(attempt.id)).stripePiID), false);
    expect(await chargeAttempt(app.context(), attempt.id)).toMatchObject({ status: 'declined' });
  });

  it('blocks every other request until it is cancelled, and cannot be completed after that', async () => {
    const of = challenged();
    const attempt = await open(of);
    await chargeAttempt(app.context(), attempt.id);
    const other = { ...of, instrument: card('tok_visa'), requestKey: null };
    for (const requestKey of [null, app.services.newID()]) {
      expect(await refused({ ...of, requestKey })).toEqual(IN_PROGRESS);
    }
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    expect(await pay(other)).toMatchObject({ status: 'succeeded' });
    const { stripePiID, status } = await row(attempt.id);
    expect(status).toBe('canceled');
    expect(await stripe.fake.answerChallenge(String(stripePiID), true)).toBe(false);
  });
});

describe('cancelling an open payment', () => {
  const asking = () => wanted({ instrument: card('tok_threeDSecure2Required') });

  it('that was paid meanwhile applies that outcome', async () => {
    const of = asking();
    const attempt = await open(of);
    await chargeAttempt(app.context(), attempt.id);
    await stripe.fake.answerChallenge(String((await row(attempt.id)).stripePiID), true);
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    expect(told).toEqual([`succeeded ${of.targetID}`]);
  });

  it('whose reply was lost looks it up and posts what was taken', async () => {
    const of = wanted();
    stripe.failCharges({ instead: 'drop' }, 2);
    expect(await pay(of)).toEqual({ status: 'pending' });
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    expect(told).toEqual([`succeeded ${of.targetID}`]);
  });

  it('that was never sent closes it, and it is never charged', async () => {
    const of = wanted();
    const attempt = await open(of);
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    const before = await stripe.charges();
    expect(await chargeAttempt(app.context(), attempt.id)).toMatchObject({ status: 'declined' });
    expect(await stripe.charges()).toBe(before);
    expect(await pay(of)).toMatchObject({ status: 'succeeded' });
  });

  it('that is in flight is refused, because its outcome is unknown', async () => {
    const of = wanted();
    const attempt = await open(of);
    await send(attempt.id);
    expect(await cancelOpenPayment(app.context(), of)).toEqual(IN_PROGRESS);
    expect((await row(attempt.id)).status).toBe('sent');
  });

  it('changes nothing if the target has none', async () => {
    const of = wanted();
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    await pay(of);
    expect(await cancelOpenPayment(app.context(), of)).toBeNull();
    expect(told).toEqual([`succeeded ${of.targetID}`]);
  });
});

describe('repeating a request', () => {
  it('charges once for twenty concurrent requests, which all get its outcome', async () => {
    const of = wanted({ requestKey: app.services.newID() });
    const before = await stripe.charges();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay(of)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ status: 'succeeded' });
    expect(await stripe.charges()).toBe(before + 1);
    expect(told).toHaveLength(1);
  });

  it('(control: would charge many times without lock and index)', async () => {
    const bare = await startTestApp({ features: [feature, sales], providers: { payments: stripe.payments } });
    await sql`drop index payment_attempt_one_open`.execute(bare.services.db);
    await addPayer(bare, { id: customerID });
    // The customer exists at Stripe, so that the racers do not serialise on creating it.
    await chargeAttempt(bare.context(), (await openIn(bare, wanted())).id);
    const before = await stripe.charges();
    const targetID = app.services.newID();
    const look = () => findActiveAttempt(bare.context(), { purpose: 'credit-package', targetID });
    const openAndPay = async () => {
      // Opened for its own target, then moved: what a version without the lock would have written.
      const attempt = await openIn(bare, wanted());
      await bare.services.db
        .updateTable('payment_attempt')
        .set({ targetID })
        .where('id', '=', attempt.id)
        .execute();
      return chargeAttempt(bare.context(), attempt.id);
    };
    const seen = await Promise.all(Array.from({ length: 4 }, look));
    await Promise.all(seen.map((standing) => (standing === null ? openAndPay() : null)));
    await bare.close();
    expect(await stripe.charges()).toBe(before + 4);
  });

  it('returns the payment after it succeeded', async () => {
    const of = wanted();
    const first = await pay(of);
    const before = await stripe.charges();
    expect(await pay({ ...of, instrument: card('tok_amex') })).toEqual(first);
    expect(await stripe.charges()).toBe(before);
  });

  it('resumes with the same token after a crash', async () => {
    const of = wanted({ requestKey: app.services.newID() });
    const crashed = await open(of);
    await send(crashed.id);
    await stripe.payments.charge(await orderOf(crashed)); // the money moved, and then the process died
    const before = await stripe.charges();
    app.clock.advance({ seconds: 31 });
    const again = await open(of);
    expect(again.id).toBe(crashed.id);
    expect(await chargeAttempt(app.context(), again.id)).toMatchObject({ status: 'succeeded' });
    expect(await stripe.charges()).toBe(before);
  });
});

describe('a different request while one is open', () => {
  it.each([
    ['saved and not sent, however long ago', 'created'],
    ['in flight', 'sent'],
    ['without a reply', 'unknown'],
  ])('is refused while it is %s', async (_what, status) => {
    const of = wanted({ requestKey: app.services.newID() });
    const attempt = await open(of);
    const sentAt = status === 'created' ? null : app.clock.now().toString();
    await app.services.db
      .updateTable('payment_attempt')
      .set({ status, sentAt })
      .where('id', '=', attempt.id)
      .execute();
    app.clock.advance({ hours: 49 });
    for (const other of [{}, { instrument: card('tok_amex') }, { amount: 30_000 }]) {
      expect(await refused({ ...of, ...other, requestKey: null })).toEqual(IN_PROGRESS);
      expect(await refused({ ...of, ...other, requestKey: app.services.newID() })).toEqual(IN_PROGRESS);
    }
  });
});

describe('a payment of zero', () => {
  const nothing = (amount: number) => ({
    ...wanted(),
    amount,
    method: 'adjustment' as const,
    income: 'deferred_revenue',
  });

  it.each([0, SMALLEST_CHARGE - 1])('is not published as money received (%s cents left)', async (amount) => {
    await inTransaction(app.context(), (tx) => recordWaiver(tx, nothing(amount)));
    expect(published).toEqual([]);
  });

  it('is posted without calling the provider', async () => {
    stripe.failAll({ instead: 'drop' });
    const id = await inTransaction(app.context(), (tx) => recordWaiver(tx, nothing(0)));
    stripe.failAll();
    const posted = await app.services.db
      .selectFrom('money_transaction')
      .selectAll()
      .where('customerID', '=', customerID)
      .execute();
    expect(posted).toMatchObject([{ id, total: 0, method: 'adjustment', ledgerTxID: null }]);
  });

  it('waives an amount below the card minimum, with an audit entry', async () => {
    const id = await inTransaction(app.context(), (tx) => recordWaiver(tx, nothing(SMALLEST_CHARGE - 1)));
    const audited = await app.services.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subjectID', '=', String(id))
      .execute();
    expect(audited).toMatchObject([{ action: 'payment.waived', after: { cents: 49 } }]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('cannot be used for a chargeable amount, nor a charge for a waivable one', async () => {
    await expect(inTransaction(app.context(), (tx) => recordWaiver(tx, nothing(50)))).rejects.toThrow(
      'openAttempt',
    );
    await expect(open(wanted({ amount: 49 }))).rejects.toThrow('recordWaiver');
  });
});

async function orderOf(attempt: Attempt) {
  if (attempt.order.card === null) throw new Error('The attempt has no card.');
  return {
    attemptID: attempt.id,
    amount: attempt.amount,
    currency: 'SGD' as const,
    instrument: attempt.order.card,
    customer: {
      id: customerID,
      stripeCustomerID: null,
      fullname: 'Mei Tan',
      email: `${customerID}@example.com`,
      mobile: `65${customerID.slice(-8)}`,
    },
    receiptEmail: null,
    description: attempt.order.description,
    offSession: false,
    metadata: { attemptID: attempt.id, customerID, targetID: attempt.targetID },
  };
}
