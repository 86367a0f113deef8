import { beforeEach, describe, expect, it } from 'vitest';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { addPayer } from '#features/money/payments/server/testing/sales.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { updateCard } from '../contract.ts';
import { feature } from './index.ts';

let customerID: string;
let mei: As;

const stripe = await startTestStripe();
const app = await startTestApp({
  features: [payments, feature],
  providers: { payments: stripe.payments },
  connections: 20,
  env: { TRUST_PROXY: 'loopback' },
});

beforeEach(async () => {
  stripe.failAll();
  customerID = await addPayer(app);
  mei = await signedIn(app, 'customer', customerID);
});

const keep = (stripeToken: string, as = mei) => app.call(updateCard, { body: { stripeToken } }, as);

async function customer(id = customerID) {
  return app.services.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
async function setups() {
  const { rows } = await app.database.pool.query(
    'select status, token, failure_code, client_secret from card_setup where customer_id = $1 order by created_at, id',
    [customerID],
  );
  return rows;
}
interface Method {
  readonly id: string;
  readonly customer: string | null;
  readonly fake: { readonly setUp: boolean };
}
async function method(id: string | null): Promise<Method | undefined> {
  return ((await stripe.fake.objects('payment_method')) as readonly Method[]).find((one) => one.id === id);
}
async function secretOf(reply: { readonly body: object }): Promise<string> {
  if (!('clientSecret' in reply.body)) throw new Error('The bank did not ask.');
  return String(reply.body.clientSecret);
}
async function wait(seconds: number): Promise<void> {
  app.clock.advance({ seconds });
  await app.runCronJobs();
}

describe('a new card', () => {
  it('is stored for later off-session payments', async () => {
    const kept = await keep('tok_mastercard');
    expect(kept).toMatchObject({
      status: 200,
      body: { creditCardLast4: '4444', creditCardExpiryMonth: 12, creditCardExpiryYear: 2034 },
    });
    const { cardPaymentMethodID, cardBrand, stripeCustomerID } = await customer();
    expect(cardBrand).toBe('mastercard');
    expect(await method(cardPaymentMethodID)).toMatchObject({
      customer: stripeCustomerID,
      fake: { setUp: true },
    });
    expect(await setups()).toMatchObject([{ status: 'succeeded', token: null }]);
  });

  it('replaces the previous card, which is removed at the provider', async () => {
    await keep('tok_visa');
    const before = (await customer()).cardPaymentMethodID;
    await keep('tok_amex');
    await app.runOutbox();
    const { cardPaymentMethodID: after, stripeCustomerID } = await customer();
    expect(await method(before)).toMatchObject({ customer: null });
    expect(await method(after)).toMatchObject({ customer: stripeCustomerID });
    const customers = (await stripe.fake.objects('customer')) as readonly {
      id: string;
      invoice_settings: object;
    }[];
    expect(customers.find(({ id }) => id === stripeCustomerID)?.invoice_settings).toEqual({
      default_payment_method: after,
    });
  });

  it('is set up once by twenty concurrent requests, which all get the same reply', async () => {
    const before = (await stripe.fake.objects('setup_intent')).length;
    const replies = await Promise.all(Array.from({ length: 20 }, () => keep('tok_visa')));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect((await stripe.fake.objects('setup_intent')).length).toBe(before + 1);
    expect(await setups()).toHaveLength(1);
  });

  it('is declined with a plain message, and the previous card stays', async () => {
    await keep('tok_visa');
    const declined = await keep('tok_chargeDeclinedExpiredCard');
    expect(declined.status).toBe(402);
    expect(problem(declined)).toMatchObject({
      code: 'card_declined',
      detail: 'This card has expired. Nothing was charged. Try another card.',
    });
    expect(await customer()).toMatchObject({ cardLast4: '4242' });
  });

  it('is throttled after many declines, which would reveal which stolen numbers work', async () => {
    for (let i = 0; i < 5; i += 1) await keep('tok_chargeDeclined');
    expect((await keep('tok_visa')).status).toBe(429);
    expect(await setups()).toHaveLength(5);
    app.clock.advance({ hours: 1, seconds: 1 });
    mei = await signedIn(app, 'customer', customerID);
    expect((await keep('tok_visa')).status).toBe(200);
    app.clock.advance({ hours: 2 });
  });

  it('is throttled after ten declines of other customers from the same IPv6 /64', async () => {
    const keepFrom = async (ip: string, token: string) => {
      const { jwt = '' } = await signedIn(app, 'customer', await addPayer(app));
      return (await keep(token, { jwt, headers: { 'x-forwarded-for': ip } })).status;
    };
    for (let i = 1; i <= 10; i += 1)
      expect(await keepFrom(`2001:db8:1:2::${i}`, 'tok_chargeDeclined')).toBe(402);
    expect(await keepFrom('2001:db8:1:2:ffff::1', 'tok_visa')).toBe(429);
    expect(await keepFrom('2001:db8:1:3::1', 'tok_visa')).toBe(200);
  });

  it.each([
    '',
    'pm_card_visa',
    'cus_1',
    'card_1',
    'tok',
    'tok_',
    "tok_'; drop table customer",
    'tok_visa pm_1',
  ])('is refused unless it is a token: %j', async (token) => {
    expect((await keep(token)).status).toBe(422);
    expect(await setups()).toEqual([]);
  });

  it('is refused with a used or unknown token', async () => {
    const other = await addPayer(app);
    const arun = await signedIn(app, 'customer', other);
    const { body } = await keep('tok_visa');
    expect(body).toMatchObject({ creditCardLast4: '4242' });
    expect((await keep('tok_unheardof', arun)).status).toBe(402);
    expect(await customer(other)).toMatchObject({ cardPaymentMethodID: null });
  });
});

describe('the bank’s challenge', () => {
  it('is completed by the same request', async () => {
    const asked = await keep('tok_threeDSecure2Required');
    expect(asked.body).toEqual({ requiresAction: true, clientSecret: expect.stringMatching(/^seti_/) });
    expect(await customer()).toMatchObject({ cardPaymentMethodID: null });
    expect((await keep('tok_threeDSecure2Required')).body).toEqual(asked.body);
    await stripe.answer(await secretOf(asked), true);
    const kept = await keep('tok_threeDSecure2Required');
    expect(kept.body).toMatchObject({ creditCardLast4: '3220' });
    expect((await keep('tok_threeDSecure2Required')).body).toEqual(kept.body);
  });

  it('can be completed without the token after the page is reloaded', async () => {
    await stripe.answer(await secretOf(await keep('tok_threeDSecure2Required')), true);
    expect((await keep('')).body).toMatchObject({ creditCardLast4: '3220' });
  });

  it('declines the card when it fails', async () => {
    await stripe.answer(await secretOf(await keep('tok_threeDSecure2Required')), false);
    expect((await keep('tok_threeDSecure2Required')).status).toBe(402);
    expect(await customer()).toMatchObject({ cardPaymentMethodID: null });
  });

  it('has no effect on a setup that was superseded by another card', async () => {
    const secret = await secretOf(await keep('tok_threeDSecure2Required'));
    expect((await keep('tok_visa')).body).toMatchObject({ creditCardLast4: '4242' });
    expect(await stripe.answer(secret, true)).toBe(false);
    await wait(120);
    expect(await customer()).toMatchObject({ cardLast4: '4242' });
  });

  it('expires after 15 minutes without an answer', async () => {
    const secret = await secretOf(await keep('tok_threeDSecure2Required'));
    await wait(901);
    expect(await setups()).toMatchObject([{ status: 'canceled', clientSecret: null, token: null }]);
    expect(await stripe.answer(secret, true)).toBe(false);
  });

  it('is completed by the cron job if the page was closed', async () => {
    await stripe.answer(await secretOf(await keep('tok_threeDSecure2Required')), true);
    await wait(61);
    expect(await customer()).toMatchObject({ cardLast4: '3220' });
  });
});

describe('provider failures', () => {
  it('stores the card once when the reply is lost and the library retries', async () => {
    stripe.failAll({ instead: 'drop' });
    expect(problem(await keep('tok_visa')).code).toBe('payment_in_progress');
    stripe.failAll();
    await wait(61);
    expect(await setups()).toMatchObject([{ status: 'succeeded' }]);
    expect(await customer()).toMatchObject({ cardLast4: '4242' });
  });

  it('looks up and closes the setup after persistent 500s, and never retries under another key', async () => {
    stripe.failAll({ instead: 'fail' });
    expect(problem(await keep('tok_visa')).code).toBe('payment_in_progress');
    stripe.failAll();
    await wait(61);
    expect(await setups()).toMatchObject([{ status: 'unknown' }]);
    for (let i = 0; i < 15; i += 1) await wait(61);
    expect(await setups()).toMatchObject([{ status: 'canceled', token: null }]);
    expect(await customer()).toMatchObject({ cardPaymentMethodID: null });
  });

  it('lets the cron job complete a setup whose process died before sending', async () => {
    await app.services.db
      .insertInto('card_setup')
      .values({
        id: app.services.newID(),
        customerID,
        token: 'tok_visa',
        tokenKey: 'x',
        status: 'created',
        createdAt: app.clock.now().toString(),
      })
      .execute();
    await wait(61);
    expect(await customer()).toMatchObject({ cardLast4: '4242' });
  });
});
