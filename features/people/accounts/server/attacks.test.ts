import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { createCleaner, trashCleaner } from '#features/people/cleaners/contract.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { createCustomer, trashCustomer } from '#features/people/customers/contract.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import {
  createAdmin,
  getAdmin,
  listSessions,
  signOutEverywhere,
  trashAdmin,
  updateAdmin,
} from '../contract.ts';
import { feature } from './index.ts';
import { addAdmin, codeOf, enrol, PASSWORD, type TestAdmin } from './testing/admins.ts';

let mina: TestAdmin;
let otto: TestAdmin;
let admins = 0;

/** The attacks on admins, sessions and passwords, numbered as in the security plan. */
const app = await startTestApp({ features: [feature, uploads, places, customers, cleaners] });

beforeEach(async () => {
  app.clock.advance({ hours: 2 });
  admins += 1;
  mina = await addAdmin(app, `mina-${admins}`);
  otto = await addAdmin(app, `otto-${admins}`);
});

const post = (url: string, payload: object, more: { from?: string; headers?: object } = {}) =>
  app.request({
    method: 'POST',
    url: `/api${url}`,
    payload,
    remoteAddress: more.from ?? '127.0.0.1',
    headers: { ...more.headers },
  });
const isAlive = async (as: As) => (await app.call(listSessions, {}, as)).status === 200;

/** The routes of the feature as they are registered. */
const ownCalls = () =>
  app.api.calls.filter(({ path }) => path.startsWith('/admins') || path.startsWith('/sessions'));

describe('A5, A6: an ended session is invalid', () => {
  it.each<Role>(['customer', 'cleaner', 'admin'])('after sign-out everywhere, for a %s', async (role) => {
    const id = role === 'admin' ? mina.id : app.services.newID();
    const [here, elsewhere] = [await signedIn(app, role, id), await signedIn(app, role, id)];
    await app.call(signOutEverywhere, {}, here);
    expect([await isAlive(here), await isAlive(elsewhere)]).toEqual([false, false]);
  });

  it('for a trashed customer, cleaner or admin, within one request', async () => {
    const office = await signedIn(app, 'admin', otto.id);
    const customer = await app.call(
      createCustomer,
      { body: { firstname: 'Mei', lastname: 'Tan', mobile: '91234567', email: 'mei@example.sg' } },
      office,
    );
    const cleaner = await app.call(
      createCleaner,
      { body: { firstname: 'Aminah', lastname: 'Rahim', mobile: '81234567', gender: 'female' } },
      office,
    );
    const trials = [
      ['customer', customer.body.id, trashCustomer],
      ['cleaner', cleaner.body.id, trashCleaner],
      ['admin', mina.id, trashAdmin],
    ] as const;
    for (const [role, id, trash] of trials) {
      const as = await signedIn(app, role, id);
      expect(await isAlive(as), role).toBe(true);
      const trashed = await app.call<CallDefinition>(trash, { params: { id } } as never, office);
      expect(trashed.status, role).toBe(200);
      expect(await isAlive(as), role).toBe(false);
    }
  });

  it('everywhere for an admin whose password another admin sets', async () => {
    const [here, elsewhere] = [await signedIn(app, 'admin', mina.id), await signedIn(app, 'admin', mina.id)];
    const office = await signedIn(app, 'admin', otto.id);
    const body = { password: 'teh tarik panas dua', currentPassword: PASSWORD };
    await app.call(updateAdmin, { params: { id: mina.id }, body }, office);
    expect([await isAlive(here), await isAlive(elsewhere), await isAlive(office)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('A8: password spraying', () => {
  it('twenty admins, five passwords each: the address is stopped at thirty', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `admin ${at}`);
    const counts: Record<number, number> = {};
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(
        names.map((identity) =>
          post('/admins/signin', { identity, password: `Summer ${round}` }, { from: '10.20.0.1' }),
        ),
      );
      for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
    }
    expect(counts).toEqual({ 401: 30, 429: 70 });
  });

  it('a name with a forged X-Forwarded-For counts as the same address', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      const headers = { 'x-forwarded-for': `10.21.${at}.1` };
      const sent = { identity: mina.identity, password: 'wrong' };
      statuses.push((await post('/admins/signin', sent, { from: '10.22.0.1', headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('whether a second factor is required is revealed only after the right password', async () => {
    await enrol(app, mina);
    const asked = async (identity: string, password: string) =>
      problem(await post('/admins/signin', { identity, password, otp: '000000' })).code;
    expect(await asked(mina.identity, 'wrong')).toBe('wrong_credentials');
    expect(await asked('nobody', 'wrong')).toBe('wrong_credentials');
    expect(await asked(mina.identity, PASSWORD)).toBe('totp_wrong');
  });

  it('a TOTP code does not work as an SMS code, or the other way round', async () => {
    const { secret } = await enrol(app, mina);
    const otp = codeOf(app, secret);
    expect((await post('/customers/verify', { mobile: '91234567', otp })).status).toBe(401);
    await post('/customers/signin', { mobile: '91234567' });
    await app.runOutbox();
    const bySms = app.sent.codeFor('6591234567');
    const sent = { identity: mina.identity, password: PASSWORD, otp: bySms };
    expect(problem(await post('/admins/signin', sent)).code).toBe('totp_wrong');
  });
});

describe('F: other users’ functions', () => {
  it('F1, F4: customers, cleaners and visitors cannot use any route of the office, and nothing changes', async () => {
    const before = await adminRows();
    const closed = ownCalls().filter(({ who }) => who.join() === 'admin');
    expect(closed.length).toBeGreaterThan(10);
    for (const role of ['customer', 'cleaner', null] as const) {
      // With the id of an admin, as a forger would try.
      const as = role === null ? {} : await signedIn(app, role, mina.id);
      for (const call of closed) {
        const reply = await app.request({
          method: call.method,
          url: `/api${call.path.replace(':id', mina.id)}`,
          headers: as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` },
          ...(call.method === 'POST' && { payload: { fullname: 'Mallory', currentPassword: PASSWORD } }),
        });
        expect(reply.status, `${role} ${call.method} ${call.path}`).toBe(role === null ? 401 : 403);
        expect(JSON.stringify(reply.body)).not.toContain(mina.identity);
      }
    }
    expect(await adminRows()).toEqual(before);
  });

  it('F8: an admin cannot reset their own two-factor authentication, and the last admin cannot be trashed', async () => {
    const { as } = await enrol(app, mina);
    expect((await post(`/admins/${mina.id}/reset-totp`, {}, { headers: bearer(as) })).status).toBe(409);
    await app.database.db
      .updateTable('admin')
      .set({ trashedAt: app.clock.now().toString() })
      .where('id', '!=', mina.id)
      .execute();
    expect((await post(`/admins/${mina.id}/trash`, {}, { headers: bearer(as) })).status).toBe(409);
    await app.database.db.updateTable('admin').set({ trashedAt: null }).execute();
  });

  it('F9: another method or another spelling of the path does not bypass checks', async () => {
    const as = await signedIn(app, 'customer');
    const spellings = [
      '/admins/',
      '//admins',
      '/ADMINS',
      '/./admins',
      '/x/%2e%2e/admins',
      '/admins%2f',
      '/admins;a',
    ];
    for (const path of spellings) {
      const { status } = await app.request({ method: 'GET', url: `/api${path}`, headers: bearer(as) });
      expect([401, 403, 404], path).toContain(status);
    }
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await app.api.fastify.inject({ method, url: '/api/admins', headers: bearer(as) });
      expect([401, 403, 404, 405], method).toContain(reply.statusCode);
    }
    const headers = { ...bearer(as), 'x-http-method-override': 'GET' };
    expect((await post('/admins', {}, { headers })).status).toBe(403);
  });
});

describe('P: fields that no client may send', () => {
  it('P1, P2: fields that only the server decides are refused like unknown ones', async () => {
    const office = await signedIn(app, 'admin', otto.id);
    const owned = {
      id: otto.id,
      type: 'admin',
      totp: true,
      trash: 1,
      createdAt: '2020-01-01T00:00:00+08:00',
    };
    const body = {
      identity: `pia-${admins}`,
      password: PASSWORD,
      fullname: 'Pia',
      email: 'pia@kemas.example',
      currentPassword: PASSWORD,
    };
    for (const [name, value] of Object.entries(owned)) {
      const refused = await app.call(createAdmin, { body: { ...body, [name]: value } as never }, office);
      expect(refused.status, name).toBe(422);
    }
    const pia = await app.call(createAdmin, { body }, office);
    expect(pia.body).toMatchObject({ totp: false, trash: 0 });
    expect(pia.body.id).not.toBe(otto.id);
    for (const unknown of ['totp_secret', 'totpSecret', 'password_hash', 'passwordHash', 'recoveryCodes']) {
      const changed = await post(
        `/admins/${pia.body.id}/update`,
        { [unknown]: null },
        { headers: bearer(office) },
      );
      expect(changed.status, unknown).toBe(422);
    }
    const read = await app.call(getAdmin, { params: { id: pia.body.id } }, office);
    expect(Object.keys(read.body).toSorted()).toEqual(
      [
        'id',
        'identity',
        'fullname',
        'email',
        'officeRole',
        'totp',
        'trash',
        'createdAt',
        'updatedAt',
      ].toSorted(),
    );
  });

  it('P5: arrays, objects and prototypes instead of strings', async () => {
    const wrong: unknown[] = [[], {}, ['000000'], { $ne: null }, true, 1.5, -1, 'x'.repeat(41)];
    for (const otp of wrong) {
      const sent = { identity: mina.identity, password: PASSWORD, otp };
      expect((await post('/admins/signin', sent)).status, JSON.stringify(otp)).toBe(422);
    }
    for (const name of ['identity', 'password'])
      expect((await post('/admins/signin', { identity: 'a', password: 'b', [name]: ['a'] })).status).toBe(
        422,
      );
    for (const token of [[], {}, null, '', 'x'.repeat(201)])
      expect((await post('/admins/reset-password', { token, password: PASSWORD })).status).toBe(422);
    const polluted = await app.request({
      method: 'POST',
      url: '/api/admins/forgot-password',
      headers: { 'content-type': 'application/json' },
      payload: '{"identity":"a","__proto__":{"polluted":1}}',
    });
    expect([400, 422]).toContain(polluted.status);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

const bearer = (as: As) => ({ authorization: `Bearer ${as.jwt}` });

function adminRows() {
  return app.database.db.selectFrom('admin').selectAll().orderBy('id').execute();
}
