import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { beginTotp, readTotp, resetTotp } from '#features/people/accounts/contract/totp.ts';
import * as admins from '#features/people/accounts/contract.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { addAdmin, PASSWORD, type TestAdmin } from '#features/people/accounts/server/testing/admins.ts';
import { addNote, listNotes } from '#features/people/customers/contract/notes.ts';
import { listCustomers } from '#features/people/customers/contract.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import { createListView } from '#platform/contract/list-views.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../contract.ts';
import { KEY_ROLES, REQUESTS_PER_MINUTE } from '../rules/api-key.ts';
import { feature } from './index.ts';
import { addKey, type TestKey } from './testing/add-key.ts';

let mina: TestAdmin;
let key: TestKey;
let count = 0;

/** Attacks with API keys, stolen or guessed. */
const app = await startTestApp({ features: [accounts, customers, feature] });

beforeEach(async () => {
  count += 1;
  app.clock.advance({ hours: 1 });
  mina = await addAdmin(app, `mina${count}`);
  key = await addKey(app, 'office');
});

const get = (headers: Readonly<Record<string, string>>, url = '/api/admins') =>
  app.request({ method: 'GET', url, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a guessed key', () => {
  it.each([
    ['random', () => `kemas_live_${randomBytes(32).toString('base64url')}`],
    ['empty', () => 'kemas_live_'],
    ['with another last character', () => `${key.jwt.slice(0, -1)}${key.jwt.endsWith('A') ? 'B' : 'A'}`],
    ['with something after it', () => `${key.jwt}x`],
    ['in capitals', () => key.jwt.toUpperCase()],
    ['with a wildcard', () => `${key.jwt.slice(0, -1)}%`],
    ['with quotes', () => `kemas_live_'or'1'='1`],
  ])('%s is refused', async (_what, guess) => {
    expect((await get(bearer(guess()))).status).toBe(401);
  });

  it('by its hash is refused: what the database has is no key', async () => {
    const { rows } = await app.database.pool.query('select hash from api_key where id = $1', [key.id]);
    expect((await get(bearer(rows[0].hash))).status).toBe(401);
    expect((await get(bearer(`kemas_live_${rows[0].hash}`))).status).toBe(401);
  });
});

it('a key is read from the header only, never from an address or a cookie', async () => {
  expect((await get({}, `/api/admins?access_token=${key.jwt}&api_key=${key.jwt}`)).status).toBe(401);
  expect((await get({ cookie: `kemas=${key.jwt}; __Host-session=${key.jwt}` })).status).toBe(401);
  expect((await get({ authorization: `Basic ${btoa(`${key.jwt}:`)}` })).status).toBe(401);
  expect((await get({ 'x-api-key': key.jwt })).status).toBe(401);
  expect((await get(bearer(key.jwt))).status).toBe(200);
});

it('a key needs no XSRF token and gets no cookie, whatever cookies are sent', async () => {
  const customer = await addCustomer(app.context());
  const reply = await app.request({
    method: 'POST',
    url: `/api/customers/${customer.id}/notes`,
    headers: { ...bearer(key.jwt), cookie: 'XSRF-TOKEN=stale' },
    payload: { text: 'From the accounting system' },
  });
  expect(reply.status).toBe(201);
  expect(reply.headers['set-cookie']).toBeUndefined();
});

describe('a key can give nobody access', () => {
  const raj = {
    identity: 'raj',
    password: 'teh tarik panas dua',
    fullname: 'Raj',
    email: 'raj@kemas.example',
    currentPassword: PASSWORD,
  };

  it.each(KEY_ROLES)('as %s it manages no admins and no keys', async (role) => {
    const as = await addKey(app, role);
    const params = { id: mina.id };
    const statuses = [
      await app.call(admins.createAdmin, { body: raj }, as),
      await app.call(admins.updateAdmin, { params, body: { password: raj.password } }, as),
      await app.call(admins.updateAdmin, { params, body: { officeRole: 'read-only' } }, as),
      await app.call(admins.trashAdmin, { params }, as),
      await app.call(resetTotp, { params, body: { currentPassword: PASSWORD } }, as),
      await app.call(createApiKey, { body: { name: 'Mine', officeRole: 'office' } }, as),
      await app.call(listApiKeys, {}, as),
      await app.call(revokeApiKey, { params: { id: key.id } }, as),
    ].map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 403));
  });

  it('has no account: no sessions, no sign-out, no authenticator, no saved views', async () => {
    const view = { list: '/admin/jobs', name: 'Mine', query: '', columns: [] };
    const statuses = [
      await app.call(admins.listSessions, {}, key),
      await app.call(admins.signOut, {}, key),
      await app.call(admins.signOutEverywhere, {}, key),
      await app.call(readTotp, {}, key),
      await app.call(beginTotp, { body: { currentPassword: PASSWORD } }, key),
      await app.call(createListView, { body: view }, key),
    ].map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 403));
  });
});

describe('a key acts under its own name', () => {
  it('in the audit trail and on what it wrote', async () => {
    const customer = await addCustomer(app.context());
    const note = { params: { id: customer.id }, body: { text: 'Prefers mornings' } };
    const { body } = await app.call(addNote, note, key);
    expect(body.admin).toEqual({ id: key.id, fullname: 'Test office' });
    const listed = await app.call(listNotes, { params: { id: customer.id }, query: {} }, key);
    expect(listed.body.items).toMatchObject([{ admin: { fullname: 'Test office' } }]);
    const { rows } = await app.database.pool.query(
      `select actor_role, actor_id from audit_entry where action = 'customer.noted' and subject_id = $1`,
      [customer.id],
    );
    expect(rows).toEqual([{ actorRole: 'admin', actorID: key.id }]);
  });
});

describe('a key that floods', () => {
  /** As if it had sent this many requests just now. */
  async function useUp(id: string, hits: number): Promise<void> {
    const now = app.clock.now();
    await app.services.db
      .insertInto('throttle')
      .values({
        key: `api-key:${id}`,
        hits,
        windowStart: now.toString(),
        windowEnd: now.add({ seconds: 30 }).toString(),
      })
      .execute();
  }

  it('gets 429 with the seconds to wait, and does not affect other keys or people', async () => {
    await useUp(key.id, REQUESTS_PER_MINUTE - 1);
    expect((await app.call(listCustomers, { query: {} }, key)).status).toBe(200);
    const refused = await app.call(listCustomers, { query: {} }, key);
    expect(problem(refused)).toMatchObject({ status: 429, code: 'throttled', retryAfter: 60 });
    expect(refused.headers['retry-after']).toBe('60');
    const other = await addKey(app, 'office');
    expect((await app.call(listCustomers, { query: {} }, other)).status).toBe(200);
    const office = await signedIn(app, 'admin', mina.id);
    expect((await app.call(listCustomers, { query: {} }, office)).status).toBe(200);
    app.clock.advance({ seconds: 61 });
    expect((await app.call(listCustomers, { query: {} }, key)).status).toBe(200);
  });
});
