import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ChargeOutcome, PaymentProvider } from '#platform/server/providers/payments.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { chargeAttempt, feature, openAttempt } from './index.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let told: string[];
/** How often charges were looked up at the provider. */
let looks = 0;
/** Replaces what the provider reports. */
let lie: ((truth: ChargeOutcome) => ChargeOutcome) | undefined;

const sales = salesFeature((what, attempt) => told.push(`${what} ${attempt.id}`));

const stripe = await startTestStripe();
const payments: PaymentProvider = {
  ...stripe.payments,
  charge: async (order) => claimed(await stripe.payments.charge(order)),
  findCharge: async (search) => {
    looks += 1;
    const found = await stripe.payments.findCharge(search);
    return found && claimed(found);
  },
};
const app = await startTestApp({ features: [feature, sales], providers: { payments } });
const customerID = await addPayer(app);

beforeEach(() => {
  told = [];
  lie = undefined;
  stripe.failAll();
  stripe.failCharges({}, 0);
});

function claimed(truth: ChargeOutcome): ChargeOutcome {
  return lie === undefined ? truth : lie(truth);
}

async function open(token = 'tok_visa'): Promise<string> {
  const attempt = await inTransaction(app.context(), (tx) =>
    openAttempt(tx, {
      purpose: 'credit-package',
      targetID: app.services.newID(),
      customerID,
      requestKey: null,
      amount: 32_400,
      priceSnapshot: null,
      instrument: { kind: 'token', token, keep: false },
      receiptEmail: null,
      description: 'Starter 12 h',
    }),
  );
  if (isRefusal(attempt)) throw new Error(attempt.refusal);
  return attempt.id;
}

async function statusOf(id: string): Promise<string> {
  const query = app.services.db.selectFrom('payment_attempt').select('status').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).status;
}

async function posted(id: string): Promise<number> {
  const query = app.services.db.selectFrom('money_transaction').select('id').where('attemptID', '=', id);
  return (await query.execute()).length;
}

async function runCronJobsAfter(duration: Temporal.DurationLike): Promise<void> {
  app.clock.advance(duration);
  await app.runCronJobs();
}

checkBooksAfterEach(() => app);

describe('a process that dies', () => {
  it('after the charge: the cron job applies the payment once', async () => {
    const id = await open();
    const before = await stripe.charges();
    void chargeAttempt({ ...app.context(), providers: dyingAfterCharge() }, id);
    await expect.poll(() => stripe.charges()).toBe(before + 1);
    expect(await statusOf(id)).toBe('sent');
    await runCronJobsAfter({ seconds: 59 });
    expect(await statusOf(id)).toBe('sent');
    await runCronJobsAfter({ seconds: 1 });
    expect(await statusOf(id)).toBe('succeeded');
    await runCronJobsAfter({ minutes: 2 });
    expect(told).toEqual([`succeeded ${id}`]);
    expect(await posted(id)).toBe(1);
    expect(await stripe.charges()).toBe(before + 1);
  });

  it('before the charge: the cron job charges while the slot is held', async () => {
    const id = await open();
    await runCronJobsAfter({ seconds: 60 });
    expect(await statusOf(id)).toBe('succeeded');
  });

  it('before the charge, recovered too late: the card is not charged', async () => {
    const id = await open();
    const before = await stripe.charges();
    await runCronJobsAfter({ minutes: 15 });
    expect(await statusOf(id)).toBe('canceled');
    expect(told).toEqual([`failed ${id}`]);
    expect(await stripe.charges()).toBe(before);
  });

  it('is recovered by one worker only', async () => {
    const id = await open();
    const before = await stripe.charges();
    app.clock.advance({ seconds: 60 });
    await Promise.all([app.runCronJobs(), app.runCronJobs(), app.runCronJobs()]);
    expect(await stripe.charges()).toBe(before + 1);
    expect(told).toEqual([`succeeded ${id}`]);
  });
});

describe('a lost reply', () => {
  it('leaves the outcome open until a lookup finds it', async () => {
    const id = await open();
    stripe.failCharges({ instead: 'drop' }, 9);
    expect(await chargeAttempt(app.context(), id)).toEqual({ status: 'pending' });
    expect(await statusOf(id)).toBe('unknown');
    await runCronJobsAfter({ seconds: 60 });
    expect(await statusOf(id)).toBe('succeeded');
    expect(await posted(id)).toBe(1);
  });

  it('is resolved by the customer’s next try too', async () => {
    const id = await open();
    const before = await stripe.charges();
    stripe.failCharges({ instead: 'drop' }, 2);
    await chargeAttempt(app.context(), id);
    expect(await chargeAttempt(app.context(), id)).toMatchObject({ status: 'succeeded' });
    expect(await stripe.charges()).toBe(before + 1);
  });

  it('with a 500 that hides a charge: found by a lookup, never charged again', async () => {
    const id = await open();
    const before = await stripe.charges();
    stripe.failCharges({ instead: 'fail-done' });
    expect(await chargeAttempt(app.context(), id)).toEqual({ status: 'pending' });
    await runCronJobsAfter({ seconds: 60 });
    expect(await statusOf(id)).toBe('succeeded');
    expect(await stripe.charges()).toBe(before + 1);
  });

  it('with a 500 that did nothing: closed once the slot is released', async () => {
    const id = await open();
    stripe.failCharges({ instead: 'fail' });
    await chargeAttempt(app.context(), id);
    await runCronJobsAfter({ seconds: 60 });
    expect(await statusOf(id)).toBe('unknown');
    await runCronJobsAfter({ minutes: 15 });
    expect(await statusOf(id)).toBe('canceled');
    expect(told).toEqual([`failed ${id}`]);
  });

  it('stays open while the provider is unreachable, however long', async () => {
    const id = await open();
    stripe.failAll({ instead: 'drop' });
    await chargeAttempt(app.context(), id);
    await runCronJobsAfter({ minutes: 20 });
    expect(await statusOf(id)).toBe('unknown');
    expect(told).toEqual([]);
  });
});

it('stops the cron job after three attempts during an outage, and all attempts get their turn', {
  tags: 'deep',
}, async () => {
  const ids: string[] = [];
  stripe.failCharges({ instead: 'drop' }, 99);
  for (let i = 0; i < 4; i += 1) {
    const id = await open();
    await chargeAttempt(app.context(), id);
    ids.push(id);
  }
  stripe.failCharges({}, 0);
  stripe.failAll({ instead: 'drop' });
  const looksBefore = looks;
  await runCronJobsAfter({ seconds: 60 });
  expect(looks - looksBefore).toBe(3);
  stripe.failAll();
  await runCronJobsAfter({ seconds: 60 });
  for (const id of ids) expect(await statusOf(id)).toBe('succeeded');
});

describe('a bank challenge', () => {
  it('that was completed without notice is found by a lookup', async () => {
    const id = await open('tok_threeDSecure2Required');
    await chargeAttempt(app.context(), id);
    await stripe.fake.answerChallenge(await intentOf(id), true);
    await runCronJobsAfter({ seconds: 60 });
    expect(await statusOf(id)).toBe('succeeded');
  });

  it('that is not answered expires with the slot and cannot be completed later', async () => {
    const id = await open('tok_threeDSecure2Required');
    await chargeAttempt(app.context(), id);
    await runCronJobsAfter({ minutes: 14 });
    expect(await statusOf(id)).toBe('requires_action');
    await runCronJobsAfter({ minutes: 1 });
    expect(await statusOf(id)).toBe('canceled');
    expect(told).toEqual([`failed ${id}`]);
    expect(await stripe.fake.answerChallenge(await intentOf(id), true)).toBe(false);
  });

  it('that was completed just before it expired is paid', async () => {
    const id = await open('tok_threeDSecure2Required');
    await chargeAttempt(app.context(), id);
    await stripe.fake.answerChallenge(await intentOf(id), true);
    await runCronJobsAfter({ minutes: 15 });
    expect(await statusOf(id)).toBe('succeeded');
  });
});

describe('a provider that reports something else than agreed', () => {
  it.each<[string, (truth: ChargeOutcome) => ChargeOutcome]>([
    ['a different amount', (truth) => (truth.status === 'succeeded' ? { ...truth, amount: 1 } : truth)],
    [
      'a different currency',
      (truth) => (truth.status === 'succeeded' ? { ...truth, currency: 'USD' } : truth),
    ],
  ])('%s: pays nothing and raises an alarm', async (_name, said) => {
    lie = said;
    const id = await open();
    expect(await chargeAttempt(app.context(), id)).toEqual({ status: 'pending' });
    const before = await stripe.charges();
    await runCronJobsAfter({ minutes: 30 });
    expect(await chargeAttempt(app.context(), id)).toEqual({ status: 'pending' });
    expect(await statusOf(id)).toBe('unknown');
    expect(told).toEqual([]);
    expect(await posted(id)).toBe(0);
    expect(await stripe.charges()).toBe(before);
    const alarms = await app.services.db
      .selectFrom('payment_alarm')
      .select(['kind', 'settledAt'])
      .where('attemptID', '=', id)
      .execute();
    expect(alarms).toEqual([{ kind: 'amount_mismatch', settledAt: null }]);
  });
});

it('keeps the ledger invariants', async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

async function intentOf(id: string): Promise<string> {
  const query = app.services.db.selectFrom('payment_attempt').select('stripePiID').where('id', '=', id);
  return String((await query.executeTakeFirstOrThrow()).stripePiID);
}

/** The charge succeeds, and then the process is gone: nothing after it runs. */
function dyingAfterCharge() {
  const { providers } = app.services;
  const charge: PaymentProvider['charge'] = async (order) => {
    await providers.payments.charge(order);
    return new Promise(() => undefined);
  };
  return { ...providers, payments: { ...providers.payments, charge } };
}
