import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startAttackWorld } from '#features/booking/booking/server/testing/attack-world.ts';
import { addPack, giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkBooksAfterEach } from '#features/money/ledger/server/testing/books.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';

let mei: Person;
let wei: Person;
let office: As;

/**
 * Attacks on money M8 to M15: hours, packages, cards, events and cancelling; M1 to M7 are in attacks.test.ts.
 * Each checks the reply and what moved for the customer here and at Stripe, and the ledger is checked after
 * it. A visit of 3 hours costs S$90.
 */
const world = await startAttackWorld();

beforeEach(async () => {
  world.app.clock.set('2026-11-23T10:00:00+08:00');
  mei = await world.person();
  wei = await world.person();
  office = await signedIn(world.app, 'admin');
});
checkBooksAfterEach(() => world.app);

const NOTHING = { money: [], hours: [], balance: 0, taken: 0, givenBack: 0 };
const codeOf = ({ status, body }: Reply<Record<string, unknown>>) => [status, body.code];
const give = (who: Person, lot: Parameters<typeof giveHours>[2]) =>
  giveHours(world.app.context(), who.id, lot);
const send = (from: Person, body: object) => world.post(from.as, '/customers/sendcredit', body);
const claim = (by: Person, code: string) => world.post(by.as, '/customers/receivedcredit', { code });
const useHours = (by: Person, jobID: string) => world.post(by.as, '/customers/updatecredit', { jobID });
const pay = (by: Person, id: string, body: object) => world.post(by.as, `/packages/${id}/pay`, body);
const refund = (id: string, body: object = {}) =>
  world.post(office, `/transactions/${id}/refund`, { reason: 'Asked for', ...body });
const lotsOf = async (who: Person) => {
  const headers = { authorization: `Bearer ${who.as.jwt}` };
  const { body } = await world.app.request({ url: `/api/customers-credits/${who.id}`, headers });
  return body as { perHour: number; numCredits: number }[];
};

describe('M8: spending the last four hours twice concurrently', () => {
  test('on two visits: four hours in all, and never a negative balance', async () => {
    await give(mei, { hours: 4, cost: 10_800 });
    const one = await world.hold(mei);
    const two = await world.hold(mei, { startTime: '2026-12-02T09:00:00+08:00' });
    const replies = await Promise.all([useHours(mei, one), useHours(mei, two)]);
    expect(replies.map(({ body }) => body.creditsUsed).sort()).toEqual([1, 3]);
    const trace = await world.traceOf(mei);
    expect([trace.balance, trace.hours.toSorted()]).toEqual([0, ['bought 4', 'held -1', 'held -3']]);
  });

  test('sending and using them: the first wins', async () => {
    await give(mei, { hours: 3, cost: 8100 });
    const id = await world.hold(mei);
    const [sent, used] = await Promise.all([send(mei, { amount: 3, email: wei.email }), useHours(mei, id)]);
    expect([sent.status, used.body.creditsUsed]).toEqual(sent.status === 200 ? [200, 0] : [409, 3]);
    expect((await world.traceOf(mei)).balance).toBe(0);
  });
});

describe('M9: a gift', () => {
  test('to oneself in any spelling, or above the balance: refused', async () => {
    await give(mei, { hours: 2 });
    expect(codeOf(await send(mei, { amount: 1, email: mei.email }))).toEqual([409, 'gift_to_self']);
    expect(codeOf(await send(mei, { amount: 1, email: mei.email.toUpperCase() }))).toEqual([
      409,
      'gift_to_self',
    ]);
    expect(codeOf(await send(mei, { amount: 2.5, email: wei.email }))).toEqual([409, 'not_enough_credits']);
    expect((await world.traceOf(mei)).balance).toBe(2);
  });

  test('to an address without an account waits; its code works once, for anyone who has it', async () => {
    await give(mei, { hours: 2 });
    const sent = await send(mei, { amount: 2, email: 'nobody-yet@example.com', email_type: 'existing' });
    expect(sent.body.gift).toMatchObject({ email_type: 'existing', status: 'pending' });
    const code = await world.codeFor('nobody-yet@example.com');
    expect(codeOf(await claim(mei, code))).toEqual([404, 'gift_unknown']);
    // Only the code matters. The friend may have signed up with another address.
    expect((await claim(wei, code)).status).toBe(200);
    expect(codeOf(await claim(wei, code))).toEqual([404, 'gift_unknown']);
    expect(codeOf(await claim(await world.person(), code))).toEqual([404, 'gift_unknown']);
    expect([(await world.traceOf(mei)).balance, (await world.traceOf(wei)).balance]).toEqual([0, 2]);
  });

  test('with a guessed code: five tries an hour, even with a hundred concurrent requests', async () => {
    await give(mei, { hours: 2 });
    await send(mei, { amount: 2, email: wei.email });
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => claim(wei, `AAAA-AAAA-${String(nth).padStart(4, 'Z')}`)),
    );
    const statuses = Map.groupBy(guesses, ({ status }) => status);
    expect([statuses.get(404)?.length, statuses.get(429)?.length]).toEqual([5, 95]);
    expect((await claim(wei, await world.codeFor(wei.email))).status).toBe(429);
    expect(await world.traceOf(wei)).toEqual(NOTHING);
  });
});

describe('M10: free hours', () => {
  test('stay free when they are sent', async () => {
    await give(mei, { hours: 4, perHour: 0 });
    await send(mei, { amount: 4, email: wei.email });
    await claim(wei, await world.codeFor(wei.email));
    expect(await lotsOf(wei)).toMatchObject([{ perHour: 0, numCredits: 4 }]);
  });

  test('are never refunded as money, however the visit they paid for is refunded', async () => {
    await give(mei, { hours: 3, perHour: 0 });
    const id = await world.hold(mei);
    expect((await useHours(mei, id)).body.amountToPay).toBe(0);
    const { body } = await world.post(mei.as, `/jobs/${id}/commit`, {});
    for (const to of ['card', 'credits'])
      expect(codeOf(await refund(String(body.transactionID), { to }))[0]).toBeGreaterThanOrEqual(404);
    const cancelled = await world.post(mei.as, `/jobs/${id}/cancel`, {});
    expect(cancelled.body).toMatchObject({ refund: 0, creditsReturned: 3 });
    expect(await world.traceOf(mei)).toMatchObject({ money: [0], balance: 3, givenBack: 0 });
    expect(await lotsOf(mei)).toMatchObject([{ perHour: 0, numCredits: 3 }]);
  });
});

test('M11: a partly used package at S$24 an hour is refunded at the price paid, not at S$27', async () => {
  const pack = await addPack(world.app.context(), { hours: 10, perHour: 2400 });
  const bought = await pay(mei, pack, { stripeToken: 'tok_visa', price: 24_000 });
  await useHours(mei, await world.hold(mei));
  const id = String(bought.body.transactionID);
  expect(codeOf(await refund(id, { amount: 7 * 2700 }))).toEqual([409, 'not_refundable']);
  expect(codeOf(await refund(id, { amount: 7 * 2400 + 1 }))).toEqual([409, 'not_refundable']);
  expect(codeOf(await refund(id, { to: 'credits' }))).toEqual([409, 'not_refundable']);
  expect((await refund(id, { amount: 7 * 2400 })).status).toBe(200);
  expect(codeOf(await refund(id, { amount: 1 }))).toEqual([409, 'not_refundable']);
  expect(await world.traceOf(mei)).toMatchObject({ balance: 0, taken: 24_000, givenBack: 16_800 });
});

describe('M12: a package that changes before the payment', () => {
  test.each([
    ['its price', 'update', { price: 30_000 }, 30_000],
    ['trashed', 'trash', {}, null],
  ])('%s: price_changed, and no charge', async (_what, act, change, price) => {
    const pack = await addPack(world.app.context());
    expect((await world.post(office, `/packages/${pack}/${act}`, change)).status).toBe(200);
    const refused = await pay(mei, pack, { stripeToken: 'tok_visa', price: 32_400 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed', price } });
    expect(await world.traceOf(mei)).toEqual(NOTHING);
  });
});

describe('M13: a card', () => {
  test.each([
    'pm_card_visa',
    'cus_1',
    'seti_1',
    'src_1',
    'card_1',
    'tok_',
    'tok_visa tok_visa',
    'tok_visa;x',
  ])('%j is not a token: no route accepts it', async (stripeToken) => {
    const id = await world.hold(mei);
    const pack = await addPack(world.app.context());
    const replies = [
      await world.post(mei.as, `/jobs/${id}/commit`, { stripeToken }),
      await pay(mei, pack, { stripeToken }),
      await world.post(mei.as, '/customers/updateCreditCard', { stripeToken }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(await world.traceOf(mei)).toEqual(NOTHING);
  });

  test('that was used before or is unknown is declined', async () => {
    const token = await world.stripe.newToken();
    const [one, two] = [await world.hold(mei), await world.hold(wei)];
    expect((await world.post(mei.as, `/jobs/${one}/commit`, { stripeToken: token })).status).toBe(200);
    for (const stripeToken of [token, 'tok_unheardof']) {
      expect((await world.post(wei.as, `/jobs/${two}/commit`, { stripeToken })).status).toBe(402);
    }
    expect(await world.traceOf(wei)).toEqual(NOTHING);
  });

  test('of another customer cannot be named: `picked` means one’s own', async () => {
    await world.post(wei.as, '/customers/updateCreditCard', { stripeToken: 'tok_mastercard' });
    const { rows } = await world.app.database.pool.query(
      'select card_payment_method_id as card, stripe_customer_id as payer from customer where id = $1',
      [wei.id],
    );
    const id = await world.hold(mei);
    for (const picked of [rows[0].card, rows[0].payer, true, 'true']) {
      const refused = await world.post(mei.as, `/jobs/${id}/commit`, { picked });
      expect(codeOf(refused)).toEqual([409, 'no_stored_card']);
    }
    expect([await world.traceOf(mei), (await world.traceOf(wei)).taken]).toEqual([NOTHING, 0]);
  });
});

describe('M14: an event', () => {
  /** A payment with an open challenge. */
  async function asked() {
    const id = await world.hold(mei);
    await world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_threeDSecure2Required' });
    const { rows } = await world.app.database.pool.query(
      'select id, stripe_pi_id from payment_attempt where target_id = $1',
      [id],
    );
    return { id, attemptID: String(rows[0].id), paymentIntentID: String(rows[0].stripe_pi_id) };
  }
  const deliver = (event: { payload: string; headers: Readonly<Record<string, string>> }) =>
    world.app.request({ method: 'POST', url: '/api/webhooks/stripe', ...event });
  const statusOf = async (id: string) => {
    const headers = { authorization: `Bearer ${mei.as.jwt}` };
    const { body } = await world.app.request({ url: `/api/jobs/${id}`, headers });
    return (body as { status: string }).status;
  };
  const type = 'payment_intent.succeeded';

  test('that is forged, altered, unsigned or old is refused and pays for nothing', async () => {
    const { id, ...about } = await asked();
    const forged = world.stripe.event({ id: 'evt_m14_1', type, ...about, secret: 'whsec_other' });
    const real = world.stripe.event({ id: 'evt_m14_2', type, ...about });
    const old = Stripe.webhooks.generateTestHeaderString({
      payload: real.payload,
      secret: 'whsec_test',
      timestamp: Math.floor(Date.now() / 1000) - 301,
    });
    const statuses = [
      await deliver(forged),
      await deliver({ ...real, payload: real.payload.replace('evt_m14_2', 'evt_m14_3') }),
      await deliver({ ...real, headers: { 'content-type': 'application/json' } }),
      await deliver({ ...real, headers: { ...real.headers, 'stripe-signature': old } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 400]);
    expect([await statusOf(id), (await world.traceOf(mei)).taken]).toEqual(['pending', 0]);
  });

  test('with false content is not trusted, and one repeated a hundred times counts once', async () => {
    const { id, attemptID, paymentIntentID } = await asked();
    const lie = world.stripe.event({ id: 'evt_m14_4', type, attemptID, paymentIntentID });
    expect((await deliver(lie)).status).toBe(200);
    expect(await statusOf(id)).toBe('pending');
    await world.stripe.fake.answerChallenge(paymentIntentID, true);
    const truth = world.stripe.event({ id: 'evt_m14_5', type, attemptID, paymentIntentID });
    const replies = await Promise.all(Array.from({ length: 100 }, () => deliver(truth)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf(id)).toBe('paid');
    expect(await world.traceOf(mei)).toMatchObject({ money: [9000], taken: 9000 });
  });

  test('of an unknown kind is accepted; of an unknown payment it raises an alarm; neither pays', async () => {
    const { id, attemptID } = await asked();
    const other = await world.paid(wei);
    const { payments } = await world.stripe.moneyOf(wei.id);
    const theirs = String(payments[0]?.paymentIntentID);
    const unknown = world.stripe.hint({ id: 'evt_m14_6', type: 'payout.paid', object: { id: 'po_1' } });
    const foreign = { id: 'evt_m14_7', type, paymentIntentID: 'pi_of_another_account' };
    // Another customer's payment, claimed to be for this attempt: the payment is looked up, not trusted.
    const crossed = { id: 'evt_m14_8', type, paymentIntentID: theirs, attemptID };
    for (const event of [unknown, world.stripe.event(foreign), world.stripe.event(crossed)]) {
      expect((await deliver(event)).status).toBe(200);
    }
    const { rows } = await world.app.database.pool.query(
      `select kind from payment_alarm where stripe_pi_id = any ($1)`,
      [['pi_of_another_account', theirs]],
    );
    expect(rows.map(({ kind }) => kind)).toContain('unknown_payment');
    expect([await statusOf(id), (await world.traceOf(mei)).money]).toEqual(['pending', []]);
    expect([other.transactionID, (await world.traceOf(wei)).money]).toEqual([expect.any(String), [9000]]);
  });

  test('with a different amount than agreed pays for nothing and raises an alarm', async () => {
    const id = await world.hold(mei);
    const { payments } = world.app.services.providers;
    const charge: typeof payments.charge = async (order) => {
      const outcome = await payments.charge(order);
      return outcome.status === 'succeeded' ? { ...outcome, amount: 1 } : outcome;
    };
    const { providers } = world.app.services;
    Object.assign(world.app.services, { providers: { ...providers, payments: { ...payments, charge } } });
    const paid = await world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' });
    Object.assign(world.app.services, { providers });
    expect(codeOf(paid)).toEqual([409, 'payment_in_progress']);
    const { rows } = await world.app.database.pool.query(
      'select kind, cents from payment_alarm where customer_id = $1',
      [mei.id],
    );
    expect(rows).toEqual([{ kind: 'amount_mismatch', cents: 1 }]);
    expect([await statusOf(id), (await world.traceOf(mei)).money]).toEqual(['pending', []]);
  });
});

describe('M15: cancelling', () => {
  const cancel = (id: string, body: object = {}, as: As = mei.as) =>
    world.post(as, `/jobs/${id}/cancel`, body);
  const START = Temporal.Instant.from('2026-12-01T09:00:00+08:00');
  async function hoursAhead(hours: number): Promise<void> {
    world.app.clock.set(START.subtract({ hours }).toString());
    mei = { ...mei, as: { ...mei.as, ...(await signedIn(world.app, 'customer', mei.id)) } };
    office = await signedIn(world.app, 'admin');
  }

  test('after the start is refused without a refund', async () => {
    const { id } = await world.paid(mei);
    await hoursAhead(0);
    expect(codeOf(await cancel(id))).toEqual([409, 'not_cancellable']);
    expect(codeOf(await cancel(id, { onBehalfOf: 'company' }))).toEqual([409, 'not_cancellable']);
    expect((await world.traceOf(mei)).givenBack).toBe(0);
  });

  test('late keeps the fee once, however often and by whomever; the rest is refunded once', async () => {
    const { id, transactionID } = await world.paid(mei);
    await hoursAhead(12);
    const replies = await Promise.all([
      cancel(id),
      cancel(id),
      cancel(id, {}, office),
      cancel(id, { onBehalfOf: 'company' }),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const back = (await world.traceOf(mei)).givenBack;
    expect([4500, 9000]).toContain(back); // all of it, if the office comes first
    expect(codeOf(await refund(transactionID, { amount: 9000 - back + 1 }))).toEqual([
      409,
      'refund_too_much',
    ]);
    expect((await world.traceOf(mei)).givenBack).toBe(back);
  });

  test('during a payment: one of the two wins, and the money matches the outcome', async () => {
    for (let round = 0; round < 6; round += 1) {
      const who = await world.person();
      const id = await world.hold(who);
      const acts = [
        () => world.post(who.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' }),
        () => cancel(id, {}, who.as),
      ];
      if (round % 2 === 1) acts.reverse();
      await Promise.all(acts.map((act) => act()));
      const { rows } = await world.app.database.pool.query('select status from job where id = $1', [id]);
      const { taken, givenBack } = await world.traceOf(who);
      const expected = rows[0].status === 'paid' ? 9000 : 0;
      expect([rows[0].status, taken - givenBack]).toEqual([rows[0].status, expected]);
    }
  });

  test('while Stripe processes the charge waits for it, then refunds it', async () => {
    const id = await world.hold(mei);
    const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.stripe.failCharges({
      beforeReply: async () => {
        arrived.resolve();
        await gate.promise;
      },
    });
    const paying = world.post(mei.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' });
    await arrived.promise;
    expect(codeOf(await cancel(id))).toEqual([409, 'payment_in_progress']);
    gate.resolve();
    expect((await paying).status).toBe(200);
    expect((await cancel(id)).body).toMatchObject({ refund: 9000, fee: 0 });
    expect(await world.traceOf(mei)).toMatchObject({ taken: 9000, givenBack: 9000 });
  });
});
