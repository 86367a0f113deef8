import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { newXsrfToken } from '#platform/server/sessions/xsrf.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { locks, readsFrom, withHooks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, type Reply, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { trashCustomer } from './close-account.ts';
import { feature } from './index.ts';
import { changeCustomer } from './update-customer.ts';
import { verifyCustomer } from './verify-customer.ts';

let mobile: string;
let round = 0;

const app = await startTestApp({ features: [accounts, places, feature], connections: 20 });

beforeEach(() => {
  round += 1;
  mobile = `658${2_000_000 + round}`;
  app.clock.advance({ hours: 2 });
});

/** Someone at their own machine: an address, and the cookies of a browser or none. */
interface Somebody {
  readonly address: string;
  readonly cookie?: string;
}
const browser = (address: string): Somebody => ({ address, cookie: newXsrfToken(app.services.keys, null) });

function post(who: Somebody, url: string, payload: object): Promise<Reply<unknown>> {
  const { address, cookie } = who;
  const headers = cookie === undefined ? {} : { cookie: `XSRF-TOKEN=${cookie}`, 'x-xsrf-token': cookie };
  return app.request({ method: 'POST', url: `/api${url}`, payload, remoteAddress: address, headers });
}

const details = (name: string) => ({ firstname: name, email: `${name}-${round}@home.example` });
const register = (who: Somebody, name: string, more: object = {}) =>
  post(who, '/customers/register', { mobile, ...details(name), ...more });

async function newestCode(): Promise<string> {
  await app.runOutbox();
  return app.sent.codeFor(mobile);
}
const verify = async (who: Somebody) => post(who, '/customers/verify', { mobile, otp: await newestCode() });

/** Requests a code, once another may be sent, and verifies it. */
async function requestAndVerify(who: Somebody): Promise<Reply<unknown>> {
  app.clock.advance({ minutes: 2 });
  expect((await post(who, '/customers/signin', { mobile })).status).toBe(200);
  return verify(who);
}

const customers = () =>
  app.database.db
    .selectFrom('customer')
    .select(['firstname', 'email', 'otpVerifiedAt'])
    .where('mobile', '=', mobile)
    .execute();

const [mei, mallory]: [Somebody, Somebody] = [{ address: '10.1.0.1' }, { address: '10.2.0.1' }];

describe('a registration for someone else’s number', () => {
  it('is dropped when the owner requests a code and registers', async () => {
    expect((await register(mallory, 'mallory')).status).toBe(201);
    const reply = await requestAndVerify(mei);
    expect([reply.status, problem(reply).code]).toEqual([404, 'not_registered']);
    const { registerToken } = problem(reply);
    expect((await register(mei, 'mei', { registerToken })).status).toBe(201);
    expect(await customers()).toMatchObject([details('mei')]);
  });

  it.each([
    ['a script', () => mallory],
    ['another browser', () => browser('10.2.0.2')],
  ])(
    'does not take effect with the code that reaches the owner (registered by %s)',
    async (...[, attacker]) => {
      const owner = browser('10.1.0.2');
      expect((await register(attacker(), 'mallory')).status).toBe(201);
      const reply = await verify(owner);
      expect([reply.status, problem(reply).code]).toEqual([404, 'not_registered']);
      expect(await customers()).toEqual([]);
      expect((await register(owner, 'mei', { registerToken: problem(reply).registerToken })).status).toBe(
        201,
      );
      expect(await customers()).toMatchObject([details('mei')]);
    },
  );

  it('blocks neither the number nor the e-mail address', async () => {
    const address = details('mei').email;
    expect((await register(mallory, 'mallory', { email: address })).status).toBe(201);
    const taken = mobile;
    mobile = '6589990001';
    await post(mei, '/customers/signin', { mobile });
    const { registerToken } = problem(await verify(mei));
    expect((await register(mei, 'mei', { registerToken })).status).toBe(201);
    mobile = taken;
    const late = await verify(mallory); // the address belongs to a customer by now
    expect([late.status, problem(late).code]).toEqual([404, 'not_registered']);
    expect(await customers()).toEqual([]);
  });

  it('is replaced by the next one for which a code is sent', async () => {
    await register(mallory, 'mallory');
    expect((await register(mei, 'mei')).status).toBe(429);
    app.clock.advance({ minutes: 1 });
    expect((await register(mei, 'mei')).status).toBe(201);
    expect((await verify(mei)).status).toBe(200);
    expect(await customers()).toMatchObject([details('mei')]);
  });

  it('stays until a code is sent for the next one: refused requests change nothing', async () => {
    expect((await register(mei, 'mei')).status).toBe(201);
    app.clock.advance({ seconds: 35 });
    expect((await register(mei, 'mei')).status).toBe(201);
    app.clock.advance({ seconds: 35 });
    expect((await register(mei, 'mei-again')).status).toBe(429);
    expect((await register(mallory, 'mallory')).status).toBe(429);
    expect((await verify(mei)).status).toBe(200);
    expect(await customers()).toMatchObject([details('mei')]);
  });

  it('repeated too soon is throttled, without revealing whether the account is in use', async () => {
    expect((await register(mei, 'mei')).status).toBe(201);
    for (let pressed = 0; pressed < 11; pressed += 1) {
      const twice = await register(mei, 'mei');
      expect([twice.status, problem(twice).code]).toEqual([429, 'throttled']);
    }
    app.clock.advance({ minutes: 1 });
    expect((await register(mei, 'mei')).status).toBe(201);
  });

  it('is not listed among the office’s customers, and is deleted', async () => {
    await register(mallory, 'mallory');
    const office = await signedIn(app, 'admin');
    const list = await app.call(calls.listCustomers, { query: { q: mobile } }, office);
    expect(list.body.total).toBe(0);
    const kept = () => app.database.db.selectFrom('customer_registration').select('id').execute();
    app.clock.advance({ minutes: 4 });
    await app.runCronJobs();
    expect(await kept()).toHaveLength(1);
    app.clock.advance({ minutes: 2 });
    await app.runCronJobs();
    expect(await kept()).toHaveLength(0);
  });
});

describe('a registration for one’s own number', () => {
  it.each([
    ['a script', () => mei],
    ['a browser', () => browser('10.1.0.3')],
  ])('takes effect with the code that was sent for it (%s)', async (...[, somebody]) => {
    const who = somebody();
    const registered = await register(who, 'mei');
    expect(registered.body).toMatchObject({ otpVerified: false, ...details('mei') });
    const reply = await verify(who);
    expect(reply.body).toMatchObject({ id: (registered.body as { id: string }).id, ...details('mei') });
    expect(await customers()).toMatchObject([{ ...details('mei'), otpVerifiedAt: expect.any(String) }]);
    const again = await requestAndVerify(mei);
    expect(again.body).toMatchObject(details('mei'));
  });

  it('does not overwrite a record that the office created meanwhile', async () => {
    await register(mallory, 'mallory');
    const office = await signedIn(app, 'admin');
    await app.call(calls.createCustomer, { body: { mobile, ...details('mei') } }, office);
    expect((await verify(mallory)).body).toMatchObject(details('mei'));
  });

  it('with a token and its code concurrently creates one customer', async () => {
    await post(mei, '/customers/signin', { mobile });
    const { registerToken } = problem(await verify(mei));
    app.clock.advance({ minutes: 1 });
    await register(mei, 'mei');
    const otp = await newestCode();
    const replies = await Promise.all([
      register(mei, 'lin', { registerToken }),
      post(mei, '/customers/verify', { mobile, otp }),
    ]);
    expect(await customers()).toHaveLength(1);
    const statuses = replies.map(({ status }) => status);
    expect([
      [201, 200],
      [409, 200],
    ]).toContainEqual(statuses);
  });

  it('with a token between two reads of its code signs in to what the token created', async () => {
    await post(mei, '/customers/signin', { mobile });
    const { registerToken } = problem(await verify(mei));
    app.clock.advance({ minutes: 1 });
    await register(mei, 'mei');
    const otp = await newestCode();
    let registered: Reply<unknown> | undefined;
    const ctx = app.context();
    const db = withHooks(ctx.db, {
      async answered(query) {
        if (!readsFrom(query, 'customer') || !locks(query) || registered !== undefined) return;
        registered = await register(mei, 'lin', { registerToken });
      },
    });
    const way = { staySignedIn: false, browser: false, visitor: null };
    const entered = await verifyCustomer({ ...ctx, db }, { mobile, otp }, way);
    expect(registered?.status).toBe(201);
    expect(entered).toMatchObject({ customer: { firstname: 'lin' } });
  });
});

describe('"in use"', () => {
  it('is revealed ten times an hour per address, also for concurrent requests', async () => {
    const body = { mobile, ...details('mei') };
    await app.call(calls.createCustomer, { body }, await signedIn(app, 'admin'));
    const prober = browser('198.51.100.7');
    const replies = await Promise.all(Array.from({ length: 30 }, () => register(prober, 'mallory')));
    const told = replies.filter((reply) => problem(reply).code === 'mobile_in_use');
    expect(told).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(20);
  });

  it('is not counted for successful registrations', async () => {
    const shared = browser('198.51.101.7');
    for (let person = 0; person < 3; person += 1) {
      mobile = `658${3_000_000 + person}`;
      expect((await register(shared, `person-${person}`)).status).toBe(201);
    }
    const counted = await app.database.db
      .selectFrom('throttle')
      .select('hits')
      .where('key', '=', `register-refused:${shared.address}`)
      .execute();
    expect(counted).toEqual([]);
  });
});

describe('a customer who signs in while', () => {
  let id: string;
  beforeEach(async () => {
    const body = { mobile, ...details('mei') };
    id = (await app.call(calls.createCustomer, { body }, await signedIn(app, 'admin'))).body.id;
    await post(mei, '/customers/signin', { mobile });
  });
  const liveSessions = async () =>
    (
      await app.database.db
        .selectFrom('session')
        .select('id')
        .where('accountID', '=', id)
        .where('endedAt', 'is', null)
        .execute()
    ).length;

  it('being trashed has no session afterwards', async () => {
    const otp = await newestCode();
    const reply = await overlap(
      app,
      (tx) => trashCustomer(tx, id),
      () => post(mei, '/customers/verify', { mobile, otp }),
    );
    expect([reply.status, problem(reply).code]).toEqual([403, 'account_closed']);
    expect(await liveSessions()).toBe(0);
  });

  it('the number moves to another customer does not sign in to any account', async () => {
    const otp = await newestCode();
    const reply = await overlap(
      app,
      (tx) => changeCustomer(tx, id, { mobile: '6589990002' }),
      () => post(mei, '/customers/verify', { mobile, otp }),
    );
    expect([reply.status, problem(reply).code]).toEqual([404, 'not_registered']);
    expect(await liveSessions()).toBe(0);
    await changeCustomer(app.context(), id, { mobile });
  });

  it('(control: without the lock the session survives)', async () => {
    const signInUnlocked = () =>
      inTransaction(app.context(), async (tx) => {
        const row = await tx.db
          .selectFrom('customer')
          .select('trashedAt')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const by = { role: 'customer', accountID: id, staySignedIn: false, browser: false } as const;
        if (row.trashedAt === null) await openSession(tx, by);
      });
    await overlap(app, (tx) => trashCustomer(tx, id), signInUnlocked);
    expect(await liveSessions()).toBe(1);
  });
});
