import { beforeEach, describe, expect, it } from 'vitest';
import { feature as messages } from '#features/messages/messages/server/index.ts';
import { feature as accounts, createAdmin } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

let admin: As;
const UNKNOWN = '0192f0c1-2b5e-7000-8000-000000000000';
const OVEN = { firstname: 'Mei', email: 'Mei@Example.com', message: 'Do you clean ovens?' };
const { list, get, create, update, trash, untrash } = calls.contactRequests;

const app = await startTestApp({ features: [accounts, feature, messages] });
const hana = {
  identity: 'hana',
  password: 'a long password',
  fullname: 'Hana Lim',
  email: 'hana@example.com',
  officeRole: 'owner',
} as const;
const made = await createAdmin(app.context(), hana);
if ('refusal' in made) throw new Error('Failed to add Hana');
const hanaID = made.id;

beforeEach(async () => {
  admin = await signedIn(app, 'admin', hanaID);
  await app.runOutbox();
  app.sent.mail.length = 0;
  for (const table of ['contact_request', 'inbox_step', 'throttle', 'setting', 'idempotency_key'])
    await app.database.pool.query(`delete from ${table}`);
});

async function ask(over: object = {}, as: As = {}) {
  const made = await app.call(create, { body: { ...OVEN, ...over } }, as);
  expect(made.status).toBe(201);
  return made.body;
}
const read = async (id: string) => (await app.call(get, { params: { id } }, admin)).body;
const count = async () => (await app.call(list, { query: { size: 0, trash: '*' } }, admin)).body.total;

async function setBusinessMail(): Promise<void> {
  await app.database.pool.query(
    `insert into setting (name, value, updated_at) values ('business.email', '"hello@kemas.example"', now())`,
  );
}

describe('a contact request', () => {
  it('is accepted from anyone, stored unchanged, and reveals nothing about the office', async () => {
    const sent = await ask({ mobile: '9123 4567', subject: 'Ovens', lastname: 'Tan' });
    expect(sent).toMatchObject({ email: 'mei@example.com', mobile: '6591234567', subject: 'Ovens' });
    expect(Object.keys(sent)).not.toContain('note');
    expect(await read(sent.id)).toMatchObject({ message: OVEN.message, state: 'new', note: '', history: [] });
  });

  it('accepts landline and foreign phone numbers', async () => {
    expect((await ask({ mobile: '6234 5678' })).mobile).toBe('62345678');
    expect((await ask({ mobile: '+60 12-345 6789' })).mobile).toBe('+60123456789');
  });

  it.each([
    ['no name', { firstname: ' ' }, 'firstname'],
    ['no e-mail', { email: 'mei' }, 'email'],
    ['no message', { message: ' ' }, 'message'],
    ['no phone number', { mobile: '12' }, 'mobile'],
    ['a message that is too long', { message: 'a'.repeat(4001) }, 'message'],
    ['a header injected into the subject', { subject: 'Hi\r\nBcc: all@example.com' }, 'subject'],
    ['a header injected into the name', { firstname: 'Mei\nBcc: all@example.com' }, 'firstname'],
    ['an unknown field', { surprise: 1 }, 'surprise'],
  ])('is refused: %s', async (_name, over, path) => {
    const reply = await app.call(create, { body: { ...OVEN, ...over } } as never);
    expect(reply.status).toBe(422);
    expect(problem(reply).errors?.map((error) => error.path)).toEqual([path]);
    expect(await count()).toBe(0);
  });

  it('is stored once if sent twice with its key', async () => {
    const headers = { 'idempotency-key': 'one' };
    expect((await ask({}, { headers })).id).toBe((await ask({}, { headers })).id);
    await app.runOutbox();
    expect([await count(), app.sent.mail.length]).toEqual([1, 1]);
  });

  it.each([
    ['little', 'https://spam.example'],
    ['a lot', 'https://spam.example '.repeat(4000)],
  ])(
    'from a bot that fills the honeypot with %s is discarded, with the same reply',
    async (_much, website) => {
      const sent = await ask({ website });
      expect(sent).toMatchObject({ firstname: 'Mei', message: OVEN.message });
      await app.runOutbox();
      expect([await count(), app.sent.mail.length]).toEqual([0, 0]);
    },
  );

  it('is refused after ten from one IP address, and accepted again an hour later', async () => {
    for (let i = 0; i < 10; i += 1) await ask();
    const reply = await app.call(create, { body: OVEN });
    expect(problem(reply)).toMatchObject({ status: 429, code: 'throttled', retryAfter: expect.any(Number) });
    expect(await count()).toBe(10);
    app.clock.advance({ minutes: 62 });
    await ask();
  });

  it('is deleted after a year, with its replies and notes', async () => {
    const { id } = await ask();
    await app.call(update, { params: { id }, body: { state: 'closed' } }, admin);
    await app.call(update, { params: { id }, body: { note: 'Mei called back' } }, admin);
    await app.runCronJobs();
    expect(await count()).toBe(1);
    await app.database.pool.query(`update contact_request set created_at = created_at - interval '366 days'`);
    await app.runCronJobs();
    expect(await count()).toBe(0);
    expect((await app.database.pool.query('select from inbox_step')).rowCount).toBe(0);
    const trail = await app.database.pool.query(
      'select action, before, after from audit_entry where subject_id = $1 order by at, action',
      [id],
    );
    expect(trail.rows.map(({ action }) => action).sort()).toEqual([
      'contact_request.created',
      'contact_request.updated',
      'contact_request.updated',
    ]);
    expect(JSON.stringify(trail.rows)).not.toMatch(/mei/i);
  });
});

describe('the office', () => {
  it('is notified by e-mail, with the author as reply-to', async () => {
    await setBusinessMail();
    await ask({ mobile: '91234567', message: '<b>Hi</b>' });
    await app.runOutbox();
    expect(app.sent.mail).toHaveLength(1);
    expect(app.sent.mail[0]).toMatchObject({
      to: 'hello@kemas.example',
      replyTo: 'mei@example.com',
      subject: 'New message from Mei',
    });
    expect(app.sent.mail[0]?.body).toContain('Phone: 6591234567\n\n<b>Hi</b>');
  });

  it('is notified at the admins’ addresses while the business has none', async () => {
    await ask();
    await app.runOutbox();
    expect(app.sent.mail.map(({ to }) => to)).toEqual(['hana@example.com']);
  });

  it('replies by e-mail, once; the reply is stored with author and time, and the request is answered', async () => {
    await setBusinessMail();
    const { id } = await ask({ subject: 'Ovens', message: 'Do you?\nReally?' });
    await app.runOutbox();
    app.sent.mail.length = 0;
    const as = { ...admin, headers: { 'idempotency-key': 'reply' } };
    const input = { params: { id }, body: { reply: 'We do.' } };
    const replied = await app.call(calls.replyToRequest, input, as);
    expect((await app.call(calls.replyToRequest, input, as)).body).toEqual(replied.body);
    const by = { fullname: 'Hana Lim' };
    expect(replied.body).toMatchObject({
      state: 'answered',
      history: [
        { reply: 'We do.', state: null, by },
        { reply: null, state: 'answered', by },
      ],
    });
    await app.runOutbox();
    expect(app.sent.mail).toMatchObject([
      { to: 'mei@example.com', replyTo: 'hello@kemas.example', subject: 'Re: Ovens' },
    ]);
    expect(app.sent.mail[0]?.body).toBe('We do.\n\nKemas\n\nOn 23 Nov 2026 you wrote:\n> Do you?\n> Really?');
  });

  it('can send neither an empty reply, nor a reply to a trashed request', async () => {
    const { id } = await ask();
    const reply = (text: string) =>
      app.call(calls.replyToRequest, { params: { id }, body: { reply: text } }, admin);
    expect((await reply(' ')).status).toBe(422);
    await app.call(trash, { params: { id } }, admin);
    expect((await reply('Hi')).status).toBe(404);
  });

  it('can change the state and add a note; only a state change is recorded as a step', async () => {
    const { id } = await ask();
    const change = (body: object) => app.call(update, { params: { id }, body }, admin);
    await change({ state: 'answering', note: 'Ask Siti' });
    await change({ note: 'Asked Siti' });
    const { body } = await change({ state: 'answering' });
    expect(body).toMatchObject({ state: 'answering', note: 'Asked Siti', message: OVEN.message });
    expect(body.history.map(({ state }) => state)).toEqual(['answering']);
    expect((await change({ state: 'lost' })).status).toBe(422);
    expect((await app.call(update, { params: { id: UNKNOWN }, body: {} }, admin)).status).toBe(404);
  });

  it('can filter by state and text, newest first, and download without formula injection', async () => {
    const first = await ask({ firstname: '=HYPERLINK("http://x")' });
    app.clock.advance({ minutes: 1 });
    await ask({ firstname: 'Wei', message: 'Windows?' });
    await app.call(update, { params: { id: first.id }, body: { state: 'closed' } }, admin);
    const names = async (query: object) =>
      (await app.call(list, { query }, admin)).body.items.map((item) => item.firstname);
    expect(await names({})).toEqual(['Wei', first.firstname]);
    expect(await names({ state: 'closed' })).toEqual([first.firstname]);
    expect(await names({ q: 'wei windows' })).toEqual(['Wei']);
    const csv = await app.call(list, { query: { download: '1' } }, admin);
    expect(String(csv.body)).not.toMatch(/(^|,)"?=/m);
  });

  it('can trash and restore it', async () => {
    const { id } = await ask();
    expect((await app.call(trash, { params: { id } }, admin)).body).toMatchObject({ trash: 1, history: [] });
    expect((await app.call(list, {}, admin)).body.total).toBe(0);
    expect((await app.call(untrash, { params: { id } }, admin)).body.trash).toBe(0);
  });
});

it('sets the contact details of the business', async () => {
  expect((await app.call(calls.readContactDetails, {})).body).toEqual({
    name: 'Kemas',
    phone: '',
    email: '',
  });
  await setBusinessMail();
  expect((await app.call(calls.readContactDetails, {})).body.email).toBe('hello@kemas.example');
});
