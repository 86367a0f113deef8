import { beforeEach, describe, expect, it } from 'vitest';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type Reply } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { listLots, payPackage } from '../contract.ts';
import { addPack, addPerson, balanceOf, startCreditApp } from './testing/credit-world.ts';

let mei: As;
let meiID: string;
let pack: string;
let charged: number;

const stripe = await startTestStripe();
const app = await startCreditApp({ providers: { payments: stripe.payments } });

beforeEach(async () => {
  meiID = (await addPerson(app.context())).id;
  mei = await signedIn(app, 'customer', meiID);
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
  return (await app.call(listLots, { params: { id: meiID } }, mei)).body;
}

const takeOffSale = () =>
  app.database.pool.query('update package set trashed_at = now() where id = $1', [pack]);

function secretOf(reply: Reply<unknown>): string {
  const { clientSecret } = reply.body as { clientSecret?: string };
  if (clientSecret === undefined) throw new Error(JSON.stringify(reply.body));
  return clientSecret;
}

describe('buying a package of hours', () => {
  it('charges once and grants the hours for twelve months', async () => {
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
      [meiID],
    );
    expect(rows).toEqual([{ cost: 32400, costLeft: 32400 }]);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)).toMatchObject({
      to: `${meiID}@example.com`,
      body: expect.stringContaining('Paid: S$324.00'),
    });
  });

  it('applies a promo code and records its use', async () => {
    await addCode(app.context(), 'HOURS10', { perCustomer: 1 });
    const wrong = await pay({ promocode: 'hours10', price: 32400 });
    expect([wrong.status, problem(wrong).code, problem(wrong).price]).toEqual([409, 'price_changed', 29160]);
    expect(await pay({ promocode: 'hours10', price: 29160 })).toMatchObject({ status: 200 });
    const used = await pay({ promocode: 'hours10', stripeToken: 'tok_mastercard' });
    expect(problem(used).errors?.[0]).toMatchObject({ path: 'promocode' });
    expect(await newCharges()).toBe(1);
    const { rows } = await app.database.pool.query(
      `select used_at is not null as used from promo_use where customer_id = $1`,
      [meiID],
    );
    expect(rows).toEqual([{ used: true }]);
  });

  it('compares the price first: a different price charges and saves nothing', async () => {
    const wrong = await pay({ price: 30000 });
    expect([wrong.status, problem(wrong).price]).toEqual([409, 32400]);
    expect(await newCharges()).toBe(0);
    const { rows } = await app.database.pool.query('select from credit_purchase where customer_id = $1', [
      meiID,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['a free package of the company', { perHour: 0 }, 404],
    ['a visit', { visit: true }, 422],
  ])('refuses %s', async (_what, of: { perHour?: number; visit?: boolean }, status) => {
    const id = await addPack(app.context(), of);
    if (of.visit) await app.database.pool.query(`update package set category = '' where id = $1`, [id]);
    expect((await pay({}, mei, id)).status).toBe(status);
    expect(await newCharges()).toBe(0);
  });

  it.each([{ price: 32400 }, {}])(
    'refuses a package that was taken off sale after it was shown: %j',
    async (seen) => {
      await takeOffSale();
      const refused = await pay(seen);
      expect(problem(refused)).toMatchObject({ status: 409, code: 'price_changed', price: null });
      expect(problem(refused).detail).toContain('no longer on sale');
      expect(await newCharges()).toBe(0);
    },
  );

  it('completes a purchase that began before the package was taken off sale', async () => {
    const as = keyed(mei, app.services.newID());
    const asked = await pay({ stripeToken: challenge, price: 32400 }, as);
    await takeOffSale();
    await stripe.answer(secretOf(asked), true);
    const finished = await pay({ stripeToken: challenge, price: 32400 }, as);
    expect(finished.body).toMatchObject({ creditsBalance: 12 });
    expect(problem(await pay({ stripeToken: 'tok_mastercard' })).code).toBe('price_changed');
    expect(await newCharges()).toBe(1);
  });

  it('requires a card if none is stored, and charges the stored one', async () => {
    expect(problem(await pay({ stripeToken: null })).code).toBe('no_stored_card');
    await pay({ change: true });
    app.clock.advance({ minutes: 2 });
    expect(await pay({ stripeToken: null, picked: true })).toMatchObject({ status: 200 });
    expect(await balanceOf(app.context(), meiID)).toBe(24);
    expect(await newCharges()).toBe(2);
  });

  it('waives an amount below the card minimum', async () => {
    await addCode(app.context(), 'ALMOST', { type: 'amount', amount: 32370 });
    const as = keyed(mei, app.services.newID());
    const paid = await pay({ promocode: 'ALMOST', stripeToken: null }, as);
    expect(paid.body).toMatchObject({ transactionID: null, creditsLeft: 12, receiptNo: expect.any(Number) });
    const again = await pay({ promocode: 'ALMOST', stripeToken: null }, as);
    expect(again.body).toEqual(paid.body);
    expect(await newCharges()).toBe(0);
    await app.runOutbox();
    expect(app.sent.mail.at(-1)?.body).toContain('Nothing to pay.');
  });

  it('releases the code when the card is declined, and accepts another card', async () => {
    await addCode(app.context(), 'ONCE', { perCustomer: 1 });
    const declined = await pay({ promocode: 'ONCE', stripeToken: 'tok_chargeDeclinedInsufficientFunds' });
    expect([declined.status, problem(declined).code]).toEqual([402, 'card_declined']);
    expect(await pay({ promocode: 'ONCE' })).toMatchObject({ status: 200 });
    expect(await balanceOf(app.context(), meiID)).toBe(12);
  });
});

describe('repeating a purchase', () => {
  it('charges once and creates one lot for twenty concurrent requests with one key, with the same reply', async () => {
    const as = keyed(mei, app.services.newID());
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay({ price: 32400 }, as)));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ creditsLeft: 12, creditsBalance: 12 });
    expect(await newCharges()).toBe(1);
    expect(await lots()).toHaveLength(1);
  });

  it('returns the paid purchase even after the saved reply has expired', async () => {
    const one = app.services.newID();
    const paid = await pay({}, keyed(mei, one));
    app.clock.advance({ hours: 49 });
    mei = await signedIn(app, 'customer', meiID);
    const again = await pay({}, keyed(mei, one));
    expect(again.body).toMatchObject({ transactionID: Reflect.get(paid.body, 'transactionID') });
    expect(await newCharges()).toBe(1);
  });

  it.each([
    ['two keys', () => keyed(mei, app.services.newID())],
    ['no key', () => mei],
  ])('makes two purchases with %s, one after the other', async (_what, as) => {
    await pay({}, as());
    await pay({}, as());
    expect(await newCharges()).toBe(2);
    expect(await balanceOf(app.context(), meiID)).toBe(24);
  });

  it('is refused while the first is being charged', async () => {
    const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const beforeReply = async () => {
      arrived.resolve();
      await gate.promise;
    };
    stripe.failCharges({ beforeReply });
    const first = pay();
    await arrived.promise;
    const others = await Promise.all([
      pay(),
      pay({ stripeToken: 'tok_mastercard' }),
      pay({}, keyed(mei, app.services.newID())),
    ]);
    expect(others.map((one) => problem(one).code)).toEqual(Array(3).fill('payment_in_progress'));
    gate.resolve();
    expect((await first).status).toBe(200);
    expect(await newCharges()).toBe(1);
  });

  it('charges each of two customers separately', async () => {
    const wei = (await addPerson(app.context())).id;
    await Promise.all([pay(), pay({}, await signedIn(app, 'customer', wei))]);
    expect(await balanceOf(app.context(), wei)).toBe(12);
    expect(await newCharges()).toBe(2);
  });
});

describe('a bank challenge', () => {
  it('completes the purchase by the same request with its key', async () => {
    const as = keyed(mei, app.services.newID());
    const asked = await pay({ stripeToken: challenge }, as);
    expect(asked.body).toMatchObject({ requiresAction: true });
    expect(await lots()).toEqual([]);
    await stripe.answer(secretOf(asked), true);
    const finished = await pay({ stripeToken: challenge }, as);
    expect(finished.body).toMatchObject({ creditsLeft: 12, creditsBalance: 12 });
    expect((await pay({ stripeToken: challenge }, as)).body).toEqual(finished.body);
    expect(await newCharges()).toBe(1);
  });

  it.each([
    ['the same call without a key', { stripeToken: challenge }],
    ['another card', { promocode: 'LAST', price: 29160 }],
    ['no card', { stripeToken: null }],
  ])('leaves the purchase open, and %s is refused', async (_what, body) => {
    await addCode(app.context(), 'LAST', { allocation: 1, perCustomer: 1 });
    const asked = await pay({ stripeToken: challenge });
    expect(problem(await pay(body)).code).toBe('payment_in_progress');
    expect(await stripe.answer(secretOf(asked), true)).toBe(true);
    app.clock.advance({ seconds: 61 });
    await app.runCronJobs();
    expect(await newCharges()).toBe(1);
    expect(await balanceOf(app.context(), meiID)).toBe(12);
    await app.database.pool.query(`delete from promo_code where code = 'LAST'`);
  });

  it('releases the promo code after 15 minutes without an answer', async () => {
    await addCode(app.context(), 'LASTONE', { allocation: 1, perCustomer: 1 });
    await pay({ stripeToken: challenge, promocode: 'LASTONE' });
    app.clock.advance({ minutes: 16 });
    await app.runCronJobs();
    expect(await pay({ promocode: 'LASTONE', price: 29160 })).toMatchObject({ status: 200 });
    expect(await newCharges()).toBe(1);
  });

  it('grants the hours if it is completed after the purchase ended', async () => {
    const asked = await pay({ stripeToken: challenge });
    await app.database.pool.query(
      `update credit_purchase set status = 'failed', decided_at = now() where customer_id = $1`,
      [meiID],
    );
    await stripe.answer(secretOf(asked), true);
    app.clock.advance({ seconds: 61 });
    await app.runCronJobs();
    expect(await balanceOf(app.context(), meiID)).toBe(12);
  });
});

describe('a lost reply', () => {
  const storedCard = { stripeToken: null, picked: true };

  /** Buys with the stored card and loses the reply. */
  async function loseReply(): Promise<As> {
    await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, mei);
    stripe.failCharges({ instead: 'fail-done' });
    const as = keyed(mei, app.services.newID());
    expect(problem(await pay(storedCard, as)).code).toBe('payment_in_progress');
    stripe.failCharges({}, 0);
    return as;
  }

  const waits = [
    ['at once', { seconds: 0 }],
    ['after 31 seconds', { seconds: 31 }],
    ['just before 48 hours', { hours: 47, minutes: 59, seconds: 59 }],
    ['after 48 hours', { hours: 48 }],
    ['after 35 days', { hours: 840 }],
  ] as const;

  it.each(waits)(
    'blocks other purchases of the package %s, until the payment is found',
    async (_when, wait) => {
      await loseReply();
      app.clock.advance(wait);
      mei = await signedIn(app, 'customer', meiID);
      for (const card of [storedCard, {}, { stripeToken: 'tok_mastercard' }]) {
        expect(problem(await pay(card)).code).toBe('payment_in_progress');
        const other = keyed(mei, app.services.newID());
        expect(problem(await pay(card, other)).code).toBe('payment_in_progress');
      }
      app.clock.advance({ seconds: 61 });
      await app.runCronJobs();
      expect(await newCharges()).toBe(1);
      expect(await balanceOf(app.context(), meiID)).toBe(12);
    },
  );

  it.each(waits)('is returned to the same request %s, once the payment is found', async (_when, wait) => {
    const { headers } = await loseReply();
    app.clock.advance(wait);
    app.clock.advance({ seconds: 61 });
    await app.runCronJobs();
    mei = await signedIn(app, 'customer', meiID);
    const told = await pay(storedCard, { ...mei, ...(headers && { headers }) });
    expect(told.body).toMatchObject({ credits: 12, creditsBalance: 12 });
    expect(await newCharges()).toBe(1);
  });
});
