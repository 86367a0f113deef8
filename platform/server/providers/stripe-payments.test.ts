import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentsCases } from '../../testing/conformance.ts';
import { startTestStripe } from '../../testing/test-stripe.ts';
import { createBreaker, type MakeBreaker } from './breaker.ts';
import type { ChargeOrder } from './payments.ts';
import { stripePayments } from './stripe-payments.ts';

/* What Stripe's own client makes of a Stripe that replies something else, over real sockets. */

let answer: (response: ServerResponse) => void;
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url?.split('?')[0]}`);
  request.resume();
  answer(response);
});

beforeAll(() => new Promise<void>((up) => server.listen(0, '127.0.0.1', up)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  requests = [];
});

const log = pino({ level: 'silent' });
const stripe = (makeBreaker: MakeBreaker) =>
  stripePayments({
    secretKey: 'sk_test_1',
    publishableKey: null,
    webhookSecret: 'whsec_test',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    makeBreaker,
  });
const breakerOf =
  (failures: number, timeoutMs = 2000): MakeBreaker =>
  (options) =>
    createBreaker({ ...options, failures, timeoutMs, log });
const never = Number.POSITIVE_INFINITY;

const order: ChargeOrder = {
  attemptID: '01900000-0000-7000-8000-00000000000a',
  amount: 9000 as ChargeOrder['amount'],
  currency: 'SGD',
  instrument: { kind: 'stored', paymentMethodID: 'pm_1' },
  customer: {
    id: '01900000-0000-7000-8000-00000000000b',
    stripeCustomerID: 'cus_1',
    fullname: 'Mei Tan',
    email: 'mei@example.com',
    mobile: '6591234567',
  },
  receiptEmail: null,
  description: 'One-time clean',
  metadata: {},
  offSession: true,
};
const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const paid = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  currency: 'sgd',
  payment_method: null,
};

describe('U1: a charge is never counted as paid', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    [
      'the wrong amount',
      (response) => json(response, 200, { ...paid, amount_received: 1, customer: 'cus_1' }),
    ],
    [
      'the wrong currency',
      (response) =>
        json(response, 200, { ...paid, amount_received: 9000, currency: 'usd', customer: 'cus_1' }),
    ],
    ['a page of HTML', (response) => void response.writeHead(200).end('<html>Maintenance</html>')],
    ['JSON that is no payment', (response) => json(response, 200, { hello: 'world' })],
    ['an empty reply', (response) => void response.writeHead(200).end()],
    [
      'half a reply',
      (response) => {
        response.writeHead(200, { 'content-length': 500 }).write('{"id":', () => response.destroy());
      },
    ],
    ['a 503', (response) => json(response, 503, { error: { type: 'api_error' } })],
    ['a closed connection', (response) => void response.destroy()],
    ['no reply at all', () => undefined],
  ])('when Stripe sends %s: its outcome is unknown', async (_what, reply) => {
    answer = reply;
    const outcome = await stripe(breakerOf(never, 200)).charge(order);
    expect(outcome).toMatchObject({ status: 'unknown' });
  });
});

describe('while the circuit breaker is open', () => {
  it('a charge is unknown, not declined, and nothing is sent', async () => {
    answer = (response) => json(response, 503, { error: { type: 'api_error' } });
    const payments = stripe(breakerOf(2));
    // The library repeats a request once.
    expect(await payments.charge(order)).toMatchObject({ status: 'unknown' });
    expect(requests).toHaveLength(2);
    answer = (response) => json(response, 200, { ...paid, amount_received: 9000, customer: 'cus_1' });
    const outcome = await payments.charge(order);
    expect(outcome).toMatchObject({
      status: 'unknown',
      why: expect.stringContaining('Circuit breaker open'),
    });
    expect(requests).toHaveLength(2);
  });

  it('a refund is unknown, and a lookup throws, so that it is repeated later', async () => {
    answer = (response) => void response.destroy();
    const payments = stripe(breakerOf(1));
    const search = { customerRef: null, attemptID: 'a', paymentIntentID: 'pi_1' };
    await expect(payments.findCharge(search)).rejects.toThrow();
    const refund = { refundID: 'r', paymentIntentID: 'pi_1', amount: order.amount, metadata: {} };
    expect(await payments.refund(refund)).toMatchObject({ status: 'unknown' });
    await expect(payments.findCharge(search)).rejects.toThrow('Circuit breaker open');
    await expect(payments.findRefunds('pi_1')).rejects.toThrow('Circuit breaker open');
  });

  it('a declined card is an answer: it does not open', async () => {
    answer = (response) =>
      json(response, 402, {
        error: { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' },
      });
    const payments = stripe(breakerOf(2));
    for (let tried = 0; tried < 4; tried += 1)
      expect(await payments.charge(order)).toMatchObject({ status: 'declined', code: 'lost_card' });
    expect(requests).toHaveLength(4);
  });
});

describe('is a provider of payments that', () => {
  it.each(paymentsCases)('$name', async ({ run }) => {
    const stripe = await startTestStripe();
    await run({
      payments: stripe.payments,
      token: async (card) => (card === 'pays' ? 'tok_visa' : 'tok_chargeDeclined'),
      loseNextReply: () => stripe.failCharges({ instead: 'drop' }, 2),
      charges: stripe.charges,
      event: (paymentIntentID) => {
        const { payload, headers } = stripe.event({
          id: 'evt_1',
          type: 'payment_intent.succeeded',
          paymentIntentID,
        });
        return { payload, signature: headers['stripe-signature'] ?? '' };
      },
    });
  });
});
