import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Feature } from '#platform/server/feature.ts';
import { withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';
import { chargeAttempt, feature, openAttempt, refundPayment } from './index.ts';
import type { MoneyGivenBack } from './purposes.ts';
import { addPayer, salesFeature } from './testing/sales.ts';

let office: As;
/** The refunds passed to the purpose, and what it replies. */
let takenBack: MoneyGivenBack[];
let objection: ReturnType<typeof refuse<'not_refundable'>> | undefined;

const AMOUNT = 9300;
const sales = salesFeature(() => undefined, {
  refunding: async (_tx, _attempt, refund) => {
    takenBack.push(refund);
    return objection;
  },
});

beforeEach(async () => {
  takenBack = [];
  objection = undefined;
  office = await signedIn(app, 'admin');
});

type Purchase = 'credit-package' | 'ad-hoc';

/** Pays; returns the transaction's id. */
async function pay(purpose: Purchase = 'credit-package', where = app): Promise<string> {
  const attempt = await inTransaction(where.context(), (tx) =>
    openAttempt(tx, {
      purpose,
      targetID: where.services.newID(),
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
  const settled = await chargeAttempt(where.context(), attempt.id);
  if (settled.status !== 'succeeded') throw new Error(settled.status);
  if (purpose === 'ad-hoc') await writeDownCharge(where, attempt.id);
  return settled.transactionID;
}

/** Writes the audit entry that the office's route would write. */
async function writeDownCharge(where: TestApp, id: string): Promise<void> {
  const act = { action: 'customer.charged', subject: { kind: 'payment_attempt', id } };
  await inTransaction(where.context(), (tx) => audit(tx, act));
}

type RefundBody = { amount?: number | null; to?: 'card' | 'credits'; reason?: string };
/** A request with a new Idempotency-Key. */
const another = (): As => ({ ...office, headers: { 'idempotency-key': app.services.newID() } });

const stripe = await startTestStripe();
const app = await startTestApp({
  features: [feature, sales],
  providers: { payments: stripe.payments },
  connections: 20,
});
const customerID = await addPayer(app);

function refund(id: string, body: RefundBody = {}, as: As = another()) {
  return app.call(calls.refundTransaction, { params: { id }, body: { reason: 'We came late', ...body } }, as);
}

const read = async (id: string) => (await app.call(calls.readTransaction, { params: { id } }, office)).body;

interface Sent {
  readonly amount: number;
  readonly status: string;
  readonly metadata: Readonly<Record<string, string>>;
}
/** What the provider refunded for this refund transaction. */
async function sentFor(transactionID: string): Promise<Sent[]> {
  const all = (await stripe.fake.objects('refund')) as readonly Sent[];
  return all.filter((one) => one.metadata.transactionID === transactionID);
}

async function linesOf(transactionID: string) {
  const { rows } = await app.database.pool.query(
    `select entry.account, entry.amount::int from money_transaction as moved
     join ledger_entry as entry on entry.tx_id = moved.ledger_tx_id where moved.id = $1 order by entry.line`,
    [transactionID],
  );
  return rows;
}

describe('a refund to the card', () => {
  it('is posted at once, and made at the provider when the task has run', async () => {
    const paid = await pay();
    const made = await refund(paid);
    expect(made).toMatchObject({
      status: 200,
      body: {
        type: 'refund',
        method: 'card',
        total: -AMOUNT,
        refundOf: paid,
        refundStatus: 'created',
        details: 'Refund: Starter 12 h',
      },
    });
    expect(await linesOf(made.body.id)).toEqual([
      { account: 'deferred_revenue', amount: AMOUNT },
      { account: 'stripe_clearing', amount: -AMOUNT },
    ]);
    expect(await sentFor(made.body.id)).toEqual([]);
    await app.runOutbox();
    expect(await sentFor(made.body.id)).toMatchObject([{ amount: AMOUNT, status: 'succeeded' }]);
    expect(await read(made.body.id)).toMatchObject({ refundStatus: 'succeeded' });
    expect(await read(paid)).toMatchObject({ total: AMOUNT, refunded: AMOUNT, refundStatus: null });
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('can be partial, until nothing is left', async () => {
    const paid = await pay();
    expect((await refund(paid, { amount: 300 })).body).toMatchObject({ total: -300 });
    expect((await refund(paid, { amount: 9000 })).body).toMatchObject({ total: -9000 });
    const more = await refund(paid, { amount: 1 });
    expect(more.status).toBe(409);
    expect(problem(more)).toMatchObject({ code: 'refund_too_much', left: 0 });
    const { items } = (await app.call(calls.listTransactions, { query: { refundOf: paid } }, office)).body;
    expect(items.map((item) => item.total).sort()).toEqual([-300, -9000]);
  });

  it('never exceeds what is left', async () => {
    const paid = await pay();
    await refund(paid, { amount: 300 });
    const tooMuch = await refund(paid, { amount: 9001 });
    expect(problem(tooMuch)).toMatchObject({ code: 'refund_too_much', left: 9000 });
    expect(await read(paid)).toMatchObject({ refunded: 300 });
  });

  it('a refund to the card records who made it and why', async () => {
    const made = await refund(await pay(), { reason: 'The wrong package' });
    const { rows } = await app.database.pool.query(
      "select actor_role, reason from audit_entry where action = 'transaction.refunded' and subject_id = $1",
      [made.body.id],
    );
    expect(rows).toEqual([{ actorRole: 'admin', reason: 'The wrong package' }]);
  });

  it.each<[string, object]>([
    ['nothing', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['half a cent', { amount: 0.5 }],
    ['too large a number', { amount: 2 ** 31 }],
    ['text', { amount: '1e3' }],
    ['no reason', { reason: ' ' }],
    ['an unknown target', { to: 'cash' }],
  ])('is refused: %s', async (_name, body) => {
    const paid = await pay();
    expect((await refund(paid, body)).status).toBe(422);
    expect(await read(paid)).toMatchObject({ refunded: 0 });
  });

  it('is refused for a refund or a manual repayment', async () => {
    const made = await refund(await pay());
    expect(problem(await refund(made.body.id)).code).toBe('not_refundable');
    const body = { customerID, total: -500 };
    const given = await app.call(calls.createTransaction, { body }, office);
    expect(problem(await refund(given.body.id)).code).toBe('not_refundable');
  });

  it('calls the purpose, whose refusal rolls everything back', async () => {
    const paid = await pay();
    await refund(paid, { amount: 100, reason: 'A gift' });
    expect(takenBack).toMatchObject([{ customerID, cents: 100, parts: [], to: 'card', reason: 'A gift' }]);
    objection = refuse('not_refundable', { detail: 'Four hours were used.' });
    const refused = await refund(paid, { amount: 100 });
    expect(problem(refused)).toMatchObject({ code: 'not_refundable', detail: 'Four hours were used.' });
    expect(await read(paid)).toMatchObject({ refunded: 100 });
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

describe('a refund of a manual payment', () => {
  it('is a negative entry without a provider request', async () => {
    const body = { customerID, total: 4000, method: 'paynow', details: 'At the door' } as const;
    const paid = (await app.call(calls.createTransaction, { body }, office)).body;
    const made = await refund(paid.id, { amount: 1500 });
    expect(made.body).toMatchObject({ type: 'refund', method: 'paynow', total: -1500, refundStatus: null });
    expect(await linesOf(made.body.id)).toEqual([
      { account: 'revenue:manual', amount: 1500 },
      { account: 'paynow', amount: -1500 },
    ]);
    await app.runOutbox();
    expect(await sentFor(made.body.id)).toEqual([]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('prevents correcting the entry to less than was refunded', async () => {
    const paid = (await app.call(calls.createTransaction, { body: { customerID, total: 4000 } }, office))
      .body;
    await refund(paid.id, { amount: 1500 });
    const change = { params: { id: paid.id }, body: { total: 1000 } };
    expect(problem(await app.call(calls.updateTransaction, change, office)).code).toBe('amount_fixed');
    expect(await checkLedger(app.context())).toEqual([]);
  });
});

describe('a refund to credits', () => {
  it('is refused if no feature offers credits', async () => {
    const refused = await refund(await pay('ad-hoc'), { to: 'credits' });
    expect(problem(refused)).toMatchObject({
      code: 'not_refundable',
      detail: 'Refunds to credits are not offered. Refund to the card instead.',
    });
  });

  it('becomes hours if a feature offers them, and nothing goes to the card', async () => {
    const given: MoneyGivenBack[] = [];
    const credits: Feature = {
      name: 'hours',
      refundToCredits: {
        give: async (_tx, of) => {
          given.push(of);
          return 3.5;
        },
      },
    };
    const other = await startTestApp({
      features: [feature, sales, credits],
      providers: { payments: stripe.payments },
    });
    await addPayer(other, { id: customerID });
    const transactionID = await pay('ad-hoc', other);
    const order = { transactionID, to: 'credits', reason: 'Rather hours' } as const;
    const made = await inTransaction(other.context(), (tx) => refundPayment(tx, order));
    expect(made).toMatchObject({ cents: AMOUNT, creditsLeft: 3.5 });
    expect(given).toMatchObject([{ customerID, cents: AMOUNT, to: 'credits' }]);
    const { rows } = await other.database.pool.query(
      'select account, sum(amount)::int as cents from ledger_entry group by account having sum(amount) <> 0 order by 1',
    );
    expect(rows).toEqual([
      { account: 'deferred_revenue', cents: -AMOUNT },
      { account: 'stripe_clearing', cents: AMOUNT },
    ]);
    expect((await other.database.pool.query('select from payment_refund')).rowCount).toBe(0);
    await other.close();
  });

  it('is refused for bought hours: money cannot become hours twice', async () => {
    expect(problem(await refund(await pay(), { to: 'credits' })).code).toBe('not_refundable');
  });
});

describe('concurrent refunds', () => {
  const PARTS = 20;

  it('happen once per Idempotency-Key, with one reply', async () => {
    const paid = await pay();
    const keyed = { ...office, headers: { 'idempotency-key': app.services.newID() } };
    const replies = await Promise.all(
      Array.from({ length: PARTS }, () => refund(paid, { amount: 100 }, keyed)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await read(paid)).toMatchObject({ refunded: 100 });
    await app.runOutbox();
    expect(await sentFor(String(replies[0]?.body.id))).toHaveLength(1);
  });

  it('never exceed what was paid', async () => {
    const paid = await pay();
    const replies = await Promise.all(Array.from({ length: PARTS }, () => refund(paid, { amount: 1000 })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(9);
    expect(await read(paid)).toMatchObject({ refunded: 9000 });
    await app.runOutbox();
    const sent = await Promise.all(
      replies.filter((reply) => reply.status === 200).map((reply) => sentFor(reply.body.id)),
    );
    expect(sent.flat()).toHaveLength(9);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('(control: exceed what was paid without the lock on the payment)', async () => {
    const other = await startTestApp({
      features: [feature, sales],
      providers: { payments: stripe.payments },
    });
    await addPayer(other, { id: customerID });
    const transactionID = await pay('ad-hoc', other);
    const bare = { ...other.context(), db: withHooks(other.services.db, { change: withoutLocks }) };
    const first = Promise.withResolvers<void>();
    const order = { transactionID, cents: AMOUNT - 1, to: 'card', reason: 'Twice' } as const;
    // The first task of a name is queued under its own lock, which would serialise the race.
    await inTransaction(other.context(), (tx) => refundPayment(tx, { ...order, cents: 1 }));
    const one = inTransaction(bare, async (tx) => {
      const made = await refundPayment(tx, order);
      await first.promise;
      return made;
    });
    const two = await inTransaction(bare, (tx) => refundPayment(tx, order));
    first.resolve();
    expect(isRefusal(two)).toBe(false);
    expect(isRefusal(await one)).toBe(false);
    const broken = await checkLedger(other.context());
    await other.close();
    expect(broken.map(({ invariant }) => invariant)).toEqual(['I9 refunds never exceed the payment']);
  });
});

describe('the audit trail', () => {
  it('is checked: an act of the office without an entry is a violation', async () => {
    const id = app.services.newID();
    await app.database.pool.query(
      `insert into money_transaction (id, type, method, total, customer_id, details, created_at)
       values ($1, 'manual', 'cash', 100, $2, 'Unseen', $3)`,
      [id, customerID, app.clock.now().toString()],
    );
    const broken = await checkLedger(app.context());
    expect(broken).toEqual([{ invariant: expect.stringContaining('I11'), what: id }]);
    await app.database.pool.query('delete from money_transaction where id = $1', [id]);
  });
});
