import pino from 'pino';
import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../testing/database.ts';
import { neverOpens } from '../../../testing/never-opens.ts';
import type { ChargeOrder } from '../../providers/payments.ts';
import { stripePayments } from '../../providers/stripe-payments.ts';
import type { FakeRequest } from './answer.ts';
import { type Fault, startFakeStripe } from './fake-stripe.ts';
import { issueToken } from './issue-token.ts';

const log = pino({ level: 'silent' });
const webhookSecret = 'whsec_test';
let fault: (asked: FakeRequest) => Fault | undefined;

const database = await cloneDatabase();
const fake = await startFakeStripe({ db: database.db, log, faults: (asked) => fault(asked) });
const payments = stripePayments({
  secretKey: 'sk_test_1',
  publishableKey: null,
  webhookSecret,
  apiUrl: fake.url,
  log,
  makeBreaker: neverOpens,
});

afterAll(async () => {
  await fake.close();
});
beforeEach(() => {
  fault = () => undefined;
});

let orders = 0;
function order(token: string, over: Partial<ChargeOrder> = {}): ChargeOrder {
  orders += 1;
  return {
    attemptID: `attempt-${orders}`,
    amount: 9300,
    currency: 'SGD',
    instrument: { kind: 'token', token, keep: false },
    customer: {
      id: `c${orders}`,
      stripeCustomerID: null,
      fullname: 'Tan Wei',
      email: 'tan@example.com',
      mobile: '6591234567',
    },
    receiptEmail: 'tan@example.com',
    description: 'One-time clean',
    metadata: { job_id: 'j1' },
    offSession: false,
    ...over,
  };
}

const onCharge = (what: Fault, times = 1) => {
  let left = times;
  return (asked: FakeRequest) => {
    if (asked.path !== '/v1/payment_intents' || asked.method !== 'POST' || left < 1) return undefined;
    left -= 1;
    return what;
  };
};
const intents = async () => (await fake.objects('payment_intent')).length;

describe('charging', () => {
  it('takes money once, however often the same attempt is sent', async () => {
    const before = await intents();
    const paying = order('tok_visa');
    const first = await payments.charge(paying);
    expect(first).toMatchObject({ status: 'succeeded', amount: 9300, currency: 'SGD', card: null });
    expect(first).toMatchObject({ paidWith: { brand: 'visa', last4: '4242' } });
    expect(await payments.charge(paying)).toEqual(first);
    expect(await intents()).toBe(before + 1);
  });

  it.each([
    ['tok_chargeDeclined', 'generic_decline'],
    ['tok_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['tok_chargeDeclinedExpiredCard', 'expired_card'],
    ['tok_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['tok_chargeCustomerFail', 'generic_decline'],
  ])('declines %s with its reason', async (token, code) => {
    expect(await payments.charge(order(token))).toMatchObject({ status: 'declined', code });
  });

  it('declines an unknown or used token', async () => {
    expect(await payments.charge(order('tok_nobody'))).toMatchObject({
      status: 'declined',
      code: 'resource_missing',
    });
    const token = await issueToken(database.db, { card: 'visa', expMonth: 7, expYear: 2031 });
    await payments.charge(order(token));
    expect(await payments.charge(order(token))).toMatchObject({
      status: 'declined',
      code: 'token_already_used',
    });
  });

  it('saves a card when requested, and charges it off-session later', async () => {
    const token = await issueToken(database.db, { card: 'mastercard', expMonth: 7, expYear: 2031 });
    const kept = await payments.charge(order(token, { instrument: { kind: 'token', token, keep: true } }));
    if (kept.status !== 'succeeded' || kept.card === null) throw new Error('not kept');
    expect(kept.card).toMatchObject({ last4: '4444', expiryMonth: 7, expiryYear: 2031 });
    const later = order('', {
      instrument: { kind: 'stored', paymentMethodID: kept.card.paymentMethodID },
      offSession: true,
    });
    const customer = { ...later.customer, stripeCustomerID: kept.stripeCustomerID };
    expect(await payments.charge({ ...later, customer })).toMatchObject({ status: 'succeeded' });
  });

  it("removes a customer's details and card, repeatably", async () => {
    const token = await issueToken(database.db, { card: 'mastercard', expMonth: 7, expYear: 2031 });
    const kept = await payments.charge(order(token, { instrument: { kind: 'token', token, keep: true } }));
    if (kept.status !== 'succeeded' || kept.card === null) throw new Error('not kept');
    const stripeCustomerID = kept.stripeCustomerID ?? '';
    const { paymentMethodID } = kept.card;
    for (const _ of ['once', 'again']) await payments.forgetCustomer({ stripeCustomerID, paymentMethodID });
    const { rows } = await database.pool.query('select body from sandbox.stripe_object where id = any($1)', [
      [stripeCustomerID, paymentMethodID],
    ]);
    const bodies = rows.map((row) => row.body);
    expect(bodies).toContainEqual(expect.objectContaining({ name: null, email: null, phone: null }));
    expect(bodies).toContainEqual(expect.objectContaining({ id: paymentMethodID, customer: null }));
  });
});

describe('the challenge of a card', () => {
  it('waits for the cardholder, then succeeds', async () => {
    const outcome = await payments.charge(order('tok_threeDSecure2Required'));
    if (outcome.status !== 'requires_action') throw new Error('no challenge');
    expect(outcome.clientSecret).toContain(outcome.paymentIntentID);
    expect(await fake.answerChallenge(outcome.paymentIntentID, true)).toBe(true);
    expect(await fake.answerChallenge(outcome.paymentIntentID, true)).toBe(false);
    const found = await payments.findCharge({ ...nobody, paymentIntentID: outcome.paymentIntentID });
    expect(found).toMatchObject({ status: 'succeeded', amount: 9300 });
  });

  it('is declined when the cardholder fails it', async () => {
    const outcome = await payments.charge(order('tok_threeDSecure2Required'));
    if (outcome.status !== 'requires_action') throw new Error('no challenge');
    await fake.answerChallenge(outcome.paymentIntentID, false);
    const found = await payments.findCharge({ ...nobody, paymentIntentID: outcome.paymentIntentID });
    expect(found).toMatchObject({ status: 'declined', code: 'authentication_not_handled' });
  });

  it('fails off-session, unless the card was set up', async () => {
    const absent = { offSession: true } as const;
    expect(await payments.charge(order('tok_authenticationRequiredOnSetup', absent))).toMatchObject({
      status: 'declined',
      code: 'authentication_required',
    });
  });

  it('can be cancelled, and never taken after that', async () => {
    const outcome = await payments.charge(order('tok_threeDSecure2Required'));
    if (outcome.status !== 'requires_action') throw new Error('no challenge');
    expect(await payments.cancelCharge(outcome.paymentIntentID)).toMatchObject({
      status: 'declined',
      code: 'canceled',
    });
    expect(await fake.answerChallenge(outcome.paymentIntentID, true)).toBe(false);
  });

  it('reports that it was paid when cancelled too late', async () => {
    const paid = await payments.charge(order('tok_visa'));
    if (paid.status !== 'succeeded') throw new Error('not paid');
    expect(await payments.cancelCharge(paid.paymentIntentID)).toMatchObject({ status: 'succeeded' });
  });
});

const nobody = { customerRef: null, attemptID: '', paymentIntentID: null };

describe('failures', () => {
  it('charges once although the reply was lost', async () => {
    const before = await intents();
    fault = onCharge({ instead: 'drop' });
    expect(await payments.charge(order('tok_visa'))).toMatchObject({ status: 'succeeded' });
    expect(await intents()).toBe(before + 1);
  });

  it('is unknown when no reply arrives, and finds the charge afterwards', async () => {
    fault = onCharge({ instead: 'drop' }, 9);
    const lost = order('tok_visa');
    expect(await payments.charge(lost)).toMatchObject({ status: 'unknown' });
    fault = () => undefined;
    expect(await payments.findCharge({ ...nobody, attemptID: lost.attemptID })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('is unknown after a 500, which is kept for the key, and finds nothing when nothing was done', async () => {
    fault = onCharge({ instead: 'fail' });
    const failed = order('tok_visa');
    expect(await payments.charge(failed)).toMatchObject({ status: 'unknown' });
    expect(await payments.charge(failed)).toMatchObject({ status: 'unknown' });
    expect(await payments.findCharge({ ...nobody, attemptID: failed.attemptID })).toBeNull();
  });

  it('finds the charge hidden by a 500', async () => {
    fault = onCharge({ instead: 'fail-done' });
    const hidden = order('tok_visa');
    expect(await payments.charge(hidden)).toMatchObject({ status: 'unknown' });
    expect(await payments.findCharge({ ...nobody, attemptID: hidden.attemptID })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('refuses the same key with another amount', async () => {
    const paying = order('tok_visa');
    await payments.charge(paying);
    expect(await payments.charge({ ...paying, amount: 1 })).toMatchObject({ status: 'unknown' });
  });

  it('keeps its state after a restart', async () => {
    const paying = order('tok_visa');
    const first = await payments.charge(paying);
    const again = await startFakeStripe({ db: database.db, log });
    const reopened = stripePayments({
      secretKey: 'sk_test_1',
      publishableKey: null,
      webhookSecret,
      apiUrl: again.url,
      log,
      makeBreaker: neverOpens,
    });
    expect(await reopened.charge(paying)).toEqual(first);
    await again.close();
  });
});

describe('refunds', () => {
  it('refunds once, in parts, and never more than was paid', async () => {
    const paid = await payments.charge(order('tok_visa'));
    if (paid.status !== 'succeeded') throw new Error('not paid');
    const back = (refundID: string, amount: number) =>
      payments.refund({ refundID, paymentIntentID: paid.paymentIntentID, amount, metadata: {} });
    const half = await back('r1', 4650);
    expect(half).toMatchObject({ status: 'succeeded' });
    expect(await back('r1', 4650)).toEqual(half);
    expect(await back('r2', 4651)).toMatchObject({ status: 'failed' });
    expect(await back('r3', 4650)).toMatchObject({ status: 'succeeded' });
    expect(await back('r4', 1)).toMatchObject({ status: 'failed', code: 'charge_already_refunded' });
  });
});

describe('Stripe’s own client', () => {
  it('sets up a card, makes it the default, and removes the old one', async () => {
    const { hostname, port } = new URL(fake.url);
    const stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', telemetry: false });
    const customer = await stripe.customers.create({ email: 'lim@example.com' });
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_amex' } });
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      usage: 'off_session',
    });
    expect(setup.status).toBe('succeeded');
    const changed = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method.id },
    });
    expect(changed.invoice_settings.default_payment_method).toBe(method.id);
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull();
  });

  it('is refused what the current API version refuses', async () => {
    const { hostname, port } = new URL(fake.url);
    const stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', telemetry: false });
    const old = { amount: 9300, currency: 'sgd', payment_method_types: ['card'] };
    await expect(stripe.paymentIntents.create(old)).rejects.toMatchObject({ code: 'parameter_unknown' });
    await expect(stripe.paymentIntents.create({ amount: 49, currency: 'sgd' })).rejects.toMatchObject({
      code: 'amount_too_small',
    });
  });
});

describe('events', () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', metadata: { attempt_id: 'a1' } } },
  });

  it('are read if the signature is valid', async () => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    expect(await payments.readEvent(Buffer.from(payload), signature)).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      about: 'payment_intent',
      aboutID: 'pi_1',
      paymentIntentID: 'pi_1',
      attemptID: 'a1',
    });
  });

  it.each([
    ['altered', `${payload} `, {}],
    ['old', payload, { timestamp: Math.floor(Date.now() / 1000) - 3600 }],
    ['signed by another', payload, { secret: 'whsec_other' }],
  ])('are rejected when %s', async (_name, body, over) => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...over });
    expect(await payments.readEvent(Buffer.from(body), signature)).toBeNull();
  });

  it('are delivered, signed, after a payment', async () => {
    const { createServer } = await import('node:http');
    const got: string[] = [];
    const hook = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const event = await payments.readEvent(
        Buffer.concat(parts),
        String(request.headers['stripe-signature']),
      );
      got.push(`${event?.type} ${event?.attemptID}`);
      response.end();
    });
    await new Promise<void>((up) => hook.listen(0, '127.0.0.1', up));
    const { port } = hook.address() as { port: number };
    fake.sendEventsTo({ url: `http://127.0.0.1:${port}/`, secret: webhookSecret });
    const paying = order('tok_visa');
    await payments.charge(paying);
    await expect.poll(() => got).toEqual([`payment_intent.succeeded ${paying.attemptID}`]);
    await new Promise((down) => hook.close(down));
  });
});
