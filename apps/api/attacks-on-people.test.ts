import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { createAdmin } from '#features/people/accounts/server/index.ts';
import { changeMobile, getCleaner, verifyNewMobile } from '#features/people/cleaners/contract.ts';
import { createAddress, getCustomer, updateCustomer } from '#features/people/customers/contract.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { MAX_UNKNOWN_THINGS } from '#platform/server/http/limit-guessing.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

let aminah: string;
let rosa: string;

const stripe = await startTestStripe();
/**
 * Attacks, by their numbers in the list of attack tests: ownership (B), permissions (F), untrusted client input (P).
 * Attacks that apply to a kind of route run against all of them, found by registering them. who-may-call and
 * whose-thing contain the full matrix of every route with every role, and with someone else's resource.
 */
const app = await startBookingApp({ providers: { payments: stripe.payments }, features });
const world = await makeWorld(app.context(), { customers: 3, cleaners: 2 });
const [first, second, third] = world.customers;
if (!first || !second || !third) throw new Error('Expected three customers.');
/** Mei's home, visit and number; Wei is another customer, Rosa another cleaner. */
const [mei, wei, lin] = [first, second, third];
[aminah = '', rosa = ''] = world.cleanerIDs;
const as = {
  nobody: {},
  mei: await signedIn(app, 'customer', mei.id),
  wei: await signedIn(app, 'customer', wei.id),
  aminah: await signedIn(app, 'cleaner', aminah),
  rosa: await signedIn(app, 'cleaner', rosa),
  office: await signedIn(app, 'admin'),
};
const booking = { packageID: world.packageID, startTime: '2026-11-26T09:00:00+08:00' };
const body = { ...booking, addressID: mei.addressID, cleaner1ID: aminah };
const jobID = (await app.call(createJob, { body }, as.mei)).body.id;
await app.call(commitJob, { params: { id: jobID }, body: { stripeToken: 'tok_visa' } }, as.mei);

function ask(who: As, url: string, more: { method?: string; payload?: object; headers?: object } = {}) {
  const { method = 'GET', payload, headers } = more;
  return app.request({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { ...(who.jwt === undefined ? {} : { authorization: `Bearer ${who.jwt}` }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}
const post = (who: As, url: string, payload: object) => ask(who, url, { method: 'POST', payload });
const textOf = (reply: Reply<unknown>) => JSON.stringify(reply.body);
const nameOf = ({ method, path }: CallDefinition) => `${method} ${path}`;
const jobRow = (id: string) =>
  app.database.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const customerRow = (id: string) =>
  app.database.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('B: ownership', () => {
  it('B1 returns 404 for another customer’s resources', async () => {
    const none = randomUUID();
    for (const path of ['/jobs/', '/customers-addresses/', '/customers-credits/', '/customers/']) {
      const id = { '/jobs/': jobID, '/customers-addresses/': mei.addressID }[path] ?? mei.id;
      const [theirs, nobodys] = [await ask(as.wei, path + id), await ask(as.wei, path + none)];
      expect([path, theirs.status]).toEqual([path, 404]);
      expect(textOf(theirs)).toBe(textOf(nobodys));
    }
  });

  it('B2 filtering a list by another customer returns nothing of theirs', async () => {
    for (const list of ['/jobs', '/transactions', '/customers-addresses', '/credits/list']) {
      const reply = await ask(as.wei, `${list}?customerID=${mei.id}`);
      expect([list, [200, 403].includes(reply.status)]).toEqual([list, true]);
      expect(textOf(reply)).not.toMatch(new RegExp(`${mei.id}|${jobID}|${mei.addressID}`));
    }
  });

  it('B5 a cleaner lists their own visits whatever id they send, and sees of others what customers see', async () => {
    expect(textOf(await ask(as.rosa, `/jobs?cleanerID=${aminah}`))).not.toContain(jobID);
    for (const who of [as.rosa, as.mei]) {
      const card = (await app.call(getCleaner, { params: { id: aminah } }, who)).body;
      expect(Object.keys(card).sort()).toEqual(['firstname', 'id', 'languages', 'profilePhoto']);
    }
  });

  it('B6 nobody can change another cleaner’s mobile number', async () => {
    const body = { mobile: '6581112222', cleanerID: aminah };
    expect((await app.call(changeMobile, { body }, as.wei as never)).status).toBe(403);
    expect((await app.call(changeMobile, { body }, as.rosa)).status).toBe(404);
    await app.runOutbox();
    expect(app.sent.sms.filter(({ to }) => to === body.mobile)).toEqual([]);
  });

  it('B7 one’s own code changes nobody else’s number', async () => {
    const mobile = '6581113333';
    await app.call(changeMobile, { body: { mobile, cleanerID: rosa } }, as.rosa);
    await app.runOutbox();
    const otp = app.sent.codeFor(mobile);
    const mobileOf = async (id: string) =>
      (await app.call(getCleaner, { params: { id } }, as.office)).body as { mobile: string };
    const before = (await mobileOf(aminah)).mobile;
    expect((await app.call(verifyNewMobile, { body: { otp, cleanerID: aminah } }, as.rosa)).status).toBe(404);
    const byAminah = await app.call(verifyNewMobile, { body: { otp, cleanerID: aminah } }, as.aminah);
    expect(byAminah.status).toBe(401);
    expect((await mobileOf(aminah)).mobile).toBe(before);
  });

  it('B8 a booking is for one’s own home, and a home for oneself, whatever id is sent', async () => {
    const body = { ...booking, startTime: '2026-11-27T09:00:00+08:00', addressID: mei.addressID };
    expect((await post(as.wei, '/customers/createjob', { ...body, customerID: mei.id })).status).toBe(404);
    const home = { postal: '310145', addressLine1: 'Blk 145', customerID: mei.id };
    const made = await app.call(createAddress, { body: home }, as.wei);
    expect(made.body.customerID).toBe(wei.id);
  });

  it('B9 guessing ids finds nothing, is rate limited, and alerts once', async () => {
    const guesser = await signedIn(app, 'customer', lin.id);
    const answers: string[] = [];
    const log = vi.spyOn(app.services.log, 'error').mockReturnValue();
    for (let guess = 0; guess < 500; guess += 1) {
      const path = ['/jobs/', '/customers/', '/customers-addresses/'][guess % 3];
      const id = guess % 2 === 0 ? randomUUID() : String(guess);
      const reply = await ask(guesser, `${path}${id}`);
      answers.push(`${reply.status} ${textOf(reply)}`);
    }
    const [found, refused] = [answers.slice(0, MAX_UNKNOWN_THINGS), answers.slice(MAX_UNKNOWN_THINGS)];
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toMatch(/^404 /);
    expect(refused.filter((answer) => !answer.startsWith('429 '))).toEqual([]);
    expect(log.mock.calls.map(([about]) => about)).toMatchObject([
      { wake: true, actor: { id: lin.id }, ip: expect.any(String) },
    ]);
    log.mockRestore();
    // Their own resources are still accessible, and nobody else is affected.
    expect((await ask(guesser, `/customers/${lin.id}`)).status).toBe(200);
    expect((await ask(as.wei, `/jobs/${randomUUID()}`)).status).toBe(404);
  });

  it('B9 a page that requests one missing resource repeatedly does not count as guessing', async () => {
    const gone = `/jobs/${randomUUID()}`;
    for (let time = 0; time < 2 * MAX_UNKNOWN_THINGS; time += 1)
      expect((await ask(as.rosa, gone)).status).toBe(404);
  });
});

describe('F: permissions', () => {
  it('F2 only the office can use the office’s update', async () => {
    const before = await customerRow(mei.id);
    const change = { mobile: '81114444', credits: [{ perHour: 27, numCredits: 99 }] };
    for (const [who, status] of [
      ['mei', 403],
      ['wei', 403],
      ['aminah', 403],
      ['nobody', 401],
    ] as const) {
      expect((await post(as[who], `/customers_admin/${mei.id}/update`, change)).status).toBe(status);
    }
    expect(await customerRow(mei.id)).toEqual(before);
  });

  /** Lists that roles other than the office may read. */
  const ownLists = () =>
    app.api.calls.filter(
      ({ streamed, method, who, path }) =>
        streamed && method === 'GET' && !path.includes(':') && who.some((role) => role !== 'admin'),
    );
  const asOf = ({ who }: CallDefinition) => {
    if (who.includes('customer')) return as.mei;
    return who.includes('cleaner') ? as.aminah : as.nobody;
  };

  it('F6 only the office can view the trash of any list', async () => {
    await app.database.pool.query('update customer_address set trashed_at = now() where customer_id = $1', [
      wei.id,
    ]);
    expect(ownLists().length).toBeGreaterThan(4);
    for (const list of ownLists()) {
      const [all, plain] = [await ask(asOf(list), `${list.path}?trash=*`), await ask(asOf(list), list.path)];
      expect([nameOf(list), textOf(all)]).toEqual([nameOf(list), textOf(plain)]);
    }
    const trashed = await ask(as.wei, '/customers-addresses?trash=1');
    expect(trashed.body).toMatchObject({ total: 0 });
  });

  it('F7 only the office can download a list or read statistics', async () => {
    for (const list of ownLists())
      expect([nameOf(list), (await ask(asOf(list), `${list.path}?download=1`)).status]).toEqual([
        nameOf(list),
        403,
      ]);
    const statistics = app.api.calls.filter(({ path }) => path.endsWith('/statistics'));
    expect(statistics.length).toBeGreaterThan(2);
    for (const { path } of statistics) expect((await ask(as.mei, path)).status).toBe(403);
  });

  it('F8 only admins manage admins, and the last one cannot be removed', async () => {
    const password = 'a long enough password';
    const body = { identity: 'rashid', fullname: 'Rashid', email: 'rashid@kemas.example', password };
    const { db } = app.database;
    const signedInLongAgo = { createdAt: app.clock.now().subtract({ hours: 3 }).toString() };
    await db.updateTable('session').set(signedInLongAgo).where('role', '=', 'admin').execute();
    expect((await post(as.office, '/admins', body)).body).toMatchObject({ code: 'current_password_needed' });
    const made = await createAdmin(app.context(), { ...body, officeRole: 'office' });
    if (isRefusal(made)) throw new Error(made.refusal);
    const last = made.id;
    const rashid = await signedIn(app, 'admin', last);
    for (const who of ['mei', 'aminah', 'nobody'] as const) {
      const status = who === 'nobody' ? 401 : 403;
      for (const act of ['update', 'trash', 'reset-totp'])
        expect((await post(as[who], `/admins/${last}/${act}`, {})).status).toBe(status);
    }
    const gone = await post(rashid, `/admins/${last}/trash`, {});
    expect(gone).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    const taken = await post(rashid, `/admins/${last}/update`, { password: 'somebody else chose this' });
    expect(taken).toMatchObject({ status: 403, body: { code: 'current_password_needed' } });
  });

  it('F9 no alternative spelling of a method or path bypasses access control', async () => {
    const closed = app.api.calls.filter(({ who, method }) => method === 'GET' && !who.includes('anyone'));
    const open: string[] = [];
    const tryOpen = async (method: 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE', path: string) => {
      const { statusCode } = await app.api.fastify.inject({ method, url: `/api${path}` });
      if (statusCode < 400) open.push(`${method} ${path}`);
    };
    for (const call of closed) {
      const path = call.path.replace(/:\w+/g, mei.id);
      const ways = [
        `${path}/`,
        `/${path}`,
        `/%2e${path}`,
        `/.${path}`,
        path.toUpperCase(),
        `${path}%00`,
        `${path};x`,
      ];
      for (const way of ways) await tryOpen('GET', way);
      for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE'] as const) await tryOpen(method, path);
    }
    expect(open).toEqual([]);
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' };
    const overridden = await ask(as.mei, `/customers/${mei.id}/trash`, { headers });
    expect(overridden.status).toBe(404);
    expect((await customerRow(mei.id)).trashedAt).toBeNull();
  });
});

describe('P: untrusted client input', () => {
  it('P1 signing up sets only the person’s own details', async () => {
    const body = {
      mobile: '81115555',
      firstname: 'Mal',
      email: 'mal@home.example',
      otpVerified: true,
    };
    const decided = { creditsLeft: 999, credits: [{ perHour: 27, numCredits: 9 }], trash: 0, type: 'admin' };
    for (const [name, value] of Object.entries(decided)) {
      const refused = await post(as.nobody, '/customers/register', { ...body, [name]: value });
      expect(refused.status, name).toBe(422);
    }
    const reply = await post(as.nobody, '/customers/register', body);
    expect(reply).toMatchObject({ status: 201, body: { otpVerified: false, creditsLeft: 0 } });
    expect(reply.body).not.toHaveProperty('jwt');
    expect(
      (await post(as.nobody, '/customers/register', { ...body, stripeCustomerID: 'cus_1' })).status,
    ).toBe(422);
  });

  it('P2 updating one’s own record changes no hours, verification, card or another’s address', async () => {
    const before = await customerRow(mei.id);
    const { email } = await customerRow(wei.id);
    const params = { id: mei.id };
    const claims = {
      creditsLeft: 999,
      credits: [{ perHour: 27, numCredits: 99 }],
      mobile: '81116666',
      facebookLinked: true,
      pendingEmail: 'wei@elsewhere.example',
    };
    for (const [name, value] of Object.entries(claims)) {
      const refused = await post(as.mei, `/customers/${mei.id}/update`, { [name]: value });
      expect(refused.status, name).toBe(422);
    }
    const kept = await post(as.mei, `/customers/${mei.id}/update`, {
      otpVerified: before.otpVerifiedAt !== null,
      lastname: before.lastname,
    });
    expect(kept.status).toBe(200);
    const taken = await app.call(updateCustomer, { params, body: { email } }, as.mei);
    expect([taken.status, taken.body.email]).toEqual([200, before.email]);
    expect((await post(as.mei, `/customers/${mei.id}/update`, { stripeCustomerID: 'cus_1' })).status).toBe(
      422,
    );
    const { updatedAt: _then, ...was } = before;
    const { updatedAt: _now, ...is } = await customerRow(mei.id);
    expect(is).toEqual(was);
    expect((await app.call(getCustomer, { params }, as.mei)).body.facebookLinked).toBe(false);
  });

  it('P3 a booking ignores client claims about what is paid, agreed or done', async () => {
    const claims = {
      paid: false,
      status: 'expired',
      amountToPay: 1,
      creditsUsed: 99,
      price: 1,
      review: 'Lovely',
      reviewStarts: 5,
      hasChangedDate: true,
      confirmedAt: '2026-11-01T00:00:00Z',
    };
    const before = await jobRow(jobID);
    for (const [name, value] of Object.entries(claims)) {
      expect((await post(as.mei, `/jobs/${jobID}/update`, { [name]: value })).status, name).toBe(422);
    }
    const { updatedAt: _then, version: _was, ...was } = before;
    const { updatedAt: _now, version: _is, ...is } = await jobRow(jobID);
    expect(is).toEqual(was);

    const start = { startTime: '2026-11-27T09:00:00+08:00' };
    const figures = { amountToPay: 0, creditsUsed: 99, price: 1 };
    const body = { ...booking, ...start, ...figures, addressID: mei.addressID, customerID: wei.id };
    const held = (await post(as.mei, '/customers/createjob', body)) as Reply<{ id: string }>;
    expect(held.status).toBe(201);
    expect(await jobRow(held.body.id)).toMatchObject({
      status: 'pending',
      customerID: mei.id,
      creditsUsed: 0,
      review: null,
      confirmedAt: null,
      amountToPay: before.amountToPay,
    });
    // Aminah is already booked then: she is not double-booked because a client sends her id.
    const taken = { ...booking, addressID: mei.addressID, cleaner1ID: aminah };
    expect(await post(as.mei, '/customers/createjob', taken)).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    });
  });

  it('P4 the remaining uses of a promo code are counted, whatever the office’s client sends', async () => {
    const code = { code: 'LAH', label: 'Lah', type: 'amount', amount: 500, totalAllocation: 3 };
    expect((await post(as.office, '/promocodes', { ...code, remainder: 99 })).status).toBe(422);
    const made = await post(as.office, '/promocodes', code);
    expect(made).toMatchObject({ status: 201, body: { remainder: 3 } });
  });

  it('P5 no route accepts a body of the wrong shape, and no prototype is changed', async () => {
    const wrong: string[] = [];
    const strange = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    for (const call of app.api.calls.filter(
      ({ body, rawBody, takesFile }) => body && !rawBody && !takesFile,
    )) {
      const url = `/api${call.path.replace(/:\w+/g, randomUUID())}`;
      const headers = { authorization: `Bearer ${as.office.jwt}`, 'content-type': 'application/json' };
      if (!call.who.some((role) => role === 'admin' || role === 'anyone')) continue;
      for (const payload of [strange, '[]', '"text"', '[{"id":1}]']) {
        const { status } = await app.request({ method: 'POST', url, headers, payload });
        if (![400, 404, 422, 429].includes(status)) wrong.push(`${nameOf(call)} took ${payload}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('P6 a customer sees no private data of their cleaner, a cleaner no money of the visit', async () => {
    const cleaner = (await app.call(getCleaner, { params: { id: aminah } }, as.office)).body as {
      mobile: string;
    };
    const seen = textOf(await ask(as.mei, `/jobs/${jobID}`));
    expect(seen).not.toContain(cleaner.mobile);
    const own = (await ask(as.aminah, `/jobs/${jobID}`)).body as Record<string, unknown>;
    for (const name of ['price', 'policy', 'amountToPay', 'creditsUsed', 'job_customer_email'])
      expect(own).not.toHaveProperty(name);
    expect(JSON.stringify(own)).not.toContain((await customerRow(mei.id)).email);
  });

  it('P7 a customer sees only the public details of free cleaners', async () => {
    const query = `startTime=${encodeURIComponent('2026-11-28T09:00:00+08:00')}&addressID=${mei.addressID}`;
    const asked = [`/cleaners/list-available?${query}&explain=1`, `/list-available?${query}`];
    for (const path of asked) {
      const reply = (await ask(as.mei, path)) as Reply<{ items: object[] }>;
      expect([path, reply.status]).toEqual([path, 200]);
      for (const item of reply.body.items)
        expect(Object.keys(item).sort()).toEqual(['firstname', 'free', 'id', 'languages', 'profilePhoto']);
    }
    const suggested = (await ask(as.mei, `/cleaners/suggest?${query}`)) as Reply<{ items: object[] }>;
    expect(suggested.body.items.length).toBeGreaterThan(0);
    for (const item of suggested.body.items)
      expect(Object.keys(item).sort()).toEqual([
        'firstname',
        'id',
        'languages',
        'profilePhoto',
        'rating',
        'reviews',
      ]);
  });
});
