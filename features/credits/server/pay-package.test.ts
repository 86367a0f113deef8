import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCode } from '#features/booking/server/testing/codes-and-hours.ts';
import { checkBooksAfterEach } from '#features/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type Reply, type TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { listLots, payPackage } from '../contract.ts';
import { addPack, addPerson, balanceOf, startCreditApp } from './testing/credit-world.ts';

let app: TestApp;
let stripe: TestStripe;
let mei: As;
let meiId: string;
let pack: string;
let charged: number;

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startCreditApp({ providers: { payments: stripe.payments } });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  meiId = (await addPerson(app.context())).id;
  mei = await signedIn(app, 'customer', meiId);
  pack = await addPack(app.context());
  charged = await stripe.charges();
  stripe.failCharges({}, 0);
});
checkBooksAfterEach(() => app);

const newCharges = async () => (await stripe.charges()) - charged;
const keyed = (as: As, key: string): As => ({ ...as, headers: { 'idempotency-key': key } });
const pay = (body: object = {}, as = mei, id = pack) =>
  app.call(payPackage, { params: { id }, body: { stripeToken: 'tok_visa', ...body } }, as);
const challenge = 'tok_threeDSecure2Required';

async function lots() {
  return (await app.call(listLots, { params: { id: meiId } }, mei)).body;
}

const takeOffSale = () =>
  app.database.pool.query('update package set trashed_at = now() where id = $1', [pack]);

function secretOf(reply: Reply<unknown>): string {
  const { clientSecret } = reply.body as { clientSecret?: string };
  if (clientSecret === undefined) throw new Error(JSON.stringify(reply.body));
  return clientSecret;
}

describe('buying a package of hours', () => {
  it('charges its price once and gives the hours for twelve months', async () => {
    const paid = await pay({ price: 32400 });
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({ credits: 12, creditsLeft: 12, creditsBalance: 12 });
    expect(paid.body).toMatchObject({ transactionID: expect.any(String), receiptNo: expect.any(Number) });
    expect(await newCharges()).toBe(1);
    expect(await lots()).toMatchObject([
      { perHour: 27, numCredits: 12, source: 'purchase', expiresAt: '2027-11-23T10:00:00+08:00' },
    ]);
    const { rows } = await app.database.pool.query(
      'select cost, cost_left from credit_lot where customer_id = $1',
      [meiId],
    );
    expect(rows).toEqual([{ cost: 32400, cost_left: 32400 }]);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)).toMatchObject({
      to: `${meiId}@example.com`,
      body: expect.stringContaining('Paid: S$324.00'),
    });
  });

  it('takes a promo code off, and remembers that it was used', async () => {
    await addCode(app.context(), 'HOURS10', { perCustomer: 1 });
    const wrong = await pay({ promocode: 'hours10', price: 32400 });
    expect([wrong.status, problem(wrong).code, problem(wrong).price]).toEqual([409, 'price_changed', 29160]);
    expect(await pay({ promocode: 'hours10', price: 29160 })).toMatchObject({ status: 200 });
    const used = await pay({ promocode: 'hours10', stripeToken: 'tok_mastercard' });
    expect(problem(used).errors?.[0]).toMatchObject({ path: 'promocode' });
    expect(await newCharges()).toBe(1);
    const { rows } = await app.database.pool.query(
      `select used_at is not null as used from promo_use where customer_id = $1`,
      [meiId],
    );
    expect(rows).toEqual([{ used: true }]);
  });

  it('compares the price first: nothing is charged or kept at another one', async () => {
    const wrong = await pay({ price: 30000 });
    expect([wrong.status, problem(wrong).price]).toEqual([409, 32400]);
    expect(await newCharges()).toBe(0);
    const { rows } = await app.database.pool.query('select from credit_purchase where customer_id = $1', [
      meiId,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['a free package of the house', { perHour: 0 }, 404],
    ['a visit', { visit: true }, 422],
  ])('refuses %s', async (_what, of: { perHour?: number; visit?: boolean }, status) => {
    const id = await addPack(app.context(), of);
    if (of.visit) await app.database.pool.query(`update package set category = '' where id = $1`, [id]);
    expect((await pay({}, mei, id)).status).toBe(status);
    expect(await newCharges()).toBe(0);
  });

  it.each([{ price: 32400 }, {}])('refuses what was taken off sale since it was seen: %j', async (seen) => {
    await takeOffSale();
    const refused = await pay(seen);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'price_changed', price: null });
    expect(problem(refused).detail).toContain('no longer on sale');
    expect(await newCharges()).toBe(0);
  });

  it('goes on with what was agreed before it was taken off sale', async () => {
    const asked = await pay({ stripeToken: challenge });
    await takeOffSale();
    expect(problem(await pay({ stripeToken: 'tok_mastercard' })).code).toBe('price_changed');
    await stripe.answer(secretOf(asked), true);
    expect((await pay({ stripeToken: challenge, price: 32400 })).body).toMatchObject({ creditsBalance: 12 });
    expect(await newCharges()).toBe(1);
  });

  it('asks for a card where none is stored, and takes the stored one', async () => {
    expect(problem(await pay({ stripeToken: null })).code).toBe('no_stored_card');
    await pay({ change: true });
    app.clock.advance({ minutes: 2 });
    expect(await pay({ stripeToken: null, picked: true })).toMatchObject({ status: 200 });
    expect(await balanceOf(app.context(), meiId)).toBe(24);
    expect(await newCharges()).toBe(2);
  });

  it('waives what is too little for a card', async () => {
    await addCode(app.context(), 'ALMOST', { type: 'amount', amount: 32370 });
    const paid = await pay({ promocode: 'ALMOST', stripeToken: null });
    expect(paid.body).toMatchObject({ transactionID: null, creditsLeft: 12, receiptNo: expect.any(Number) });
    const again = await pay({ promocode: 'ALMOST', stripeToken: null });
    expect(again.body).toEqual(paid.body);
    expect(await newCharges()).toBe(0);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)?.body).toContain('Nothing to pay.');
  });

  it('gives the code back when the card is declined, and takes another card', async () => {
    await addCode(app.context(), 'ONCE', { perCustomer: 1 });
    const declined = await pay({ promocode: 'ONCE', stripeToken: 'tok_chargeDeclinedInsufficientFunds' });
    expect([declined.status, problem(declined).code]).toEqual([402, 'card_declined']);
    expect(await pay({ promocode: 'ONCE' })).toMatchObject({ status: 200 });
    expect(await balanceOf(app.context(), meiId)).toBe(12);
  });

  it('forgets a purchase after a day: the same card buys another package', async () => {
    await pay();
    app.clock.advance({ hours: 24 });
    mei = await signedIn(app, 'customer', meiId);
    await pay();
    expect(await balanceOf(app.context(), meiId)).toBe(24);
  });
});

describe('the same purchase, asked for again', () => {
  it('is one charge and one lot for twenty at once, and all get one reply', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay({ price: 32400 })));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ creditsLeft: 12, creditsBalance: 12 });
    expect(await newCharges()).toBe(1);
    expect(await lots()).toHaveLength(1);
  });

  it('is one for twenty at once with the stored card too', async () => {
    await pay({ change: true });
    app.clock.advance({ minutes: 2 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => pay({ stripeToken: null, picked: true })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
    expect(await newCharges()).toBe(2);
    expect(await balanceOf(app.context(), meiId)).toBe(24);
  });

  it('is one for twenty at once with one key, and two with two keys', async () => {
    const one = app.services.newId();
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay({}, keyed(mei, one))));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(await balanceOf(app.context(), meiId)).toBe(12);
    await Promise.all([1, 2].map(() => pay({}, keyed(mei, app.services.newId()))));
    expect(await balanceOf(app.context(), meiId)).toBe(36);
    expect(await newCharges()).toBe(3);
  });

  it('costs each of two customers their own', async () => {
    const wei = (await addPerson(app.context())).id;
    await Promise.all([pay(), pay({}, await signedIn(app, 'customer', wei))]);
    expect(await balanceOf(app.context(), wei)).toBe(12);
    expect(await newCharges()).toBe(2);
  });
});

describe('a bank that asks', () => {
  it.each([
    ['the same call', {}, false],
    ['a call with another key', {}, 'another key'],
    ['the same call with its key', {}, 'one key'],
    ['a call that names no card', { stripeToken: null }, false],
  ])('is answered, and %s finishes the purchase', async (_how, body, withKey) => {
    const one = app.services.newId();
    const key = () => (withKey === 'one key' ? one : app.services.newId());
    const as = () => (withKey ? keyed(mei, key()) : mei);
    const asked = await pay({ stripeToken: challenge }, as());
    expect(asked.body).toMatchObject({ requiresAction: true });
    expect(await lots()).toEqual([]);
    await stripe.answer(secretOf(asked), true);
    const finished = await pay({ stripeToken: challenge, ...body }, as());
    expect(finished.body).toMatchObject({ creditsLeft: 12, creditsBalance: 12 });
    expect((await pay({ stripeToken: challenge }, as())).body).toEqual(finished.body);
    expect(await newCharges()).toBe(1);
  });

  it('is given up for another card: one charge', async () => {
    await addCode(app.context(), 'LAST', { allocation: 1, perCustomer: 1 });
    const asked = await pay({ stripeToken: challenge, promocode: 'LAST' });
    expect((await pay({ promocode: 'LAST', price: 1 })).status).toBe(409); // and the bank is still waited for
    expect(await pay({ promocode: 'LAST', price: 29160 })).toMatchObject({ status: 200 });
    expect(await stripe.answer(secretOf(asked), true)).toBe(false);
    expect(await newCharges()).toBe(1);
    expect(await balanceOf(app.context(), meiId)).toBe(12);
  });

  it('answers after the purchase was given up: the hours are theirs all the same', async () => {
    const asked = await pay({ stripeToken: challenge });
    await app.database.pool.query(
      `update credit_purchase set status = 'failed', decided_at = now() where customer_id = $1`,
      [meiId],
    );
    await stripe.answer(secretOf(asked), true);
    app.clock.advance({ seconds: 61 });
    await app.sweep();
    expect(await balanceOf(app.context(), meiId)).toBe(12);
  });
});

describe('an answer that is lost', () => {
  it('is found out by the same call again, under any key: one charge', async () => {
    stripe.failCharges({ instead: 'fail-done' });
    const lost = await pay({}, keyed(mei, app.services.newId()));
    expect(problem(lost).code).toBe('payment_in_progress');
    app.clock.advance({ seconds: 31 });
    await pay({}, keyed(mei, app.services.newId()));
    app.clock.advance({ seconds: 61 });
    await app.sweep();
    expect(await balanceOf(app.context(), meiId)).toBe(12);
    expect(await newCharges()).toBe(1);
  });

  it('is found out before another card is charged', async () => {
    stripe.failCharges({ instead: 'fail-done' });
    await pay();
    app.clock.advance({ seconds: 31 });
    const paid = await pay({ stripeToken: 'tok_mastercard' });
    expect(paid.body).toMatchObject({ creditsLeft: 12, creditsBalance: 12 });
    expect(await newCharges()).toBe(1);
  });
});
