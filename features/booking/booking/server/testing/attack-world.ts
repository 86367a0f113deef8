import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply, TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe, type TestStripe } from '#platform/testing/test-stripe.ts';
import { startBookingApp } from './booking-app.ts';
import { addCleaner, addCustomer, makeWorld, type World } from './world.ts';

/** A signed-in customer without purchases. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly addressID: string;
  readonly as: As;
}

/** All movements for a customer, here and at Stripe. Cents and hours. */
export interface Trace {
  /** Totals of their transactions. */
  readonly money: readonly number[];
  /** Their statement: `sent -1`. */
  readonly hours: readonly string[];
  readonly balance: number;
  readonly taken: number;
  readonly givenBack: number;
}

/** The payment routes over HTTP with FakeStripe, for bodies that the types would not allow. */
export interface AttackWorld {
  readonly app: TestApp;
  readonly stripe: TestStripe;
  readonly world: World;
  person(): Promise<Person>;
  /** Sends any body, with or without an idempotency key. */
  post(as: As, url: string, body?: unknown, key?: string): Promise<Reply<Record<string, unknown>>>;
  /** Holds a visit of 3 hours at S$30. Returns its id. */
  hold(by: Person, more?: object): Promise<string>;
  /** The same, paid by card. Returns the visit and its transaction. */
  paid(by: Person, more?: object): Promise<{ readonly id: string; readonly transactionID: string }>;
  /** The code in the newest e-mail to an address. */
  codeFor(email: string): Promise<string>;
  traceOf(of: Pick<Person, 'id'>): Promise<Trace>;
}

export async function startAttackWorld(): Promise<AttackWorld> {
  const stripe = await startTestStripe();
  const app = await startBookingApp({
    providers: { payments: stripe.payments },
    connections: 25,
    env: { TRUST_PROXY: 'loopback' },
  });
  let serial = 0;
  const world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });
  const post: AttackWorld['post'] = (as, url, body = {}, key) =>
    app.request({
      method: 'POST',
      url: `/api${url}`,
      payload: body as object,
      headers: {
        ...(as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...as.headers,
      },
    }) as never;
  const hold: AttackWorld['hold'] = async (by, more = {}) => {
    const booked = await post(by.as, '/customers/createjob', {
      packageID: world.packageID,
      addressID: by.addressID,
      startTime: '2026-12-01T09:00:00+08:00',
      cleaner1ID: await addCleaner(app.context()),
      ...more,
    });
    if (booked.status !== 201) throw new Error(JSON.stringify(booked.body));
    return String(booked.body.id);
  };
  return {
    app,
    stripe,
    world,
    post,
    hold,
    person: async () => {
      const { id, addressID } = await addCustomer(app.context());
      serial += 1;
      const headers = { 'x-forwarded-for': `203.0.113.${serial % 250}` }; // a different address each, so that throttles do not interfere
      const as = { ...(await signedIn(app, 'customer', id)), headers };
      return { id, addressID, email: `${id}@example.com`, as };
    },
    paid: async (by, more) => {
      const id = await hold(by, more);
      const reply = await post(by.as, `/jobs/${id}/commit`, { stripeToken: 'tok_visa' });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return { id, transactionID: String(reply.body.transactionID) };
    },
    codeFor: async (email) => {
      await app.runOutbox();
      const mail = app.sent.mail.findLast(({ to }) => to === email);
      return mail?.body.match(/^Code: (\S+)$/m)?.[1] ?? '';
    },
    traceOf: ({ id }) => traceOf(app, stripe, id),
  };
}

async function traceOf(app: TestApp, stripe: TestStripe, customerID: string): Promise<Trace> {
  await app.runOutbox(); // a task sends refunds
  const { db } = app.services;
  const paid = await db
    .selectFrom('money_transaction')
    .select('total')
    .where('customerID', '=', customerID)
    .orderBy('total')
    .execute();
  const moved = await db
    .selectFrom('credit_movement')
    .select(['kind', 'hours'])
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const { creditsLeft: balance } = await db
    .selectFrom('customer')
    .select('creditsLeft')
    .where('id', '=', customerID)
    .executeTakeFirstOrThrow();
  const { taken, givenBack } = await stripe.moneyOf(customerID);
  return {
    money: paid.map(({ total }) => total),
    hours: moved.map(({ kind, hours }) => `${kind} ${hours}`),
    balance,
    taken,
    givenBack,
  };
}
