import { beforeEach, describe, expect, it } from 'vitest';
import { updateCard } from '#features/money/cards/contract.ts';
import { feature as cards } from '#features/money/cards/server/index.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { chargeCard, readAdHocStatistics } from '../contract/ad-hoc.ts';
import { feature } from './index.ts';
import { addPayer } from './testing/sales.ts';

let customerID: string;
let office: As;

const stripe = await startTestStripe();
const app = await startTestApp({
  features: [feature, cards],
  providers: { payments: stripe.payments },
  connections: 20,
});

beforeEach(async () => {
  stripe.failAll();
  customerID = await addPayer(app);
  office = await signedIn(app, 'admin');
});

async function storeCard(stripeToken = 'tok_visa'): Promise<void> {
  const mei = await signedIn(app, 'customer', customerID);
  const kept = await app.call(updateCard, { body: { stripeToken } }, mei);
  expect(kept.status).toBe(200);
}

const charge = (over: object = {}, as = office) =>
  app.call(chargeCard, { body: { customerID, total: 2500, details: 'Lost key', ...over } } as never, as);

describe('an ad-hoc charge', () => {
  it('charges the stored card off-session and posts it', async () => {
    await storeCard();
    const before = await stripe.charges();
    expect(await charge()).toMatchObject({
      status: 200,
      body: { type: 'ad-hoc', method: 'card', total: 2500, customerID, details: 'Lost key', allocations: [] },
    });
    expect(await stripe.charges()).toBe(before + 1);
    const [intent] = (await stripe.fake.objects('payment_intent')) as readonly object[];
    expect(intent).toMatchObject({ amount: 2500, description: 'Lost key' });
    const { rows } = await app.database.pool.query(
      "select actor_role, reason, after ->> 'total' as total from audit_entry where action = 'customer.charged' and after ->> 'customerID' = $1",
      [customerID],
    );
    expect(rows).toEqual([{ actorRole: 'admin', reason: 'Lost key', total: '2500' }]);
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it.each<[string, object]>([
    ['nothing', { total: 0 }],
    ['below the card minimum', { total: 49 }],
    ['a negative amount', { total: -100 }],
    ['half a cent', { total: 100.5 }],
    ['too large a number', { total: 2 ** 31 }],
    ['text', { total: '1e3' }],
    ['no reason', { details: ' ' }],
    ['an unknown customer', { customerID: '0192f0c1-2b5e-7000-8000-000000000000' }],
    ['a card token', { stripeToken: 'tok_visa' }],
  ])('is refused: %s', async (_name, over) => {
    await storeCard();
    const before = await stripe.charges();
    expect((await charge(over)).status).toBe(422);
    expect(await stripe.charges()).toBe(before);
  });

  it('is refused without a stored card', async () => {
    expect(problem(await charge())).toMatchObject({
      code: 'no_stored_card',
      detail: 'This customer has no saved card. Ask them to save one, or record a payment made another way.',
    });
  });

  it('is declined with a plain message', async () => {
    await storeCard('tok_chargeCustomerFail');
    const declined = await charge();
    expect(declined.status).toBe(402);
    expect(problem(declined).detail).toBe(
      'The bank declined the saved card. Nothing was charged. Ask the customer to save another card.',
    );
  });

  it('is declined if the bank wants the cardholder to confirm', async () => {
    const mei = await signedIn(app, 'customer', customerID);
    const asked = await app.call(updateCard, { body: { stripeToken: 'tok_authenticationRequired' } }, mei);
    if (!('clientSecret' in asked.body)) throw new Error('The bank did not ask.');
    await stripe.answer(asked.body.clientSecret, true);
    await app.call(updateCard, { body: { stripeToken: 'tok_authenticationRequired' } }, mei);
    const refused = await charge();
    expect(refused.status).toBe(402);
    expect(problem(refused).detail).toBe(
      'The bank wants the customer to confirm this payment. Nothing was charged. The customer must pay themselves, for example by PayNow.',
    );
  });
});

describe('repeating a charge', () => {
  it('charges once per Idempotency-Key, even for twenty concurrent requests', async () => {
    await storeCard();
    const before = await stripe.charges();
    const keyed = { ...office, headers: { 'idempotency-key': app.services.newID() } };
    const replies = await Promise.all(Array.from({ length: 20 }, () => charge({}, keyed)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(await stripe.charges()).toBe(before + 1);
    expect((await charge({ total: 9999 }, keyed)).status).toBe(409);
  });

  it('charges twice for two keys', async () => {
    await storeCard();
    const before = await stripe.charges();
    const keyed = () => ({ ...office, headers: { 'idempotency-key': app.services.newID() } });
    await charge({}, keyed());
    await charge({}, keyed());
    expect(await stripe.charges()).toBe(before + 2);
  });

  it('is a new charge without a key', async () => {
    await storeCard();
    const before = await stripe.charges();
    expect((await charge()).status).toBe(200);
    expect((await charge()).status).toBe(200);
    expect(await stripe.charges()).toBe(before + 2);
  });

  it.each([
    ['at once', { seconds: 0 }],
    ['after a minute', { seconds: 60 }],
    ['after 48 hours', { hours: 48 }],
  ])('is refused while its outcome is open, %s, with any key', async (_when, wait) => {
    await storeCard();
    const before = await stripe.charges();
    stripe.failAll({ instead: 'drop' });
    expect(problem(await charge()).code).toBe('payment_in_progress');
    stripe.failAll();
    app.clock.advance(wait);
    office = await signedIn(app, 'admin');
    const keyed = { ...office, headers: { 'idempotency-key': app.services.newID() } };
    expect(problem(await charge()).code).toBe('payment_in_progress');
    expect(problem(await charge({ details: 'Another reason' }, keyed)).code).toBe('payment_in_progress');
    expect((await charge({ total: 2600 })).status).toBe(200);
    app.clock.advance({ seconds: 61 });
    await app.runCronJobs();
    expect(await stripe.charges()).toBe(before + 2);
    office = await signedIn(app, 'admin');
    expect((await charge()).status).toBe(200);
  });

  it('charges once when the reply is lost, and shows the charge once the cron job has found it', async () => {
    await storeCard();
    const before = await stripe.charges();
    stripe.failAll({ instead: 'drop' });
    expect(problem(await charge()).code).toBe('payment_in_progress');
    stripe.failAll();
    app.clock.advance({ seconds: 61 });
    await app.runCronJobs();
    expect(await stripe.charges()).toBe(before + 1);
    const { rows } = await app.database.pool.query(
      'select total from money_transaction where customer_id = $1',
      [customerID],
    );
    expect(rows).toEqual([{ total: 2500 }]);
  });
});

describe('ad-hoc statistics', () => {
  const read = (from_date: string, to_date: string) =>
    app.call(readAdHocStatistics, { query: { from_date, to_date } }, office);

  it('has one row per business day, and the totals', async () => {
    await app.database.pool.query(`
      insert into money_transaction (id, type, method, total, customer_id, details, created_at) values
        (gen_random_uuid(), 'ad-hoc', 'card', 1000, '${customerID}', '', '2026-03-01 23:59:59.999+08'),
        (gen_random_uuid(), 'ad-hoc', 'card', 500, '${customerID}', '', '2026-03-02 00:00+08'),
        (gen_random_uuid(), 'ad-hoc', 'card', 250, '${customerID}', '', '2026-03-02 23:00+08'),
        (gen_random_uuid(), 'manual', 'cash', 9000, '${customerID}', '', '2026-03-02 12:00+08'),
        (gen_random_uuid(), 'ad-hoc', 'card', 125, '${customerID}', '', '2026-03-04 00:00+08')`);
    expect((await read('2026-03-01', '2026-03-03')).body).toEqual({
      from_date: '2026-03-01',
      to_date: '2026-03-03',
      count: 3,
      total: 1750,
      rows: [
        { date: '2026-03-01', count: 1, total: 1000 },
        { date: '2026-03-02', count: 2, total: 750 },
        { date: '2026-03-03', count: 0, total: 0 },
      ],
    });
  });

  it.each([
    ['2026-03-02', '2026-03-01'],
    ['2020-01-01', '2026-01-01'],
    ['yesterday', '2026-01-01'],
  ])('is refused from %s to %s', async (from, to) => {
    expect((await read(from, to)).status).toBe(422);
  });
});
