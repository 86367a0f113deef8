import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { graphFacebook } from '#platform/server/providers/graph-facebook.ts';
import { newXsrfToken } from '#platform/server/sessions/xsrf.ts';
import { startFakeGraph } from '#platform/testing/fake-graph.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type Reply, startTestApp } from '#platform/testing/test-app.ts';
import { changeMobile, verifyNewMobile } from '../contract/account.ts';
import { getFacebookConfig, unlinkFacebook } from '../contract/facebook.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

const features = [accounts, places, feature];

const graph = await startFakeGraph();
const facebook = graphFacebook({
  appID: graph.appID,
  appSecret: graph.appSecret,
  graphUrl: graph.url,
  log: pino({ level: 'silent' }),
  makeBreaker: neverOpens,
});
const app = await startTestApp({ features, providers: { facebook }, connections: 20 });

beforeEach(() => graph.fail());

/** New numbers and addresses for each test, so that their limits do not interfere. */
let people = 0;
/** A browser with its cookie. `null` is a client without cookies. */
interface Visitor {
  readonly cookie: string | null;
  readonly address: string;
}
function newVisitor(hasCookies = true): Visitor {
  people += 1;
  return {
    cookie: hasCookies ? newXsrfToken(app.services.keys, null) : null,
    address: `10.${Math.floor(people / 250)}.${people % 250}.1`,
  };
}
const newMobile = () => `658${String(2_000_000 + ++people)}`;
const newPerson = () => ({
  userID: String(5_000_000 + ++people),
  name: 'Mei Tan',
  email: `mei${people}@home.example`,
});

function post(visitor: Visitor, url: string, payload: object): Promise<Reply<unknown>> {
  const { cookie, address } = visitor;
  const headers = cookie === null ? {} : { cookie: `XSRF-TOKEN=${cookie}`, 'x-xsrf-token': cookie };
  return app.request({ method: 'POST', url: `/api${url}`, payload, remoteAddress: address, headers });
}

type Step = { status: 200; idfb: string; fullname: string; email: string; linkToken: string };
type Session = { jwt: string; id: string; type: string };

const login = (visitor: Visitor, who: { userID: string }) =>
  post(visitor, '/customers/fb-login', { accessToken: graph.issueToken(who), userID: who.userID });
const codeOf = (reply: Reply<unknown>) => [reply.status, problem(reply).code];

async function newestCode(mobile: string): Promise<string> {
  await app.runOutbox();
  return app.sent.codeFor(mobile);
}

/** All steps to linking, up to the code. */
async function askToLink(visitor: Visitor, who: { userID: string }, mobile: string): Promise<string> {
  const step = (await login(visitor, who)).body as Step;
  const asked = await post(visitor, '/customers/signinfb', { mobile, idfb: step.idfb });
  expect(asked).toMatchObject({ status: 200, body: { expiresIn: 300, resendIn: 30 } });
  return newestCode(mobile);
}

/** A customer who signed up with a mobile only. */
async function customer(mobile = newMobile()): Promise<Session & { mobile: string; email: string }> {
  const visitor = newVisitor();
  await post(visitor, '/customers/signin', { mobile });
  const tried = await post(visitor, '/customers/verify', { mobile, otp: await newestCode(mobile) });
  const email = `${mobile}@home.example`;
  const { registerToken } = problem(tried);
  const made = await post(newVisitor(false), '/customers/register', {
    mobile,
    firstname: 'Mei',
    email,
    registerToken,
  });
  return { ...(made.body as Session), mobile, email };
}

async function linked(): Promise<{ who: { userID: string }; of: Awaited<ReturnType<typeof customer>> }> {
  const [who, of, visitor] = [newPerson(), await customer(), newVisitor()];
  const otp = await askToLink(visitor, who, of.mobile);
  expect((await post(visitor, '/customers/verify', { mobile: of.mobile, otp })).status).toBe(200);
  return { who, of };
}

const own = async (session: Session, as: As = { jwt: session.jwt }) =>
  (await app.call(calls.getCustomer, { params: { id: session.id } }, as)).body;
const asOffice = () => signedIn(app, 'admin');
const links = async () =>
  (await app.database.db.selectFrom('customer_facebook').selectAll().execute()).length;

describe('signing in with Facebook', () => {
  it('requires another step for an unlinked account, and signs nobody in', async () => {
    const who = newPerson();
    const reply = await login(newVisitor(), who);
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 200, idfb: who.userID, fullname: 'Mei Tan', email: who.email },
    });
    expect(reply.body).not.toHaveProperty('jwt');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('links it to the customer whose mobile is confirmed, who can then sign in with it', async () => {
    const { who, of } = await linked();
    const reply = await login(newVisitor(), who);
    expect(reply).toMatchObject({ status: 200, body: { type: 'customer', id: of.id } });
    expect(reply.body).not.toHaveProperty('status');
    expect(reply.body).not.toHaveProperty('linkToken');
    expect(await own(of, await asOffice())).toMatchObject({ facebookLinked: true });
    await app.runOutbox();
    const mails = app.sent.mail.filter(({ to }) => to === of.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Facebook now signs you in to Kemas']);
    expect(app.sent.sms.findLast(({ to }) => to === of.mobile)?.body).toContain(
      'It links a Facebook account.',
    );
  });

  it('signs up a new customer with the link', async () => {
    const [who, mobile, visitor] = [newPerson(), newMobile(), newVisitor()];
    const otp = await askToLink(visitor, who, mobile);
    const verified = await post(visitor, '/customers/verify', { mobile, otp });
    expect(codeOf(verified)).toEqual([404, 'not_registered']);
    const { registerToken } = problem(verified);
    const person = { mobile, firstname: 'Mei', email: who.email };
    const made = await post(visitor, '/customers/register', { ...person, registerToken });
    expect(made.status).toBe(201);
    expect(await login(newVisitor(), who)).toMatchObject({ body: { id: (made.body as Session).id } });
  });

  it('works without cookies with the returned token', async () => {
    const [who, of, script] = [newPerson(), await customer(), newVisitor(false)];
    const { idfb, linkToken } = (await login(script, who)).body as Step;
    const body = { mobile: of.mobile, idfb };
    expect(codeOf(await post(script, '/customers/signinfb', body))).toEqual([401, 'facebook_proof_needed']);
    expect((await post(script, '/customers/signinfb', { ...body, linkToken })).status).toBe(200);
    const otp = await newestCode(of.mobile);
    const typed = { mobile: of.mobile, otp };
    expect((await post(script, '/customers/verify', typed)).status).toBe(401);
    expect((await post(script, '/customers/verify', { ...typed, linkToken })).status).toBe(200);
    expect(await login(newVisitor(), who)).toMatchObject({ body: { id: of.id } });
  });

  it('replaces the linked account for whoever holds the mobile', async () => {
    const { who, of } = await linked();
    const [newer, visitor] = [newPerson(), newVisitor()];
    const otp = await askToLink(visitor, newer, of.mobile);
    await post(visitor, '/customers/verify', { mobile: of.mobile, otp });
    expect(await login(newVisitor(), newer)).toMatchObject({ body: { id: of.id } });
    expect((await login(newVisitor(), who)).body).toMatchObject({ status: 200 });
  });

  it('does not sign in a trashed customer', async () => {
    const { who, of } = await linked();
    await app.call(calls.trashCustomer, { params: { id: of.id } }, await asOffice());
    expect(codeOf(await login(newVisitor(), who))).toEqual([403, 'account_closed']);
  });

  it('does not prove a mobile: a new e-mail address requires a code', async () => {
    const { who, of } = await linked();
    const { jwt } = (await login(newVisitor(false), who)).body as Session;
    const change = { params: { id: of.id }, body: { email: 'thief@home.example' } };
    const refused = await app.call(calls.updateCustomer, change, { jwt });
    expect(codeOf(refused)).toEqual([403, 'fresh_code_needed']);
  });

  it('is absent if it is not configured', async () => {
    const without = await startTestApp({ features });
    expect((await without.call(getFacebookConfig, {})).body).toEqual({ appID: null });
    const ask = (url: string, payload: object) =>
      without.request({ method: 'POST', url: `/api${url}`, payload });
    const refused = await ask('/customers/fb-login', { accessToken: 'x', userID: '1' });
    expect(codeOf(refused)).toEqual([404, 'facebook_off']);
    expect(problem(refused).detail).toContain('Sign in with your mobile number');
    const step = await ask('/customers/signinfb', { mobile: newMobile(), idfb: '1' });
    expect(codeOf(step)).toEqual([404, 'facebook_off']);
    await without.close();
    expect((await app.call(getFacebookConfig, {})).body).toEqual({ appID: graph.appID });
  });
});

describe('A7: nobody is signed in, and nothing is linked', () => {
  it.each([
    ['a token of another app', { appID: '42' }],
    ['an expired token', { expiresIn: -60 }],
    ['a token of a page', { type: 'PAGE' as const }],
    ['another user’s profile from Graph', { profileOf: '1' }],
  ])('by %s', async (_what, spec) => {
    const { who } = await linked();
    const before = await links();
    const accessToken = graph.issueToken({ ...who, ...spec });
    const reply = await post(newVisitor(), '/customers/fb-login', { accessToken, userID: who.userID });
    expect(codeOf(reply)).toEqual([401, 'facebook_refused']);
    expect(reply.body).not.toHaveProperty('jwt');
    expect(await links()).toBe(before);
  });

  it('by one’s own token with the id of another user', async () => {
    const { who } = await linked();
    const mine = graph.issueToken(newPerson());
    const reply = await post(newVisitor(), '/customers/fb-login', { accessToken: mine, userID: who.userID });
    expect(codeOf(reply)).toEqual([401, 'facebook_refused']);
  });

  it('by the e-mail address of a customer', async () => {
    const of = await customer();
    const reply = await login(newVisitor(), { ...newPerson(), email: of.email } as { userID: string });
    expect(reply.body).toMatchObject({ status: 200 });
    expect(await own(of)).toMatchObject({ facebookLinked: false });
  });

  it('by an invented id, one shown in another browser, or one shown too long ago', async () => {
    const [who, theirs, mobile] = [newPerson(), newVisitor(), newMobile()];
    const { linkToken } = (await login(theirs, who)).body as Step;
    const ask = (visitor: Visitor, body: object) => post(visitor, '/customers/signinfb', { mobile, ...body });
    const refused = [
      await ask(newVisitor(), { idfb: '31337' }),
      await ask(newVisitor(), { idfb: who.userID }),
      await ask(newVisitor(false), { idfb: who.userID }),
      await ask(newVisitor(false), { idfb: who.userID, linkToken: `${linkToken}x` }),
      await ask(theirs, { idfb: newPerson().userID, linkToken }),
    ];
    app.clock.advance({ minutes: 10 });
    refused.push(await ask(theirs, { idfb: who.userID }));
    expect(refused.map(codeOf)).toEqual(refused.map(() => [401, 'facebook_proof_needed']));
    await app.runOutbox();
    expect(app.sent.sms.filter(({ to }) => to === mobile)).toEqual([]);
  });

  it('by a customer’s number without its code', async () => {
    const [of, who, thief] = [await customer(), newPerson(), newVisitor()];
    const otp = await askToLink(thief, who, of.mobile);
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => post(thief, '/customers/verify', { mobile: of.mobile, otp: wrong })),
    );
    expect(tries.filter((reply) => problem(reply).code === 'otp_wrong')).toHaveLength(5);
    expect(tries.filter((reply) => reply.status === 200)).toEqual([]);
    expect(await own(of)).toMatchObject({ facebookLinked: false });
  });

  it('by a code that the customer enters in their own browser, or that was sent for signing in', async () => {
    const [of, who, thief, victim] = [await customer(), newPerson(), newVisitor(), newVisitor()];
    app.clock.advance({ minutes: 1 });
    const linking = await askToLink(thief, who, of.mobile);
    expect((await post(victim, '/customers/verify', { mobile: of.mobile, otp: linking })).status).toBe(401);
    app.clock.advance({ minutes: 1 });
    await post(victim, '/customers/signin', { mobile: of.mobile });
    const own6 = await newestCode(of.mobile);
    expect(await post(victim, '/customers/verify', { mobile: of.mobile, otp: own6 })).toMatchObject({
      status: 200,
    });
    expect(await own(of, await asOffice())).toMatchObject({ facebookLinked: false });
  });

  it('by a code for another purpose', async () => {
    const [of, who, visitor] = [await customer(), newPerson(), newVisitor()];
    const linking = await askToLink(visitor, who, of.mobile);
    expect((await post(visitor, '/cleaners/verify', { mobile: of.mobile, otp: linking })).status).toBe(404);
    const script = newVisitor(false);
    expect((await post(script, '/customers/verify', { mobile: of.mobile, otp: linking })).status).toBe(401);
  });

  it.each(['never-answers', 'is-down', 'redirects', 'says-html', 'says-nonsense'] as const)(
    'while Graph %s: the reply suggests the mobile',
    async (fault) => {
      const { who } = await linked();
      // A separate client, because this one must be impatient.
      const facebook = graphFacebook({
        appID: graph.appID,
        appSecret: graph.appSecret,
        graphUrl: graph.url,
        log: pino({ level: 'silent' }),
        makeBreaker: neverOpens,
        timeoutMs: 100,
      });
      const services = { ...app.services, providers: { ...app.services.providers, facebook } };
      graph.fail(fault);
      const { signInWithFacebook } = await import('./sign-in-with-facebook.ts');
      const outcome = await signInWithFacebook(
        { ...app.context(), ...services },
        { accessToken: graph.issueToken(who), userID: who.userID },
        { staySignedIn: false, browser: false, visitor: null },
      );
      expect(outcome).toEqual({ refusal: 'facebook_unreachable', extensions: { retryAfter: 30 } });
    },
  );

  it('does not reveal whether a number is known', async () => {
    const known = (await customer()).mobile;
    const ask = async (mobile: string) => {
      const [who, visitor] = [newPerson(), newVisitor()];
      const step = (await login(visitor, who)).body as Step;
      const reply = await post(visitor, '/customers/signinfb', { mobile, idfb: step.idfb });
      return { status: reply.status, body: reply.body, headers: Object.keys(reply.headers) };
    };
    app.clock.advance({ hours: 1 });
    expect(await ask(known)).toEqual(await ask(newMobile()));
  });

  it('accepts twenty invalid tokens an hour', async () => {
    const visitor = newVisitor();
    const body = { accessToken: 'EAAmadeup', userID: '1' };
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => post(visitor, '/customers/fb-login', body)),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('a Facebook account is linked to one customer', () => {
  /** Two numbers, one Facebook account, both codes concurrently. */
  async function race(who: { userID: string }) {
    const two = [
      { visitor: newVisitor(), of: await customer() },
      { visitor: newVisitor(), of: await customer() },
    ];
    const codes: string[] = [];
    for (const { visitor, of } of two) codes.push(await askToLink(visitor, who, of.mobile));
    return Promise.all(
      two.map(({ visitor, of }, index) =>
        post(visitor, '/customers/verify', { mobile: of.mobile, otp: codes[index] }),
      ),
    );
  }
  const linksOf = async ({ userID }: { userID: string }) => {
    const { rows } = await sql`select 1 from customer_facebook where facebook_id = ${userID}`.execute(
      app.database.db,
    );
    return rows.length;
  };

  it('even if two customers link it concurrently: one is refused', async () => {
    const who = newPerson();
    const replies = await race(who);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(codeOf(replies.find(({ status }) => status === 409) ?? expect.fail())).toEqual([
      409,
      'facebook_in_use',
    ]);
    expect(await linksOf(who)).toBe(1);
  });

  it('(control: without the index both would have it)', async () => {
    const { db } = app.database;
    await sql`alter table customer_facebook drop constraint customer_facebook_key`.execute(db);
    const who = newPerson();
    const replies = await race(who);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await linksOf(who)).toBe(2);
    await sql`delete from customer_facebook where facebook_id = ${who.userID}`.execute(db);
    await sql`alter table customer_facebook add constraint customer_facebook_key primary key (facebook_id)`.execute(
      db,
    );
  });
});

describe('unlinking', () => {
  it('requires a fresh code, and Facebook no longer signs in', async () => {
    const { who, of } = await linked();
    const stranger = await customer();
    const cut = (as: As, body: object = {}) => app.call(unlinkFacebook, { params: { id: of.id }, body }, as);
    expect((await cut({ jwt: stranger.jwt })).status).toBe(404);
    const byFacebook = (await login(newVisitor(false), who)).body as Session;
    expect(codeOf(await cut({ jwt: byFacebook.jwt }))).toEqual([403, 'fresh_code_needed']);
    app.clock.advance({ hours: 2, seconds: 1 });
    expect(codeOf(await cut({ jwt: of.jwt }))).toEqual([403, 'fresh_code_needed']);
    await post(newVisitor(), '/customers/signin', { mobile: of.mobile });
    const otp = await newestCode(of.mobile);
    const done = await cut({ jwt: of.jwt }, { otp });
    expect(done).toMatchObject({ status: 200, body: { id: of.id, facebookLinked: false } });
    expect((await login(newVisitor(), who)).body).toMatchObject({ status: 200 });
  });

  it('happens when the office changes the mobile number, and not on other changes', async () => {
    const { who, of } = await linked();
    const office = await asOffice();
    const update = (body: object) =>
      app.call(calls.updateCustomerAsAdmin, { params: { id: of.id }, body }, office);
    expect((await update({ lastname: 'Tan', mobile: of.mobile })).body.facebookLinked).toBe(true);
    expect((await update({ mobile: newMobile() })).body.facebookLinked).toBe(false);
    expect((await login(newVisitor(), who)).body).toMatchObject({ status: 200 }); // another step: not linked
    const actions = app.database.db.selectFrom('audit_entry').select('action');
    const written = await actions.where('subjectID', '=', of.id).execute();
    expect(written.map(({ action }) => action)).toContain('customer.facebook-unlinked');
  });

  it('does not happen when customers change their own number, which they prove by codes', async () => {
    const { who, of } = await linked();
    const mobile = newMobile();
    const asked = await post(newVisitor(), '/customers/signin', { mobile: of.mobile });
    expect(asked.status).toBe(200);
    const otp = await newestCode(of.mobile);
    expect((await app.call(changeMobile, { body: { mobile, otp } }, { jwt: of.jwt })).status).toBe(200);
    const verified = await app.call(
      verifyNewMobile,
      { body: { otp: await newestCode(mobile) } },
      { jwt: of.jwt },
    );
    expect(verified.status).toBe(200);
    expect((await login(newVisitor(), who)).body).toMatchObject({ id: of.id });
  });

  it('is possible for the office, and idempotent', async () => {
    const { of } = await linked();
    const office = await asOffice();
    for (const _again of [1, 2]) {
      const reply = await app.call(unlinkFacebook, { params: { id: of.id }, body: {} }, office);
      expect(reply.body).toMatchObject({ facebookLinked: false });
    }
    const acts = app.database.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subjectID', '=', of.id)
      .where('action', 'like', 'customer.facebook%')
      .orderBy('at')
      .orderBy('id');
    expect((await acts.execute()).map(({ action }) => action)).toEqual([
      'customer.facebook-linked',
      'customer.facebook-unlinked',
    ]);
  });
});

it('proofs are deleted after an hour', async () => {
  await login(newVisitor(), newPerson());
  app.clock.advance({ hours: 2 });
  await app.runCronJobs();
  expect(await app.database.db.selectFrom('facebook_proof').selectAll().execute()).toEqual([]);
});
