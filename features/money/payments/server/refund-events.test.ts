import { beforeEach, describe, expect, it } from 'vitest';
import { updateCard } from '#features/money/cards/contract.ts';
import { feature as cards } from '#features/money/cards/server/index.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Feature } from '#platform/server/feature.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { type HintAbout, startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';
import { chargeAttempt, feature, openAttempt, raiseAlarm, refundPayment } from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let office: As;
let customerID: string;
let objects: boolean;
let published: string[];

const AMOUNT = 9300;
const sales = salesFeature(() => undefined, {
  refunding: async () =>
    objects ? refuse('not_refundable', { detail: 'Four hours were used.' }) : undefined,
});

const follower: Feature = {
  name: 'follower',
  onChange: {
    follower: async (_tx, { action, subject }) => {
      if (/^transaction\.refund-/.test(action)) published.push(`${action} ${subject.id}`);
    },
  },
};

const stripe = await startTestStripe();
const app = await startTestApp({
  features: [feature, cards, sales, follower],
  providers: { payments: stripe.payments },
  connections: 20,
});

beforeEach(async () => {
  objects = false;
  published = [];
  stripe.failAll();
  customerID = await addPayer(app);
  office = await signedIn(app, 'admin');
});

interface Paid {
  readonly id: string;
  readonly intent: string;
  readonly attemptID: string;
}

async function pay(token = 'tok_visa'): Promise<Paid> {
  const attempt = await inTransaction(app.context(), (tx) =>
    openAttempt(tx, {
      purpose: 'credit-package',
      targetID: app.services.newID(),
      customerID,
      requestKey: null,
      amount: AMOUNT,
      priceSnapshot: null,
      instrument: { kind: 'token', token, keep: false },
      receiptEmail: null,
      description: 'Starter 12 h',
    }),
  );
  if (isRefusal(attempt)) throw new Error(attempt.refusal);
  const settled = await chargeAttempt(app.context(), attempt.id);
  if (settled.status !== 'succeeded') throw new Error(settled.status);
  const { rows } = await app.database.pool.query('select stripe_pi_id from payment_attempt where id = $1', [
    attempt.id,
  ]);
  return { id: settled.transactionID, intent: rows[0].stripe_pi_id, attemptID: attempt.id };
}

async function refund(paid: Paid, cents = AMOUNT): Promise<string> {
  const made = await inTransaction(app.context(), (tx) =>
    refundPayment(tx, { transactionID: paid.id, cents, to: 'card', reason: 'A test' }),
  );
  if (isRefusal(made)) throw new Error(made.refusal);
  return made.transactionID;
}

const read = async (id: string) => (await app.call(calls.readTransaction, { params: { id } }, office)).body;
async function refundsOf(paid: Paid) {
  const query = { refundOf: paid.id, sortby: 'createdAt', order: 'asc' } as const;
  return (await app.call(calls.listTransactions, { query }, office)).body.items;
}
async function alarmsOf(intent: string) {
  const query = { state: '*', size: 1000 } as const;
  const { items } = (await app.call(calls.listPaymentAlarms, { query }, office)).body;
  return items.filter((alarm) => alarm.paymentIntentID === intent);
}
const settle = (id: string, resolution: 'refunded' | 'kept' | 'not_charged') =>
  app.call(
    calls.resolvePaymentAlarm,
    { params: { id }, body: { resolution, reason: 'Looked it up' } },
    office,
  );

async function sentOf(paid: Paid): Promise<readonly { id: string; status: string; amount: number }[]> {
  const all = (await stripe.fake.objects('refund')) as readonly {
    id: string;
    status: string;
    amount: number;
    payment_intent: string;
  }[];
  return all.filter((one) => one.payment_intent === paid.intent);
}

async function wait(time: Temporal.DurationLike): Promise<void> {
  app.clock.advance(time as never);
  office = await signedIn(app, 'admin');
  await app.runCronJobs();
}

let serial = 0;
const nextID = () => `evt_r${++serial}`;
async function tell(about: Omit<HintAbout, 'id'>, id = nextID()): Promise<number> {
  const { payload, headers } = stripe.hint({ ...about, id });
  return (await app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })).status;
}
const about = (paid: Pick<Paid, 'intent'>, refundID: string) => [
  { type: 'charge.refunded', object: { id: 'ch_1', object: 'charge', payment_intent: paid.intent } },
  { type: 'refund.updated', object: { id: refundID, object: 'refund', payment_intent: paid.intent } },
  { type: 'refund.failed', object: { id: refundID, object: 'refund', payment_intent: paid.intent } },
];

/** Sends each event five times, shuffled and concurrently. */
async function tellAll(hints: readonly Omit<HintAbout, 'id'>[]): Promise<void> {
  const often = hints
    .map((hint) => ({ hint, id: nextID() }))
    .flatMap((one) => Array.from({ length: 5 }, () => one))
    .sort(() => Math.random() - 0.5);
  const replies = await Promise.all(often.map(({ hint, id }) => tell(hint, id)));
  // An event that conflicted with another one is retried, as Stripe does.
  for (const [index, status] of replies.entries()) {
    const one = often[index];
    if (status === 503 && one !== undefined) expect(await tell(one.hint, one.id)).toBe(200);
    else expect(status).toBe(200);
  }
}

describe('a refund of ours', () => {
  it('is pending until its events arrive, in any order and number', async () => {
    const paid = await pay('tok_pendingRefund');
    const id = await refund(paid);
    await app.runOutbox();
    expect(await read(id)).toMatchObject({ refundStatus: 'pending' });
    const [sent] = await sentOf(paid);
    await stripe.fake.applyRefundOutcome(String(sent?.id));
    await tellAll(about(paid, String(sent?.id)));
    expect(await read(id)).toMatchObject({ refundStatus: 'succeeded' });
    expect(await refundsOf(paid)).toHaveLength(1);
    expect(await alarmsOf(paid.intent)).toEqual([]);
  });

  it('whose events are lost is looked up by the cron job', async () => {
    const paid = await pay('tok_pendingRefund');
    const id = await refund(paid);
    await app.runOutbox();
    await stripe.fake.applyRefundOutcome(String((await sentOf(paid))[0]?.id));
    await wait({ hours: 6 });
    expect(await read(id)).toMatchObject({ refundStatus: 'succeeded' });
  });

  it('that fails after it had seemed to succeed raises one alarm; if kept, it is reversed', async () => {
    const paid = await pay('tok_refundFail');
    const id = await refund(paid);
    await app.runOutbox();
    expect(await read(id)).toMatchObject({ refundStatus: 'succeeded' });
    const [sent] = await sentOf(paid);
    await stripe.fake.applyRefundOutcome(String(sent?.id));
    await tellAll(about(paid, String(sent?.id)));
    expect(await read(id)).toMatchObject({ refundStatus: 'failed' });
    expect(await read(paid.id)).toMatchObject({ refunded: AMOUNT });
    const [alarm, ...more] = await alarmsOf(paid.intent);
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({
      kind: 'refund_failed',
      cents: AMOUNT,
      transactionID: id,
      why: 'S$93.00 did not go back to the card: expired_or_canceled_card. The customer has not received it.',
    });
    expect((await settle(String(alarm?.id), 'not_charged')).status).toBe(422);
    expect(await settle(String(alarm?.id), 'kept')).toMatchObject({ status: 200 });
    expect(await read(paid.id)).toMatchObject({ refunded: 0 });
    const refunds = await refundsOf(paid);
    expect(refunds.map((one) => one.total)).toEqual([-AMOUNT, AMOUNT]);
    expect(published).toEqual([
      `transaction.refund-recorded ${id}`,
      `transaction.refund-reversed ${refunds[1]?.id}`,
    ]);
    await tellAll(about(paid, String(sent?.id)));
    expect(await read(paid.id)).toMatchObject({ refunded: 0 });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('that failed and was given back another way stays refunded', async () => {
    const paid = await pay('tok_refundFail');
    await refund(paid);
    await app.runOutbox();
    await stripe.fake.applyRefundOutcome(String((await sentOf(paid))[0]?.id));
    await tellAll(about(paid, String((await sentOf(paid))[0]?.id)));
    const [alarm] = await alarmsOf(paid.intent);
    expect(await settle(String(alarm?.id), 'refunded')).toMatchObject({ status: 200 });
    expect(await read(paid.id)).toMatchObject({ refunded: AMOUNT });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('whose reply is lost is looked up, and sent once', async () => {
    const paid = await pay();
    const id = await refund(paid);
    stripe.failAll({ instead: 'drop' });
    await app.runOutbox();
    expect(await read(id)).toMatchObject({ refundStatus: 'unknown' });
    stripe.failAll();
    await wait({ seconds: 61 });
    expect(await read(id)).toMatchObject({ refundStatus: 'succeeded' });
    expect(await sentOf(paid)).toHaveLength(1);
  });

  it('whose task never ran is sent by the cron job, and the task then does nothing', async () => {
    const paid = await pay();
    const id = await refund(paid);
    await wait({ seconds: 61 });
    await app.runOutbox();
    expect(await read(id)).toMatchObject({ refundStatus: 'succeeded' });
    expect(await sentOf(paid)).toHaveLength(1);
  });

  it.each(['fail', 'fail-done'] as const)(
    'that gets persistent 500s (%s) is never sent under another key',
    async (instead) => {
      const paid = await pay();
      const id = await refund(paid);
      stripe.failAll({ instead });
      await app.runOutbox();
      stripe.failAll();
      await wait({ seconds: 61 });
      const isDone = instead === 'fail-done';
      expect(await read(id)).toMatchObject({ refundStatus: isDone ? 'succeeded' : 'unknown' });
      for (let hour = 0; hour < 25; hour += 1) await wait({ hours: 1 });
      expect(await read(id)).toMatchObject({ refundStatus: isDone ? 'succeeded' : 'failed' });
      expect(await sentOf(paid)).toHaveLength(isDone ? 1 : 0);
      expect((await alarmsOf(paid.intent)).map(({ kind }) => kind)).toEqual(isDone ? [] : ['refund_failed']);
    },
  );

  it('that the provider refuses raises an alarm', async () => {
    const paid = await pay();
    await stripe.refundByHand(paid.intent);
    const id = await refund(paid);
    await app.runOutbox();
    expect(await read(id)).toMatchObject({ refundStatus: 'failed' });
    expect(await alarmsOf(paid.intent)).toMatchObject([{ kind: 'refund_failed' }]);
  });
});

describe('a refund made by hand at the provider', () => {
  it('is posted once, however often and concurrently it is reported', async () => {
    const paid = await pay();
    const first = await stripe.refundByHand(paid.intent, 1300);
    await tellAll(about(paid, first));
    expect(await refundsOf(paid)).toMatchObject([
      { total: -1300, method: 'card', refundStatus: 'succeeded' },
    ]);
    const rest = await stripe.refundByHand(paid.intent);
    await tellAll([...about(paid, first), ...about(paid, rest)]);
    expect((await refundsOf(paid)).map((one) => one.total)).toEqual([-1300, -8000]);
    expect(await alarmsOf(paid.intent)).toEqual([]);
    await app.runOutbox();
    expect(await sentOf(paid)).toHaveLength(2);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('raises an alarm if the purchase cannot be taken back', async () => {
    const paid = await pay();
    objects = true;
    await tellAll(about(paid, await stripe.refundByHand(paid.intent)));
    expect(await refundsOf(paid)).toEqual([]);
    const [alarm, ...more] = await alarmsOf(paid.intent);
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ kind: 'unknown_refund', cents: AMOUNT, transactionID: paid.id });
    expect(alarm?.why).toContain('Four hours were used.');
    expect((await settle(String(alarm?.id), 'kept')).status).toBe(422);
    expect(await settle(String(alarm?.id), 'refunded')).toMatchObject({ status: 200 });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('of an unknown payment raises one alarm and posts nothing', async () => {
    const intent = 'pi_of_another_account';
    await tellAll(about({ intent }, 're_1'));
    expect(await alarmsOf(intent)).toMatchObject([{ kind: 'unknown_refund', cents: null }]);
  });

  it.each(['event', 'settlement'])('of unwanted money is posted once, the %s first', async (first) => {
    const paid = await pay();
    await inTransaction(app.context(), (tx) =>
      raiseAlarm(tx, {
        kind: 'unwanted_payment',
        why: 'A test.',
        attemptID: paid.attemptID,
        transactionID: paid.id,
        paymentIntentID: paid.intent,
        customerID,
        cents: AMOUNT,
      }),
    );
    const [alarm] = await alarmsOf(paid.intent);
    const refundID = await stripe.refundByHand(paid.intent);
    const steps = [
      () => tellAll(about(paid, refundID)),
      async () => expect((await settle(String(alarm?.id), 'refunded')).status).toBe(200),
    ];
    for (const step of first === 'event' ? steps : steps.reverse()) await step();
    const [posted, ...more] = await refundsOf(paid);
    expect(more).toEqual([]);
    expect(posted).toMatchObject({ total: -AMOUNT, refundStatus: 'succeeded' });
    expect(await alarmsOf(paid.intent)).toMatchObject([{ settledTransactionID: posted?.id }]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('is retried while the provider cannot be read', async () => {
    const paid = await pay();
    const [hint] = about(paid, await stripe.refundByHand(paid.intent));
    if (hint === undefined) throw new Error('Expected an event.');
    stripe.failAll({ instead: 'drop' });
    expect(await tell(hint, 'evt_later')).toBe(503);
    stripe.failAll();
    expect(await tell(hint, 'evt_later')).toBe(200);
    expect(await refundsOf(paid)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  const hintsOf = (id: string) => [
    { type: 'charge.dispute.created', object: { id, object: 'dispute' } },
    { type: 'charge.dispute.closed', object: { id, object: 'dispute' } },
  ];
  async function disputed() {
    const paid = await pay('tok_createDispute');
    const all = (await stripe.fake.objects('dispute')) as readonly { id: string; payment_intent: string }[];
    const id = String(all.find((one) => one.payment_intent === paid.intent)?.id);
    return { paid, id, hints: hintsOf(id) };
  }

  it('raises one alarm whose sentence follows the bank; a lost one is a refund', async () => {
    const { paid, id, hints } = await disputed();
    await tellAll(hints);
    expect(await alarmsOf(paid.intent)).toMatchObject([
      { kind: 'dispute', cents: AMOUNT, transactionID: paid.id, resolution: null },
    ]);
    await stripe.fake.closeDispute(id, false);
    await tellAll(hints);
    const [alarm, ...more] = await alarmsOf(paid.intent);
    expect(more).toEqual([]);
    expect(alarm?.why).toBe(
      'The cardholder disputes SGD 93.00 (fraudulent). The bank has decided in the cardholder’s favour: the money is gone.',
    );
    expect(await settle(String(alarm?.id), 'refunded')).toMatchObject({ status: 200 });
    expect(await refundsOf(paid)).toMatchObject([{ total: -AMOUNT, refundStatus: null }]);
    await tellAll(hints);
    expect(await alarmsOf(paid.intent)).toHaveLength(1);
    await app.runOutbox();
    expect(await sentOf(paid)).toEqual([]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('that is lost can be resolved even if the purchase cannot be taken back', async () => {
    const { paid, id, hints } = await disputed();
    await stripe.fake.closeDispute(id, false);
    await tellAll(hints);
    const [alarm] = await alarmsOf(paid.intent);
    objects = true;
    expect(await settle(String(alarm?.id), 'refunded')).toMatchObject({
      status: 200,
      body: { resolution: 'refunded', settledTransactionID: null },
    });
    expect(await refundsOf(paid)).toEqual([]);
    const { rows } = await app.database.pool.query(
      `select account, amount from ledger_entry join ledger_tx on tx_id = id where ref_id = $1 order by amount`,
      [alarm?.id],
    );
    expect(rows).toEqual([
      { account: 'stripe_clearing', amount: -AMOUNT },
      { account: 'unallocated_receipts', amount: AMOUNT },
    ]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('that is lost after a partial refund can be resolved', async () => {
    const { paid, id, hints } = await disputed();
    await refund(paid, 1300);
    await stripe.fake.closeDispute(id, false);
    await tellAll(hints);
    const [alarm] = await alarmsOf(paid.intent);
    expect(await settle(String(alarm?.id), 'refunded')).toMatchObject({ status: 200 });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('raises another alarm if the bank decides differently than it was resolved', async () => {
    const { paid, id, hints } = await disputed();
    await tellAll(hints);
    const [alarm] = await alarmsOf(paid.intent);
    await settle(String(alarm?.id), 'kept');
    await stripe.fake.closeDispute(id, false);
    await tellAll(hints);
    expect(await alarmsOf(paid.intent)).toHaveLength(2);
  });
});

describe('the events of a card setup', () => {
  it('complete it, in any order and number', async () => {
    const mei = await signedIn(app, 'customer', customerID);
    const body = { stripeToken: 'tok_threeDSecure2Required' };
    const asked = await app.call(updateCard, { body }, mei);
    if (!('clientSecret' in asked.body)) throw new Error('The bank did not ask.');
    await stripe.answer(asked.body.clientSecret, true);
    const { rows } = await app.database.pool.query(
      'select id, stripe_si_id from card_setup where customer_id = $1',
      [customerID],
    );
    const object = { id: rows[0].stripe_si_id, object: 'setup_intent', metadata: { attempt_id: rows[0].id } };
    const types = ['setup_intent.succeeded', 'setup_intent.requires_action', 'setup_intent.setup_failed'];
    await tellAll([
      ...types.map((type) => ({ type, object })),
      { type: 'setup_intent.succeeded', object: { ...object, id: 'seti_of_another' } },
      { type: 'setup_intent.succeeded', object: { ...object, metadata: {} } },
    ]);
    const { rows: cards } = await app.database.pool.query('select card_last4 from customer where id = $1', [
      customerID,
    ]);
    expect(cards).toEqual([{ cardLast4: '3220' }]);
  });
});
