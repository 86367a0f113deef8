import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { cancelOpenPayment, chargeAttempt, feature, openAttempt, recordWaiver } from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

/* Random sequences of requests, crashes, faults, webhooks and cron jobs. At the end Stripe and the ledger
   agree, every target was charged at most once, and every charge had its effect once. */

/** How often each target was reported as paid. */
let paid: Map<string, number>;

const CARDS = ['tok_visa', 'tok_threeDSecure2Required', 'tok_chargeDeclinedExpiredCard'] as const;
const FAULTS = ['drop', 'fail', 'fail-done'] as const;
const AMOUNT = 9300;

const sales = salesFeature((what, { targetID }) => {
  if (what === 'succeeded') paid.set(targetID, (paid.get(targetID) ?? 0) + 1);
});

const stripe = await startTestStripe();
const app = await startTestApp({ features: [feature, sales], providers: { payments: stripe.payments } });
const customerID = await addPayer(app);

const target = fc.nat({ max: 1 });
/** The Idempotency-Key of a request. */
const key = fc.constantFrom('first', 'second', null);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('commit'),
      target,
      card: fc.constantFrom(...CARDS),
      key,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('open and die'), target, card: fc.constantFrom(...CARDS), key }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('break'),
      fault: fc.constantFrom(...FAULTS),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer'), passed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('events'), times: fc.integer({ min: 1, max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(10, 61, 400, 1000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), cancelled: target }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('waive'), cents: fc.nat({ max: 49 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

it('keeps Stripe and the ledger consistent after any sequence', async () => {
  const scenario = fc.array(step, { minLength: 3, maxLength: 14 });
  await fc.assert(fc.asyncProperty(scenario, tell), { numRuns: randomCases(5, 100) });
});

async function tell(steps: readonly Step[]): Promise<void> {
  paid = new Map();
  const targets = [app.services.newID(), app.services.newID()];
  for (const one of steps) await act(one, targets);
  stripe.failCharges({}, 0);
  for (let i = 0; i < 3; i += 1) await wait(16 * 60);
  for (const targetID of targets) await expectAgreement(targetID);
  expect(await checkLedger(app.context())).toEqual([]);
}

async function act(one: Step, targets: readonly string[]): Promise<void> {
  if ('fault' in one) return stripe.failCharges({ instead: one.fault }, one.times);
  if ('passed' in one) return answerAll(one.passed);
  if ('seconds' in one) return wait(one.seconds);
  if ('cents' in one) return waive(one.cents);
  if ('cancelled' in one) return cancel(String(targets[one.cancelled]));
  if (!('card' in one)) return deliverAll(one.times);
  const wanted = order(String(targets[one.target]), one.card, one.key);
  if (!('times' in one)) {
    await open(wanted);
    return;
  }
  await Promise.all(Array.from({ length: one.times }, () => commit(wanted)));
}

function order(targetID: string, token: string, key: string | null = null) {
  return {
    purpose: 'credit-package',
    targetID,
    customerID,
    requestKey: key && `${targetID} ${key}`,
    amount: AMOUNT,
    priceSnapshot: null,
    instrument: { kind: 'token', token, keep: false },
    receiptEmail: null,
    description: 'A clean',
  } as const;
}

function open(wanted: ReturnType<typeof order>) {
  return inTransaction(app.context(), (tx) => openAttempt(tx, wanted));
}

async function commit(wanted: ReturnType<typeof order>): Promise<void> {
  const attempt = await open(wanted);
  if (!isRefusal(attempt)) await chargeAttempt(app.context(), attempt.id);
}

async function cancel(targetID: string): Promise<void> {
  await cancelOpenPayment(app.context(), { purpose: 'credit-package', targetID });
}

async function wait(seconds: number): Promise<void> {
  app.clock.advance({ seconds });
  await app.runCronJobs();
}

async function waive(cents: number): Promise<void> {
  const nothing = {
    ...order(app.services.newID(), ''),
    amount: cents,
    method: 'adjustment',
    income: 'revenue:job',
  } as const;
  await inTransaction(app.context(), (tx) => recordWaiver(tx, nothing));
}

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly amount_received: number;
  readonly metadata: Readonly<Record<string, string>>;
}

async function intents(): Promise<readonly Intent[]> {
  return (await stripe.fake.objects('payment_intent')) as readonly Intent[];
}

async function answerAll(passed: boolean): Promise<void> {
  for (const intent of await intents()) {
    if (intent.status === 'requires_action') await stripe.fake.answerChallenge(intent.id, passed);
  }
}

let events = 0;
async function deliverAll(times: number): Promise<void> {
  for (const intent of (await intents()).slice(0, 4)) {
    events += 1;
    const attemptID = intent.metadata.attemptID;
    const about = { id: `evt_${events}`, type: 'payment_intent.succeeded', paymentIntentID: intent.id };
    const { payload, headers } = stripe.event(attemptID === undefined ? about : { ...about, attemptID });
    const send = () => app.request({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
    await Promise.all(Array.from({ length: times }, send));
  }
}

async function expectAgreement(targetID: string): Promise<void> {
  const charged = (await intents()).filter(
    (intent) => intent.metadata.targetID === targetID && intent.status === 'succeeded',
  );
  expect(charged.length).toBeLessThanOrEqual(1);
  const attempts = await app.services.db
    .selectFrom('payment_attempt as attempt')
    .leftJoin('money_transaction as posted', 'posted.attemptID', 'attempt.id')
    .select(['attempt.id', 'attempt.status', 'posted.total'])
    .where('attempt.targetID', '=', targetID)
    .execute();
  const undecided = attempts.filter(({ status }) => !['succeeded', 'failed', 'canceled'].includes(status));
  expect(undecided).toEqual([]);
  const posted = attempts.filter(({ total }) => total !== null);
  expect(posted.map(({ id }) => id)).toEqual(charged.map((intent) => intent.metadata.attemptID));
  expect(posted.map(({ total }) => total)).toEqual(charged.map((intent) => intent.amount_received));
  expect(paid.get(targetID) ?? 0).toBe(charged.length);
}
