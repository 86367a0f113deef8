import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getAdmin, listAdmins } from '#features/people/accounts/contract.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { addAdmin, PASSWORD, type TestAdmin } from '#features/people/accounts/server/testing/admins.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../contract.ts';
import { MAX_ACTIVE_KEYS } from '../rules/api-key.ts';
import { feature } from './index.ts';
import { addKey } from './testing/add-key.ts';

let mina: TestAdmin;
let owner: As;
let count = 0;

const app = await startTestApp({ features: [accounts, feature] });

beforeEach(async () => {
  count += 1;
  await app.database.pool.query('delete from api_key');
  mina = await addAdmin(app, `mina${count}`);
  owner = await signedIn(app, 'admin', mina.id);
});

const ACCOUNTING = { name: 'Accounting', officeRole: 'accountant' as const, currentPassword: PASSWORD };
const create = (more: object = {}) => app.call(createApiKey, { body: { ...ACCOUNTING, ...more } }, owner);
const list = async () => (await app.call(listApiKeys, {}, owner)).body.items;
const use = (key: string) => app.call(listAdmins, { query: {} }, { jwt: key });

describe('a new key', () => {
  it('is shown once, works at once, and only its hash is stored', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const { key, ...shown } = body;
    expect(key).toMatch(/^kemas_live_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Accounting',
      officeRole: 'accountant',
      state: 'active',
      last4: key.slice(-4),
      createdBy: mina.identity,
      expiresOn: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(await list()).toEqual([shown]);
    expect((await use(key)).status).toBe(200);
    const { rows } = await app.database.pool.query('select * from api_key');
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows[0].hash).toBe(createHash('sha256').update(key).digest('hex'));
  });

  it('needs the owner’s own password', async () => {
    expect(problem(await create({ currentPassword: '' })).code).toBe('current_password_needed');
    expect(problem(await create({ currentPassword: 'not it' })).code).toBe('current_password_wrong');
    expect(await list()).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['officeRole', { officeRole: 'owner' }],
    ['expiresOn', { expiresOn: '2026-11-22' }],
    ['expiresOn', { expiresOn: 'soon' }],
  ])('is refused beside the field %s: %o', async (path, more) => {
    const refused = await create(more);
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path }] });
  });

  it('is refused when too many work', async () => {
    await addKey(app, 'office');
    await app.database.pool.query(
      `insert into api_key (id, name, office_role, hash, last4, created_by, created_at)
       select gen_random_uuid(), 'x', 'office', n::text, '', gen_random_uuid(), now()
       from generate_series(2, $1) as n`,
      [MAX_ACTIVE_KEYS],
    );
    expect(problem(await create())).toMatchObject({ status: 409, code: 'too_many_api_keys' });
  });

  it('is in the audit trail without the key', async () => {
    const { key, id } = (await create({ expiresOn: '2026-12-31' })).body;
    const { rows } = await app.database.pool.query('select * from audit_entry where subject_id = $1', [id]);
    expect(rows).toMatchObject([
      {
        action: 'api-key.created',
        actorID: mina.id,
        after: { name: 'Accounting', officeRole: 'accountant', expiresOn: '2026-12-31' },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});

describe('an expiry', () => {
  it('lets the key work until the end of its last day', async () => {
    const { key } = (await create({ expiresOn: '2026-11-24' })).body;
    app.clock.set('2026-11-24T23:59:59+08:00');
    expect((await use(key)).status).toBe(200);
    app.clock.set('2026-11-25T00:00:00+08:00');
    expect((await use(key)).status).toBe(401);
    owner = await signedIn(app, 'admin', mina.id);
    expect(await list()).toMatchObject([{ state: 'expired', expiresOn: '2026-11-24' }]);
  });
});

describe('revoking', () => {
  it('refuses the next request, and doing it twice changes nothing', async () => {
    const { key, id } = (await create()).body;
    const replies = await Promise.all([1, 2].map(() => app.call(revokeApiKey, { params: { id } }, owner)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await use(key);
    expect(problem(refused)).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(problem(refused).detail).toMatch(/unknown, revoked or expired/);
    expect(await list()).toMatchObject([{ state: 'revoked', revokedBy: mina.identity }]);
    const { rows } = await app.database.pool.query(
      `select 1 from audit_entry where action = 'api-key.revoked' and subject_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('of an unknown key is a 404', async () => {
    const id = app.services.newID();
    expect((await app.call(revokeApiKey, { params: { id } }, owner)).status).toBe(404);
  });

  it('leaves it in the list for 90 days', async () => {
    const { id } = (await create()).body;
    await app.call(revokeApiKey, { params: { id } }, owner);
    app.clock.advance({ hours: 24 * 91 });
    owner = await signedIn(app, 'admin', mina.id);
    expect(await list()).toEqual([]);
  });
});

describe('the last use', () => {
  const lastUse = async () => {
    const [key] = await list();
    return [key?.lastUsedAt, key?.lastUsedFrom];
  };

  it('is written with its address, at most once a minute', async () => {
    const { key } = (await create()).body;
    const from = (remoteAddress: string) =>
      app.request({
        method: 'GET',
        url: '/api/admins',
        headers: { authorization: `Bearer ${key}` },
        remoteAddress,
      });
    await from('203.0.113.7');
    const first = await lastUse();
    expect(first).toEqual([expect.any(String), '203.0.113.7']);
    app.clock.advance({ seconds: 59 });
    await from('203.0.113.8');
    expect(await lastUse()).toEqual(first);
    app.clock.advance({ seconds: 1 });
    await from('203.0.113.8');
    expect((await lastUse())[1]).toBe('203.0.113.8');
  });
});

it('only owners see and manage keys', async () => {
  const office = await signedIn(app, 'admin', app.services.newID(), 'office');
  expect((await app.call(listApiKeys, {}, office)).status).toBe(403);
  expect((await app.call(createApiKey, { body: ACCOUNTING }, office)).status).toBe(403);
  expect((await app.call(getAdmin, { params: { id: mina.id } }, office)).status).toBe(200);
});
