import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ChargeOutcome } from '#platform/server/providers/payments.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';
import { chargeAttempt, feature, openAttempt, raiseAlarm } from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let office: As;
let heard: string[];
/** What the provider reports instead of the truth. */
let claim: Partial<ChargeOutcome & { status: 'succeeded' }>;

const AMOUNT = 9300;
const sales = salesFeature((what, { amount, failureCode }) =>
  heard.push(`${what} ${what === 'succeeded' ? amount : failureCode}`),
);

const stripe = await startTestStripe();
const charge: typeof stripe.payments.charge = async (order) => {
  const outcome = await stripe.payments.charge(order);
  return outcome.status === 'succeeded' ? { ...outcome, ...claim } : outcome;
};
const payments = { ...stripe.payments, charge };
const app = await startTestApp({ features: [feature, sales], providers: { payments } });
const customerID = await addPayer(app);

beforeEach(async () => {
  heard = [];
  claim = {};
  office = await signedIn(app, 'admin');
});

async function pay(targetID = app.services.newID()) {
  const attempt = await inTransaction(app.context(), (tx) =>
    openAttempt(tx, {
      purpose: 'credit-package',
      targetID,
      customerID,
      requestKey: null,
      amount: AMOUNT,
      priceSnapshot: null,
      instrument: { kind: 'token', token: 'tok_visa', keep: false },
      receiptEmail: null,
      description: 'Starter 12 h',
    }),
  );
  if (isRefusal(attempt)) throw new Error(attempt.refusal);
  return { attempt, settled: await chargeAttempt(app.context(), attempt.id) };
}

/** A charge for which the provider then reports a different amount or currency. */
async function mismatch(said: typeof claim = { amount: 100 }) {
  claim = said;
  const { attempt, settled } = await pay();
  expect(settled).toEqual({ status: 'pending' });
  const { items } = (await app.call(calls.listPaymentAlarms, {}, office)).body;
  const alarm = items.find((item) => item.attemptID === attempt.id);
  if (alarm === undefined) throw new Error('No alarm was raised.');
  return { attempt, alarm };
}

type PaymentOutcome = Parameters<typeof settle>[1];
const settle = (
  id: string,
  body: { resolution: 'refunded' | 'kept' | 'not_charged'; reason?: string; amount?: number },
  as = office,
) =>
  app.call(
    calls.resolvePaymentAlarm,
    { params: { id }, body: { reason: 'Looked it up at Stripe', ...body } },
    as,
  );

const statusOf = async (id: string) =>
  (
    await app.services.db
      .selectFrom('payment_attempt')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

/** The changes of account balances, without zeros. */
async function movedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await work();
  const after = await balances();
  const names = Object.keys(after).filter((name) => after[name] !== (before[name] ?? 0));
  return Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

async function balances(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query(
    'select account, sum(amount)::int as cents from ledger_entry group by account',
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.cents]));
}

checkBooksAfterEach(() => app);

describe('a payment that raised an alarm', () => {
  it('is listed for the office with the ids to look up', async () => {
    const { attempt, alarm } = await mismatch();
    expect(alarm).toMatchObject({
      kind: 'amount_mismatch',
      why: 'SGD 1.00 was taken, but SGD 93.00 was agreed.',
      cents: 100,
      customer: { id: customerID, fullname: 'Mei Tan' },
      attemptID: attempt.id,
      paymentIntentID: expect.stringMatching(/^pi_/),
      resolution: null,
      settledAt: null,
    });
  });

  it('that was refunded at the provider posts both movements, and the target can be paid again', async () => {
    const { attempt, alarm } = await mismatch();
    expect(await movedBy(() => settle(alarm.id, { resolution: 'refunded' }))).toEqual({});
    const postings = await app.services.db
      .selectFrom('ledger_tx')
      .select('kind')
      .where('refID', '=', alarm.id)
      .execute();
    expect(postings.map(({ kind }) => kind).sort()).toEqual(['unallocated-receipt', 'unallocated-refund']);
    expect(await statusOf(attempt.id)).toBe('canceled');
    expect(heard).toEqual(['failed canceled']);
    claim = {};
    expect((await pay(attempt.targetID)).settled).toMatchObject({ status: 'succeeded' });
  });

  it('that was kept pays for its target with the amount taken', async () => {
    const { attempt, alarm } = await mismatch({ amount: 9000 });
    const moved = await movedBy(() => settle(alarm.id, { resolution: 'kept' }));
    expect(moved).toEqual({ stripe_clearing: 9000, deferred_revenue: -9000 });
    expect(heard).toEqual(['succeeded 9000']);
    expect(await statusOf(attempt.id)).toBe('succeeded');
    const { settledTransactionID } = (await settle(alarm.id, { resolution: 'kept' })).body;
    const found = await app.call(
      calls.readTransaction,
      { params: { id: String(settledTransactionID) } },
      office,
    );
    expect(found.body).toMatchObject({ total: 9000, method: 'card', customerID });
    const before = await stripe.charges();
    expect((await pay(attempt.targetID)).settled).toMatchObject({ status: 'succeeded' });
    expect(await stripe.charges()).toBe(before);
  });

  it('that was never charged posts nothing', async () => {
    const { attempt, alarm } = await mismatch();
    expect(await movedBy(() => settle(alarm.id, { resolution: 'not_charged' }))).toEqual({});
    expect(await statusOf(attempt.id)).toBe('canceled');
  });

  it('in another currency needs the amount that arrived', async () => {
    const { alarm } = await mismatch({ currency: 'USD' });
    expect(alarm.cents).toBeNull();
    const refused = await settle(alarm.id, { resolution: 'kept' });
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'amount' }] });
    const moved = await movedBy(() => settle(alarm.id, { resolution: 'kept', amount: 12_345 }));
    expect(moved).toMatchObject({ stripe_clearing: 12_345 });
  });

  it('is not raised again by later events of the same payment', async () => {
    const { attempt, alarm } = await mismatch();
    await settle(alarm.id, { resolution: 'refunded' });
    const about = { paymentIntentID: String(alarm.paymentIntentID), attemptID: attempt.id };
    await app.services.db
      .updateTable('payment_attempt')
      .set({ amount: AMOUNT + 1 }) // FakeStripe reports the true amount, which now differs
      .where('id', '=', attempt.id)
      .execute();
    const { payload, headers } = stripe.event({ id: 'evt_late', type: 'payment_intent.succeeded', ...about });
    const url = '/api/webhooks/stripe';
    expect(await app.request({ method: 'POST', url, payload, headers })).toMatchObject({ status: 200 });
    const { items } = (await app.call(calls.listPaymentAlarms, {}, office)).body;
    expect(items.filter((item) => item.attemptID === attempt.id)).toEqual([]);
    expect(await statusOf(attempt.id)).toBe('canceled');
  });
});

describe('resolving an alarm', () => {
  it('resolving an alarm records who resolved it and why', async () => {
    const { alarm } = await mismatch();
    const reply = await settle(alarm.id, { resolution: 'refunded', reason: 'Refund re_1 of today' });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        resolution: 'refunded',
        reason: 'Refund re_1 of today',
        settledBy: expect.any(String),
        settledAt: expect.any(String),
      },
    });
    const audit = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'actorRole'])
      .where('subjectID', '=', alarm.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'payment.alarm', reason: alarm.why, actorRole: 'anyone' },
      { action: 'payment.alarm-settled', reason: 'Refund re_1 of today', actorRole: 'admin' },
    ]);
  });

  it('in two ways concurrently succeeds once', async () => {
    const { alarm } = await mismatch();
    const ways: PaymentOutcome['resolution'][] = ['kept', 'refunded', 'kept', 'refunded', 'not_charged'];
    const replies = await Promise.all(ways.map((resolution) => settle(alarm.id, { resolution })));
    const winners = replies.filter(({ status }) => status === 200);
    expect(new Set(winners.map(({ body }) => body.resolution)).size).toBe(1);
    const others = replies.filter(({ status }) => status !== 200);
    expect(others.length).toBeGreaterThan(0);
    expect(others.every((reply) => problem(reply).code === 'alarm_settled')).toBe(true);
  });

  it.each([
    ['no reason', { resolution: 'kept', reason: ' ' }, 422],
    ['no resolution', { reason: 'x' }, 422],
    ['an unknown resolution', { resolution: 'ignored', reason: 'x' }, 422],
    ['a different amount', { resolution: 'kept', reason: 'x', amount: 99 }, 422],
    ['half a cent', { resolution: 'kept', reason: 'x', amount: 100.5 }, 422],
    ['a negative amount', { resolution: 'kept', reason: 'x', amount: -100 }, 422],
  ])('is refused with %s', async (_what, body, status) => {
    const { alarm } = await mismatch();
    const input = { params: { id: alarm.id }, body } as never;
    expect((await app.call(calls.resolvePaymentAlarm, input, office)).status).toBe(status);
    const stays = (await app.call(calls.listPaymentAlarms, {}, office)).body.items;
    expect(stays.find(({ id }) => id === alarm.id)).toMatchObject({ resolution: null });
  });

  it('is allowed to the office only', async () => {
    const { alarm } = await mismatch();
    const mei = await signedIn(app, 'customer', customerID);
    expect((await settle(alarm.id, { resolution: 'kept' }, mei)).status).toBe(403);
    expect((await settle(alarm.id, { resolution: 'kept' }, {})).status).toBe(401);
    expect((await app.call(calls.listPaymentAlarms, {}, mei)).status).toBe(403);
    expect((await settle(app.services.newID(), { resolution: 'kept' })).status).toBe(404);
  });
});

describe('a payment that we did not request', () => {
  const arrive = async (event: string, paymentIntentID: string) => {
    const { payload, headers } = stripe.event({
      id: event,
      type: 'payment_intent.succeeded',
      paymentIntentID,
    });
    return app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
  };
  const alarmsOf = async (paymentIntentID: string, state: 'open' | '*' = '*') =>
    (await app.call(calls.listPaymentAlarms, { query: { state } }, office)).body.items.filter(
      (item) => item.paymentIntentID === paymentIntentID,
    );

  it('raises one alarm, however many events report it', async () => {
    await arrive('evt_1', 'pi_stray');
    await arrive('evt_1', 'pi_stray');
    await arrive('evt_2', 'pi_stray');
    expect(await alarmsOf('pi_stray')).toMatchObject([
      { kind: 'unknown_payment', cents: null, customer: null },
    ]);
  });

  it('is posted as unallocated if it is kept', async () => {
    await arrive('evt_3', 'pi_kept');
    const [alarm] = await alarmsOf('pi_kept', 'open');
    const moved = await movedBy(() => settle(String(alarm?.id), { resolution: 'kept', amount: 5000 }));
    expect(moved).toEqual({ stripe_clearing: 5000, unallocated_receipts: -5000 });
    expect(await alarmsOf('pi_kept', 'open')).toEqual([]);
  });
});

describe('an alarm', () => {
  const raise = (paymentIntentID: string, ...outcome: Refusal<'unavailable'>[]) =>
    inTransaction(app.context(), async (tx) => {
      await raiseAlarm(tx, { kind: 'unknown_payment', why: 'A test.', paymentIntentID });
      return outcome[0];
    });

  it('pages after commit, and never if its transaction is rolled back', async () => {
    await app.runOutbox();
    const log = vi.spyOn(app.services.log, 'error');
    await raise('pi_undone', refuse('unavailable'));
    await app.runOutbox();
    expect(log).not.toHaveBeenCalled();
    await raise('pi_stands');
    await raise('pi_stands');
    await app.runOutbox();
    expect(log.mock.calls).toMatchObject([
      [
        { wake: true, alarmID: expect.any(String), kind: 'unknown_payment', paymentIntentID: 'pi_stands' },
        expect.stringContaining('payment alarm raised'),
      ],
    ]);
    log.mockRestore();
  });
});

it('posts what stays, whatever was taken and however it is resolved', async () => {
  const taken = fc.integer({ min: 1, max: 100_000 }).filter((cents) => cents !== AMOUNT);
  const resolution = fc.constantFrom('refunded' as const, 'kept' as const, 'not_charged' as const);
  const scenario = fc.array(fc.record({ taken, resolution }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(scenario, async (steps) => {
      const moved = await movedBy(async () => {
        for (const step of steps) {
          const { alarm } = await mismatch({ amount: step.taken });
          expect((await settle(alarm.id, { resolution: step.resolution })).status).toBe(200);
        }
      });
      const kept = steps.filter((step) => step.resolution === 'kept');
      const sum = kept.reduce((cents, step) => cents + step.taken, 0);
      expect(moved).toEqual(sum === 0 ? {} : { stripe_clearing: sum, deferred_revenue: -sum });
      expect(await checkLedger(app.context())).toEqual([]);
    }),
    { numRuns: randomCases(4, 12) },
  );
});

it('keeps the ledger invariants', async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});
