import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, type Reply, startTestApp } from '#platform/testing/test-app.ts';
import { changeMobile, closeAccount, exportPersonalData, verifyNewMobile } from '../contract/account.ts';
import { cancelEmailChange, confirmEmail, resendEmailConfirmation } from '../contract/email-change.ts';
import * as calls from '../contract.ts';
import * as emailChange from './email-change.ts';
import { feature } from './index.ts';

interface Customer {
  readonly id: string;
  readonly email: string;
  readonly mobile: string;
  readonly as: As;
}

const CHANGED = 'Your Kemas e-mail address was changed';
const HAS_ACCOUNT = 'You already have a Kemas account';

let office: As;
let mei: Customer;
let count = 0;

const app = await startTestApp({ features: [accounts, places, feature], connections: 20 });

beforeEach(async () => {
  await app.runOutbox();
  app.clock.advance({ hours: 25 });
  app.sent.mail.length = 0;
  office = await signedIn(app, 'admin');
  mei = await addCustomer();
});

/** A customer with a confirmed address. */
async function addCustomer(): Promise<Customer> {
  count += 1;
  const email = `mei${count}@home.example`;
  const body = { mobile: `659${3_000_000 + count}`, firstname: 'Mei', email };
  const { id, mobile } = (await app.call(calls.createCustomer, { body }, office)).body;
  await setConfirmed(id, app.clock.now().toString());
  return { id, email, mobile, as: await signedIn(app, 'customer', id) };
}

async function setConfirmed(id: string, at: string | null): Promise<void> {
  const update = app.database.db.updateTable('customer').set({ emailConfirmedAt: at });
  await update.where('id', '=', id).execute();
}

const of = ({ id }: Customer) => ({ params: { id } });
const ask = (who: Customer, email: string) =>
  app.call(calls.updateCustomer, { ...of(who), body: { email } }, who.as);
const resend = (who: Customer) => app.call(resendEmailConfirmation, of(who), who.as);
const cancel = (who: Customer) => app.call(cancelEmailChange, of(who), who.as);
const confirm = (token: string) => app.call(confirmEmail, { body: { token } });
const edit = (who: Customer, body: object) =>
  app.call(calls.updateCustomerAsAdmin, { ...of(who), body }, office);
const read = async (who: Customer) => (await app.call(calls.getCustomer, of(who), office)).body;
const newAddress = (word = 'new') => `${word}${count}@home.example`;

async function mailsTo(email: string) {
  await app.runOutbox();
  return app.sent.mail.filter(({ to }) => to === email);
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

/** The token of the newest link e-mailed to an address. */
async function tokenFor(email: string): Promise<string> {
  const token = (await mailsTo(email)).at(-1)?.body.match(/\/confirm-email#([\w-]+)/)?.[1];
  if (token === undefined) throw new Error(`No link was sent to ${email}.`);
  return token;
}

async function askedToken(who: Customer, email: string): Promise<string> {
  expect((await ask(who, email)).status).toBe(200);
  return tokenFor(email);
}

describe('a new e-mail address', () => {
  it('takes effect only once its link is confirmed, and the old address is notified only then', async () => {
    const email = newAddress();
    expect((await ask(mei, email)).body).toMatchObject({ email: mei.email, pendingEmail: email });
    const token = await tokenFor(email);
    expect(await mailsTo(mei.email)).toEqual([]);
    expect(await read(mei)).toMatchObject({ email: mei.email, pendingEmail: email });
    expect((await confirm(token)).body).toEqual({ done: true });
    expect(await read(mei)).toMatchObject({ email, pendingEmail: null });
    expect(await subjectsTo(mei.email)).toEqual([CHANGED]);
    const audited = app.database.db.selectFrom('audit_entry').select('after').where('subjectID', '=', mei.id);
    expect(JSON.stringify(await audited.execute())).toContain(email);
  });

  it('is not changed by a GET with the token', async () => {
    const token = await askedToken(mei, newAddress());
    for (const url of [
      `/api/customers/confirm-email?token=${token}`,
      `/api/customers/confirm-email/${token}`,
    ])
      expect((await app.request({ method: 'GET', url })).status).toBeGreaterThanOrEqual(400);
    expect((await read(mei)).email).toBe(mei.email);
    expect((await confirm(token)).status).toBe(200);
  });

  it('does not delay the other fields of the same request', async () => {
    const body = { email: newAddress(), firstname: 'Mei Ling' };
    const saved = await app.call(calls.updateCustomer, { ...of(mei), body }, mei.as);
    expect(saved.body).toMatchObject({ firstname: 'Mei Ling', email: mei.email });
  });

  it('does not notify an old address that was never confirmed', async () => {
    await setConfirmed(mei.id, null);
    const email = newAddress();
    expect((await confirm(await askedToken(mei, email))).status).toBe(200);
    expect(await mailsTo(mei.email)).toEqual([]);
    const second = newAddress('second');
    expect((await confirm(await askedToken(mei, second))).status).toBe(200);
    expect((await subjectsTo(email)).at(-1)).toBe(CHANGED);
  });

  it('requires a new sign-in code if the customer signed in more than two hours ago', async () => {
    app.clock.advance({ hours: 2, seconds: 1 });
    const email = newAddress();
    expect(problem(await ask(mei, email))).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    expect((await app.call(calls.getCustomer, of(mei), mei.as)).body.pendingEmail).toBeNull();
    await app.call(calls.signInCustomer, { body: { mobile: mei.mobile } });
    await app.runOutbox();
    const body = { email, otp: app.sent.codeFor(mei.mobile) };
    const asked = await app.call(calls.updateCustomer, { ...of(mei), body }, mei.as);
    expect(asked.body.pendingEmail).toBe(email);
  });

  it('is not shown in lists', async () => {
    await ask(mei, newAddress());
    const listed = await app.call(calls.listCustomers, { query: { q: mei.mobile } }, office);
    expect(listed.body.items[0]).not.toHaveProperty('pendingEmail');
  });
});

describe('a confirmation link', () => {
  it('works once, and only the newest one works', async () => {
    const email = newAddress();
    const first = await askedToken(mei, email);
    expect((await resend(mei)).body.pendingEmail).toBe(email);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect(problem(await confirm(first))).toMatchObject({ status: 404, code: 'email_link_dead' });
    expect((await confirm(second)).status).toBe(200);
    expect(problem(await confirm(second)).code).toBe('email_link_dead');
  });

  it('a confirmation link expires after 24 hours', async () => {
    const token = await askedToken(mei, newAddress());
    app.clock.advance({ hours: 24 });
    expect(problem(await confirm(token)).code).toBe('email_link_dead');
    office = await signedIn(app, 'admin');
    expect(await read(mei)).toMatchObject({ email: mei.email, pendingEmail: null });
    const tomorrow = { ...mei, as: await signedIn(app, 'customer', mei.id) };
    expect(problem(await resend(tomorrow)).code).toBe('no_email_change');
    expect((await cancel(tomorrow)).status).toBe(200);
  });

  it.each([
    ['the customer cancels', () => cancel(mei)],
    ['the customer enters another address', () => ask(mei, newAddress('other'))],
    ['the office changes the address', () => edit(mei, { email: newAddress('office') })],
    ['the office changes the mobile number', () => edit(mei, { mobile: `658${5_000_000 + count}` })],
    ['the customer is trashed', () => app.call(calls.trashCustomer, of(mei), office)],
    ['the account is closed', () => app.call(closeAccount, { ...of(mei), body: {} }, mei.as)],
  ])('is invalidated once %s', async (_, happens) => {
    const email = newAddress();
    const token = await askedToken(mei, email);
    expect((await happens()).status).toBe(200);
    expect(problem(await confirm(token))).toMatchObject({ status: 404, code: 'email_link_dead' });
    expect((await read(mei)).email).not.toBe(email);
  });

  it('still works after an office edit of the name, and after the customer’s own number change', async () => {
    const email = newAddress();
    const token = await askedToken(mei, email);
    expect((await edit(mei, { firstname: 'Mei Ling' })).body.pendingEmail).toBe(email);
    const mobile = `658${6_000_000 + count}`;
    await app.call(changeMobile, { body: { mobile } }, mei.as);
    await app.runOutbox();
    await app.call(verifyNewMobile, { body: { otp: app.sent.codeFor(mobile) } }, mei.as);
    expect((await confirm(token)).status).toBe(200);
    expect(await read(mei)).toMatchObject({ email, mobile });
  });

  it('has 256 random bits, and only its hash is stored once it is sent', async () => {
    const token = await askedToken(mei, newAddress());
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await app.database.pool.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { name } of rows) {
      const query = `select count(*)::int as n from ${name} as stored where stored::text like $1`;
      const found = await app.database.pool.query(query, [`%${token}%`]);
      expect([name, found.rows[0].n]).toEqual([name, 0]);
    }
  });

  it('is sent once, even if its task runs twice', async () => {
    const email = newAddress();
    await ask(mei, email);
    const { id } = await app.database.db
      .selectFrom('customer_email_change')
      .select('id')
      .where('customerID', '=', mei.id)
      .executeTakeFirstOrThrow();
    await app.runOutbox();
    await app.services.composed.tasks['mail-email-change']?.(app.context(), { changeID: id } as never);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await confirm(await tokenFor(email))).status).toBe(200);
  });

  it('used twice concurrently changes the address once', async () => {
    const token = await askedToken(mei, newAddress());
    const second = await overlap(
      app,
      (tx) => emailChange.confirmEmail(tx, token),
      () => confirm(token),
    );
    expect(problem(second).code).toBe('email_link_dead');
    expect(await mailsTo(mei.email)).toHaveLength(1);
  });
});

describe('an address that another customer has', () => {
  /** Of equal length, so that the replies are too. */
  async function ownerAndFree() {
    const owner = await addCustomer();
    return { owner, free: owner.email.replace('mei', 'xyz') };
  }
  const steps = ['customer', 'message', 'graphile_worker._private_jobs', 'customer_email_change'];
  async function rowCounts() {
    const counts: number[] = [];
    for (const table of steps)
      counts.push((await app.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
    return counts;
  }
  /** What a client sees of a reply, without what differs between any two requests. */
  function seen({ status, headers, body }: Reply<unknown>, email: string) {
    const { date: _date, 'x-request-id': _id, ...others } = headers;
    return JSON.stringify({ status, others, body }).replaceAll(email, 'the address');
  }

  it('is answered byte for byte like an unused one when requested, resent, read and cancelled', async () => {
    const { owner, free } = await ownerAndFree();
    const get = (who: Customer) => app.call(calls.getCustomer, of(who), who.as);
    const seenFor = async (email: string) => {
      const replies: Reply<unknown>[] = [await ask(mei, email)];
      await app.runOutbox();
      replies.push(await get(mei), await resend(mei));
      await app.runOutbox();
      replies.push(await get(mei), await cancel(mei), await get(mei));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      return replies.map((reply) => seen(reply, email));
    };
    expect(await seenFor(owner.email)).toEqual(await seenFor(free));
  });

  it('is looked up after the reply: the request queues one task and no e-mail', async () => {
    const { owner, free } = await ownerAndFree();
    const another = await addCustomer();
    const before = await rowCounts();
    await ask(mei, owner.email);
    const afterUsed = await rowCounts();
    await ask(another, free);
    const afterFree = await rowCounts();
    const grown = (from: number[], to: number[]) => to.map((n, i) => n - (from[i] ?? 0));
    expect(grown(before, afterUsed)).toEqual([0, 0, 1, 1]);
    expect(grown(afterUsed, afterFree)).toEqual([0, 0, 1, 1]);
  });

  it('notifies its owner once a day, and sends nothing else', async () => {
    const { owner } = await ownerAndFree();
    const another = await addCustomer();
    await ask(mei, owner.email);
    await app.runOutbox();
    await resend(mei);
    await app.runOutbox();
    await ask(another, owner.email.toUpperCase());
    expect(await subjectsTo(owner.email)).toEqual([HAS_ACCOUNT]);
    expect(app.sent.mail).toHaveLength(1);
    expect(app.sent.mail[0]?.body).not.toContain('confirm-email');
    expect(await read(owner)).toMatchObject({ email: owner.email, pendingEmail: null });
    app.clock.advance({ hours: 24, minutes: 30 });
    await ask({ ...mei, as: await signedIn(app, 'customer', mei.id) }, owner.email);
    expect(await subjectsTo(owner.email)).toEqual([HAS_ACCOUNT, HAS_ACCOUNT]);
  });

  it('is refused at confirmation if another customer has taken it meanwhile', async () => {
    const email = newAddress();
    const token = await askedToken(mei, email);
    const other = await addCustomer();
    expect((await edit(other, { email: email.toUpperCase() })).body.email).toBe(email);
    const refused = problem(await confirm(token));
    expect(refused).toMatchObject({ status: 409, code: 'email_in_use' });
    expect(refused.detail).toBe(
      'This e-mail address already has an account. Use another, or sign in to that account.',
    );
    expect((await read(mei)).email).toBe(mei.email);
    expect(await mailsTo(mei.email)).toEqual([]);
  });
});

describe('two customers confirm the same address concurrently', () => {
  async function raceFor(email: string) {
    const wei = await addCustomer();
    const tokens = [await askedToken(mei, email), await askedToken(wei, email)] as const;
    const second = await overlap(
      app,
      (tx) => emailChange.confirmEmail(tx, tokens[0]),
      () => confirm(tokens[1]),
    );
    const emails = [(await read(mei)).email, (await read(wei)).email];
    return { wei, second, emails };
  }

  it('and one of them gets it', async () => {
    const email = newAddress();
    const { wei, second, emails } = await raceFor(email);
    expect(problem(second)).toMatchObject({ status: 409, code: 'email_in_use' });
    expect(emails).toEqual([email, wei.email]);
    expect(await mailsTo(wei.email)).toEqual([]);
  });

  it('(control: without the unique index both get it)', async () => {
    const { pool } = app.database;
    const index = await pool.query(`select pg_get_indexdef('customer_email_key'::regclass) as sql`);
    await pool.query('drop index customer_email_key');
    const email = newAddress();
    const { wei, second, emails } = await raceFor(email);
    expect([second.status, emails]).toEqual([200, [email, email]]);
    await edit(wei, { email: wei.email });
    await pool.query(index.rows[0].sql);
  });
});

describe('the limits', () => {
  it('allow three new addresses a day per customer, unused and used ones alike', async () => {
    const owner = await addCustomer();
    const replies = [await ask(mei, newAddress('a')), await ask(mei, owner.email)];
    await cancel(mei);
    replies.push(await ask(mei, newAddress('b')), await ask(mei, newAddress('c')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const refused = replies[3] as Reply<unknown>;
    expect(problem(refused)).toMatchObject({
      code: 'throttled',
      detail: 'You can change your e-mail address three times a day. Try again later.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await read(mei)).pendingEmail).toBe(newAddress('b'));
    expect((await ask(owner, newAddress('d'))).status).toBe(200);
    app.clock.advance({ hours: 25 });
    const tomorrow = { ...mei, as: await signedIn(app, 'customer', mei.id) };
    expect((await ask(tomorrow, newAddress('e'))).status).toBe(200);
  });

  it('concurrent requests cannot exceed the limits', async () => {
    const asked = Array.from({ length: 8 }, (_, n) => ask(mei, newAddress(`burst${n}-`)));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    await app.runOutbox();
    expect(app.sent.mail.length).toBeLessThanOrEqual(3);
  });

  it('allow three resent links a day', async () => {
    await ask(mei, newAddress());
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await resend(mei)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('share a counter with refused sign-ups: ten an hour per client network', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await ask(await addCustomer(), newAddress())).status);
    expect(statuses).toEqual(Array(10).fill(200));
    expect((await ask(mei, newAddress('eleventh'))).status).toBe(429);
    const body = { mobile: `658${7_000_000 + count}`, firstname: 'Wei', email: mei.email };
    expect((await app.call(calls.registerCustomer, { body })).status).toBe(429);
  });

  it('do not affect changes of other fields', async () => {
    for (const word of ['a', 'b', 'c']) await ask(mei, newAddress(word));
    const body = { firstname: 'Mei Ling', email: mei.email };
    expect((await app.call(calls.updateCustomer, { ...of(mei), body }, mei.as)).status).toBe(200);
  });
});

describe('an office edit', () => {
  it('takes effect at once, notifies the old address and needs no confirmation', async () => {
    const email = newAddress();
    expect((await edit(mei, { email })).body).toMatchObject({ email, pendingEmail: null });
    expect(await subjectsTo(mei.email)).toEqual([CHANGED]);
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe('stored data of a change', () => {
  const stored = (who: Customer) =>
    app.database.db
      .selectFrom('customer_email_change')
      .select(['email', 'endReason'])
      .where('customerID', '=', who.id)
      .execute();

  it('is in the customer’s data export, and deleted with the account', async () => {
    const email = newAddress();
    await ask(mei, email);
    const data = await app.call(exportPersonalData, { ...of(mei), body: {} }, mei.as);
    expect(JSON.stringify(data.body)).toContain(email);
    await app.call(closeAccount, { ...of(mei), body: {} }, mei.as);
    expect(await stored(mei)).toEqual([]);
  });

  it('is deleted a day after the link has expired', async () => {
    await ask(mei, newAddress());
    app.clock.advance({ hours: 47 });
    await emailChange.purgeEmailChanges(app.context());
    expect(await stored(mei)).toHaveLength(1);
    app.clock.advance({ hours: 2 });
    await emailChange.purgeEmailChanges(app.context());
    expect(await stored(mei)).toEqual([]);
  });
});
