import { describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import type { Feature } from '#platform/server/feature.ts';
import { newXsrfToken } from '#platform/server/sessions/xsrf.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

let people = 0;
/** Jobs that wait for payment by customer, as a higher-level feature would count them. */
const waiting = new Map<string, number>();
const jobsAbove: Feature = {
  name: 'jobs above',
  customerJobs: { pendingJobs: async (_ctx, id) => waiting.get(id) ?? 0 },
};

const app = await startTestApp({ features: [accounts, places, feature, jobsAbove], connections: 20 });

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

interface Person {
  readonly mobile: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly salutation: string;
}

function somebody(): Person {
  people += 1;
  const mobile = `658${String(1_000_000 + people).padStart(7, '0')}`;
  return {
    mobile,
    salutation: 'Mdm',
    firstname: 'Aisyah',
    lastname: 'binte Osman',
    email: `aisyah${people}@home.example`,
  };
}

/** From a new address, so that the limits of tests do not interfere. */
function post(url: string, payload: object, address = `10.9.${people % 250}.1`) {
  return app.request({ method: 'POST', url: `/api${url}`, payload, remoteAddress: address });
}

async function codeFor(mobile: string): Promise<string> {
  expect((await post('/customers/signin', { mobile })).status).toBe(200);
  await app.runOutbox();
  return app.sent.codeFor(mobile);
}

async function tokenFor(mobile: string): Promise<string> {
  const reply = await post('/customers/verify', { mobile, otp: await codeFor(mobile) });
  expect(reply.status).toBe(404);
  return String(problem(reply).registerToken);
}

type Registered = Extract<ReplyOf<typeof calls.registerCustomer>, { jwt: string }>;

async function register(person = somebody()): Promise<Registered> {
  const reply = await post('/customers/register', {
    ...person,
    registerToken: await tokenFor(person.mobile),
  });
  expect(reply.status).toBe(201);
  return reply.body as Registered;
}

describe('signing in by code', () => {
  it('accepts a mobile in any format and replies the flat session', async () => {
    const person = somebody();
    await register(person);
    const local = person.mobile.slice(2);
    expect(
      (await post('/customers/signin', { mobile: `+65 ${local.slice(0, 4)} ${local.slice(4)}` })).body,
    ).toEqual({
      expiresIn: 300,
      resendIn: 30,
    });
    await app.runOutbox();
    const reply = await post('/customers/verify', { mobile: local, otp: app.sent.codeFor(person.mobile) });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      type: 'customer',
      fullname: 'Aisyah binte Osman',
      creditsLeft: 0,
      creditCardLast4: null,
    });
    expect(reply.body).not.toHaveProperty('status');
  });

  it.each([{}, { mobile: '91234567' }, { otp: '123456' }, { mobile: ' ', otp: '1' }])(
    'answers %j with the fixed sentence',
    async (payload) => {
      const reply = await post('/customers/verify', payload);
      expect(reply.status).toBe(422);
      expect(problem(reply).detail).toBe('Please fill up all fields!');
    },
  );

  it('refuses a number that is not a Singapore mobile', async () => {
    expect((await post('/customers/signin', { mobile: '61234567' })).status).toBe(422);
    expect((await post('/customers/signin', { mobile: '1900112233' })).status).toBe(422);
    expect((await post('/customers/signin', {})).status).toBe(422);
  });

  it('answers otp_wrong for a wrong code and otp_expired for a used or late one', async () => {
    const person = somebody();
    await register(person);
    const code = await codeFor(person.mobile);
    const wrong = await post('/customers/verify', { mobile: person.mobile, otp: wrongOf(code) });
    expect([wrong.status, problem(wrong).code]).toEqual([401, 'otp_wrong']);
    const right = { mobile: person.mobile, otp: code };
    expect((await post('/customers/verify', right)).status).toBe(200);
    const again = await post('/customers/verify', right);
    expect([again.status, problem(again).code]).toEqual([401, 'otp_expired']);
  });

  it('does not reveal without the code whether a number is known', async () => {
    const known = await register();
    const unknown = somebody();
    const asked = await Promise.all([
      post('/customers/signin', { mobile: known.mobile }, '10.20.0.1'),
      post('/customers/signin', { mobile: unknown.mobile }, '10.21.0.1'),
    ]);
    expect(asked[0].status).toBe(asked[1].status);
    expect(asked[0].body).toEqual(asked[1].body);
    expect(Object.keys(asked[0].headers)).toEqual(Object.keys(asked[1].headers));
    await app.runOutbox();
    const tried = await Promise.all(
      [known.mobile, unknown.mobile].map((mobile) =>
        post('/customers/verify', { mobile, otp: wrongOf(app.sent.codeFor(mobile)) }),
      ),
    );
    expect(tried[0]?.body).toEqual(tried[1]?.body);
    const status = await app.request({
      method: 'GET',
      url: `/api/customers/checkstatus?mobile=${known.mobile}`,
    });
    expect(status.body).toEqual(
      (await app.request({ method: 'GET', url: `/api/customers/checkstatus?mobile=${unknown.mobile}` })).body,
    );
  });

  it('evaluates at most 5 of 50 concurrent tries', async () => {
    const person = somebody();
    const code = await codeFor(person.mobile);
    const tries = await Promise.all(
      Array.from({ length: 50 }, () =>
        post('/customers/verify', { mobile: person.mobile, otp: wrongOf(code) }),
      ),
    );
    expect(tries.filter((reply) => problem(reply).code === 'otp_wrong')).toHaveLength(5);
    expect((await post('/customers/verify', { mobile: person.mobile, otp: code })).status).not.toBe(404);
  });

  it('keeps a session for 12 idle hours, or 14 days if staying signed in', async () => {
    const person = somebody();
    await register(person);
    const short = (
      await post('/customers/verify', { mobile: person.mobile, otp: await codeFor(person.mobile) })
    ).body as { jwt: string; id: string };
    const long = (
      await post('/customers/verify', {
        mobile: person.mobile,
        otp: await codeFor(person.mobile),
        staySignedIn: true,
      })
    ).body as { jwt: string; id: string };
    const alive = async (who: { jwt: string; id: string }) =>
      (await app.call(calls.getCustomer, { params: { id: who.id } }, { jwt: who.jwt })).status;
    app.clock.advance({ hours: 13 });
    expect([await alive(short), await alive(long)]).toEqual([401, 200]);
    app.clock.advance({ hours: 13 * 24 });
    expect(await alive(long)).toBe(200);
    app.clock.advance({ hours: 15 * 24 });
    expect(await alive(long)).toBe(401);
  });
});

describe('signing up', () => {
  it('creates a customer and a session with the token of a confirmed number', async () => {
    const person = somebody();
    const customer = await register(person);
    expect(customer).toMatchObject({
      mobile: person.mobile,
      otpVerified: true,
      type: 'customer',
      creditsLeft: 0,
      trash: 0,
    });
    const own = await app.call(calls.getCustomer, { params: { id: customer.id } }, { jwt: customer.jwt });
    expect(own.body.email).toBe(person.email);
  });

  it('without a token sends a code, and verifying it signs in', async () => {
    const person = somebody();
    const reply = await post('/customers/register', {
      ...person,
      otpVerified: true,
    });
    expect((await post('/customers/register', { ...person, creditsLeft: 99 })).status).toBe(422);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ otpVerified: false, creditsLeft: 0, expiresIn: 300 });
    expect(reply.body).not.toHaveProperty('jwt');
    await app.runOutbox();
    const signed = await post('/customers/verify', {
      mobile: person.mobile,
      otp: app.sent.codeFor(person.mobile),
    });
    expect(signed.status).toBe(200);
  });

  it('refuses a used mobile or e-mail address, case-insensitively', async () => {
    const first = somebody();
    await register(first);
    const sameMail = { ...somebody(), email: first.email.toUpperCase() };
    const reply = await post('/customers/register', sameMail);
    expect([reply.status, problem(reply).code]).toEqual([409, 'email_in_use']);
    const sameMobile = await post('/customers/register', { ...somebody(), mobile: first.mobile });
    expect([sameMobile.status, problem(sameMobile).code]).toEqual([409, 'mobile_in_use']);
    // Only the office is told the owner.
    for (const refused of [reply, sameMobile]) expect(problem(refused)).not.toHaveProperty('owner');
  });

  it.each([true, false])(
    'of two concurrent sign-ups with one mobile lets one in (token: %s)',
    async (withToken) => {
      const person = somebody();
      const token = withToken ? { registerToken: await tokenFor(person.mobile) } : {};
      const replies = await Promise.all(
        ['a', 'b'].map((name) =>
          post('/customers/register', { ...person, ...token, email: `${name}-${person.email}` }),
        ),
      );
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, withToken ? 409 : 429]);
    },
  );

  it('refuses a token for another number, after 15 minutes, or forged', async () => {
    const [person, other] = [somebody(), somebody()];
    const registerToken = await tokenFor(person.mobile);
    const attempts = [
      await post('/customers/register', { ...other, registerToken }),
      await post('/customers/register', { ...person, registerToken: `${registerToken.slice(0, -1)}x` }),
    ];
    app.clock.advance({ minutes: 15 });
    attempts.push(await post('/customers/register', { ...person, registerToken }));
    expect(attempts.map((reply) => problem(reply).code)).toEqual([
      'register_token',
      'register_token',
      'register_token',
    ]);
  });

  it('cannot be used to find out who has an account', async () => {
    const known = await register();
    const ask = () => post('/customers/register', { ...somebody(), email: known.email }, '10.77.0.1');
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).status).toBe(409);
    expect((await ask()).status).toBe(429);
  });

  it('creates nobody if no code may be sent', async () => {
    const from = '10.78.0.1';
    for (let signed = 0; signed < 3; signed += 1) {
      expect((await post('/customers/register', somebody(), from)).status).toBe(201);
    }
    const refused = somebody();
    expect((await post('/customers/register', refused, from)).status).toBe(429);
    for (const table of ['customer', 'customer_registration'] as const) {
      const rows = app.database.db.selectFrom(table).select('id').where('mobile', '=', refused.mobile);
      expect(await rows.execute()).toHaveLength(0);
    }
  });

  it('leaves a registration unchanged if no code may be sent for another', async () => {
    const person = somebody();
    expect((await post('/customers/register', person)).status).toBe(201);
    await app.runOutbox();
    const otp = app.sent.codeFor(person.mobile);
    const from = '10.79.0.1';
    for (let signed = 0; signed < 3; signed += 1) await post('/customers/register', somebody(), from);
    app.clock.advance({ minutes: 1 });
    const stranger = { ...somebody(), mobile: person.mobile };
    expect((await post('/customers/register', stranger, from)).status).toBe(429);
    const signed = await post('/customers/verify', { mobile: person.mobile, otp });
    expect(signed).toMatchObject({ status: 200, body: { email: person.email } });
  });
});

describe('checkstatus', () => {
  it('shows customers their own account, and the office any', async () => {
    const customer = await register();
    waiting.set(customer.id, 2);
    const expected = { otpVerified: true, trash: 0, hasCard: false, creditsBalance: 0, pendingJobs: 2 };
    expect((await app.call(calls.checkStatus, {}, { jwt: customer.jwt })).body).toEqual(expected);
    const admin = await signedIn(app, 'admin');
    const other = await register();
    const asked = await app.call(
      calls.checkStatus,
      { query: { customerID: customer.id } },
      { jwt: other.jwt },
    );
    expect(asked.body.pendingJobs).toBe(0);
    expect((await app.call(calls.checkStatus, { query: { customerID: customer.id } }, admin)).body).toEqual(
      expected,
    );
    const byMobile = { query: { mobile: `+${customer.mobile}` } };
    expect((await app.call(calls.checkStatus, byMobile, admin)).body).toEqual(expected);
    expect((await app.call(calls.checkStatus, byMobile)).body.pendingJobs).toBe(0);
    expect((await app.call(calls.checkStatus, {}, await signedIn(app, 'cleaner'))).status).toBe(200);
  });

  it('gives a browser its XSRF token, and keeps an existing one', async () => {
    const url = '/api/customers/checkstatus';
    const given = await app.request({ url });
    expect(String(given.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=/);
    const cookie = String(given.headers['set-cookie']).split(';')[0] ?? '';
    const again = await app.request({ url, headers: { cookie } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });
});

it('binds a browser’s session to its cookies: the token alone is not enough', async () => {
  const person = somebody();
  await register(person);
  const otp = await codeFor(person.mobile);
  const xsrf = newXsrfToken(app.services.keys, null);
  const verify = (header: string, site = 'same-origin') =>
    app.request({
      method: 'POST',
      url: '/api/customers/verify',
      payload: { mobile: person.mobile, otp, staySignedIn: true },
      headers: { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': header, 'sec-fetch-site': site },
    });
  expect((await verify('something else')).status).toBe(403);
  expect((await verify(xsrf, 'cross-site')).status).toBe(403);
  const reply = await verify(xsrf);
  const { jwt, id } = reply.body as { jwt: string; id: string };
  const cookies = (reply.headers['set-cookie'] as string[]).map((cookie) => cookie.split(';')[0]).join('; ');
  const ages = (reply.headers['set-cookie'] as string[])
    .filter((cookie) => !cookie.startsWith('known-'))
    .map((cookie) => /Max-Age=(\d+)/.exec(cookie)?.[1]);
  expect(ages, 'both last as long: a browser that was closed comes back with both').toEqual([
    ages[0],
    ages[0],
  ]);
  expect(Number(ages[0])).toBeGreaterThan(3600);
  const own = (headers: Record<string, string>) =>
    app.call(calls.getCustomer, { params: { id } }, { jwt, headers });
  expect((await own({})).status).toBe(401);
  expect((await own({ cookie: cookies })).status).toBe(200);
});
