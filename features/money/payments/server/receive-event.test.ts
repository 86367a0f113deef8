import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { type EventAbout, startTestStripe } from '#platform/testing/test-stripe.ts';
import { chargeAttempt, feature, openAttempt } from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let told: string[];
let events = 0;

const sales = salesFeature((what, attempt) => told.push(`${what} ${attempt.id}`));

const stripe = await startTestStripe();
const app = await startTestApp({ features: [feature, sales], providers: { payments: stripe.payments } });
const customerID = await addPayer(app);

beforeEach(() => {
  told = [];
  stripe.failAll();
});

async function open(token: string): Promise<string> {
  const attempt = await inTransaction(app.context(), (tx) =>
    openAttempt(tx, {
      purpose: 'credit-package',
      targetID: app.services.newID(),
      customerID,
      requestKey: null,
      amount: 60_000,
      priceSnapshot: null,
      instrument: { kind: 'token', token, keep: false },
      receiptEmail: null,
      description: 'Family 24 h',
    }),
  );
  if (isRefusal(attempt)) throw new Error(attempt.refusal);
  return attempt.id;
}

/** An attempt with an open challenge, and its payment at Stripe. */
async function challenged() {
  const id = await open('tok_threeDSecure2Required');
  await chargeAttempt(app.context(), id);
  return { id, paymentIntentID: await intentOf(id) };
}

async function intentOf(id: string): Promise<string> {
  const query = app.services.db.selectFrom('payment_attempt').select('stripePiID').where('id', '=', id);
  return String((await query.executeTakeFirstOrThrow()).stripePiID);
}

async function statusOf(id: string): Promise<string> {
  const query = app.services.db.selectFrom('payment_attempt').select('status').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).status;
}

async function outcomeOf(eventID: string): Promise<string | undefined> {
  const query = app.services.db.selectFrom('webhook_event').select('outcome').where('id', '=', eventID);
  return (await query.executeTakeFirst())?.outcome;
}

function eventAbout(about: Omit<EventAbout, 'id'> & { id?: string }) {
  events += 1;
  return { id: `evt_${events}`, ...about };
}

async function deliver(about: EventAbout) {
  const { payload, headers } = stripe.event(about);
  return app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
}

checkBooksAfterEach(() => app);

describe('a Stripe event', () => {
  it('applies a payment that was confirmed with the bank', async () => {
    const { id, paymentIntentID } = await challenged();
    await stripe.fake.answerChallenge(paymentIntentID, true);
    const reply = await deliver(
      eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id }),
    );
    expect(reply).toMatchObject({ status: 200, body: { received: true } });
    expect(await statusOf(id)).toBe('succeeded');
    expect(told).toEqual([`succeeded ${id}`]);
  });

  it('is matched by the payment if it does not name the attempt', async () => {
    const { id, paymentIntentID } = await challenged();
    await stripe.fake.answerChallenge(paymentIntentID, true);
    await deliver(eventAbout({ type: 'payment_intent.succeeded', paymentIntentID }));
    expect(await statusOf(id)).toBe('succeeded');
  });

  it('changes nothing when it is repeated, reordered, concurrent or late', async () => {
    const { id, paymentIntentID } = await challenged();
    await stripe.fake.answerChallenge(paymentIntentID, true);
    const scenario = ['requires_action', 'payment_failed', 'succeeded', 'processing', 'created'].map((type) =>
      eventAbout({ type: `payment_intent.${type}`, paymentIntentID, attemptID: id }),
    );
    const shuffled = Array.from({ length: 5 }, (_, round) =>
      scenario.map((_, at) => scenario[(at * 2 + round) % 5]!),
    );
    const replies = await Promise.all(shuffled.flat().map(deliver));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    app.clock.advance({ hours: 72 });
    for (const event of scenario.toReversed()) await deliver(event);
    await deliver(eventAbout({ type: 'payment_intent.payment_failed', paymentIntentID, attemptID: id }));
    expect(await statusOf(id)).toBe('succeeded');
    expect(told).toEqual([`succeeded ${id}`]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('is not trusted: the payment is read from Stripe', async () => {
    const { id, paymentIntentID } = await challenged();
    await deliver(eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id }));
    expect(await statusOf(id)).toBe('requires_action');
    await stripe.fake.answerChallenge(paymentIntentID, false);
    await deliver(eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id }));
    expect(await statusOf(id)).toBe('failed');
    expect(told).toEqual([`failed ${id}`]);
  });

  it('that overtakes the reply of the charge applies the outcome once', async () => {
    const id = await open('tok_visa');
    const { providers } = app.services;
    const overtaken: typeof providers.payments.charge = async (order) => {
      const outcome = await providers.payments.charge(order);
      if (outcome.status !== 'succeeded') throw new Error('not paid');
      const { paymentIntentID } = outcome;
      await deliver(eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id }));
      expect(told).toEqual([`succeeded ${id}`]);
      return outcome;
    };
    const payments = { ...providers.payments, charge: overtaken };
    const settled = await chargeAttempt({ ...app.context(), providers: { ...providers, payments } }, id);
    expect(settled).toMatchObject({ status: 'succeeded' });
    expect(told).toHaveLength(1);
  });

  it('about an applied payment is accepted once without a request to Stripe', async () => {
    const id = await open('tok_visa');
    await chargeAttempt(app.context(), id);
    const { stripePiID: paymentIntentID } = await app.services.db
      .selectFrom('payment_attempt')
      .select('stripePiID')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    stripe.failAll({ instead: 'fail' });
    const event = eventAbout({ type: 'payment_intent.succeeded', paymentIntentID: paymentIntentID ?? '' });
    const replies = [await deliver(event), await deliver(event)];
    stripe.failAll();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(await outcomeOf(event.id)).toBe('settled');
    expect(told).toEqual([`succeeded ${id}`]);
  });

  it('for a payment whose slot was released still counts if the money was taken', async () => {
    const { id, paymentIntentID } = await challenged();
    const ended = { status: 'canceled', failureCode: 'canceled' };
    await app.services.db.updateTable('payment_attempt').set(ended).where('id', '=', id).execute();
    await stripe.fake.answerChallenge(paymentIntentID, true);
    await deliver(eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id }));
    expect(told).toEqual([`succeeded ${id}`]);
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

describe('an event that does not concern us', () => {
  it.each([
    ['an unknown payment', { paymentIntentID: 'pi_unknown' }],
    [
      'an unknown attempt',
      { paymentIntentID: 'pi_unknown', attemptID: '0192f0c1-2b5e-7000-8000-000000000000' },
    ],
    ['a malformed attempt id', { paymentIntentID: 'pi_unknown', attemptID: "1' or '1'='1" }],
  ])('%s: accepted, parked, and nothing is paid', async (_name, about) => {
    const event = eventAbout({ type: 'payment_intent.succeeded', ...about });
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await outcomeOf(event.id)).toBe('parked');
    expect(told).toEqual([]);
  });

  it('about a second payment for one of our attempts is parked', async () => {
    const mine = await challenged();
    const other = await challenged();
    await stripe.fake.answerChallenge(other.paymentIntentID, true);
    const event = eventAbout({
      type: 'payment_intent.succeeded',
      paymentIntentID: `${other.paymentIntentID}x`,
      attemptID: mine.id,
    });
    await deliver(event);
    expect(await outcomeOf(event.id)).toBe('parked');
    expect(await statusOf(mine.id)).toBe('requires_action');
  });

  it('of an unhandled kind is accepted and ignored', async () => {
    const event = eventAbout({ type: 'payout.paid', paymentIntentID: 'pi_1' });
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await outcomeOf(event.id)).toBe('ignored');
  });
});

describe('an event without a valid signature', () => {
  const about = { type: 'payment_intent.succeeded', paymentIntentID: 'pi_1' };

  it('is refused if signed with another secret', async () => {
    const reply = await deliver(eventAbout({ ...about, secret: 'whsec_other' }));
    expect(reply.status).toBe(400);
    expect(problem(reply).code).toBe('bad_signature');
  });

  it('is refused with an altered body, no signature or no body', async () => {
    const { payload, headers } = stripe.event(eventAbout(about));
    const url = '/api/webhooks/stripe';
    const json = { 'content-type': 'application/json' };
    expect((await app.request({ method: 'POST', url, payload: `${payload} `, headers })).status).toBe(400);
    expect((await app.request({ method: 'POST', url, payload, headers: json })).status).toBe(400);
    expect((await app.request({ method: 'POST', url, headers: json })).status).toBe(400);
  });

  it('is refused above 256 kB before it is read', async () => {
    const reply = await app.request({
      method: 'POST',
      url: '/api/webhooks/stripe',
      payload: JSON.stringify({ filler: 'x'.repeat(256 * 1024) }),
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(413);
  });
});

it('is answered with 503, so that Stripe retries, while the payment cannot be read', async () => {
  const { id, paymentIntentID } = await challenged();
  const event = eventAbout({ type: 'payment_intent.succeeded', paymentIntentID, attemptID: id });
  stripe.failAll({ instead: 'drop' });
  expect((await deliver(event)).status).toBe(503);
  stripe.failAll();
  await stripe.fake.answerChallenge(paymentIntentID, true);
  expect((await deliver(event)).status).toBe(200);
  expect(await statusOf(id)).toBe('succeeded');
});
