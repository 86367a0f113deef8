import { argon2 } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { ensureFirstAdmin, feature } from './index.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

const MINA = {
  identity: 'mina',
  password: 'kopi-o kosong satu',
  fullname: 'Mina Tan',
  email: 'mina@kemas.example',
};
const OTTO = {
  identity: 'otto',
  password: 'teh tarik panas dua',
  fullname: 'Otto Lim',
  email: 'otto@kemas.example',
  officeRole: 'owner',
} as const;

const app = await startTestApp({
  features: [feature],
  env: { ADMIN_IDENTITY: MINA.identity, ADMIN_PASSWORD: MINA.password },
});
await ensureFirstAdmin(app.services);

beforeEach(() => {
  app.clock.advance({ hours: 1 });
});

const signIn = (identity: string, password: string, remoteAddress = '127.0.0.1') =>
  app.request({ method: 'POST', url: '/api/admins/signin', payload: { identity, password }, remoteAddress });

async function mina() {
  const { body } = await app.call(calls.signInAdmin, {
    body: { identity: MINA.identity, password: MINA.password },
  });
  return { id: body.id, as: { jwt: body.jwt } };
}

describe('signing in to the office', () => {
  it('accepts a trimmed identity in any case and the password, and replies the flat session', async () => {
    const { status, body } = await app.call(calls.signInAdmin, {
      body: { identity: '  MINA ', password: ` ${MINA.password}  ` },
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(Object.keys(calls.sessionFields).sort());
    expect(body).toMatchObject({ type: 'admin', creditsLeft: 0, creditCardLast4: null });
    expect(
      (await app.call(calls.getAdmin, { params: { id: body.id } }, { jwt: body.jwt })).body.identity,
    ).toBe('mina');
  });

  it.each([
    [{ identity: 'mina', password: '' }],
    [{ identity: '   ', password: 'x' }],
    [{ identity: 'mina' }],
    [{ password: null }],
    [{}],
  ])('answers %j with the fixed sentence', async (payload) => {
    const reply = await app.request({ method: 'POST', url: '/api/admins/signin', payload });
    expect(reply.status).toBe(422);
    expect(problem(reply).detail).toBe('[error] Missing `identity` and/or `password` parameter');
  });

  it('answers a wrong name and a wrong password alike, after the same work', async () => {
    const work = async (name: string) => {
      vi.mocked(argon2).mockClear();
      expect((await signIn(name, 'not the password', '10.0.0.1')).status).toBe(401);
      return vi
        .mocked(argon2)
        .mock.calls.map(([kind, { memory, passes, parallelism, tagLength }]) => [
          kind,
          memory,
          passes,
          parallelism,
          tagLength,
        ]);
    };
    expect(await work('mina')).toHaveLength(1);
    expect(await work('nobody')).toEqual(await work('mina'));
    expect((await signIn('mina', 'wrong one here')).body).toEqual(
      (await signIn('nobody', 'wrong one here')).body,
    );
  });

  it('pauses a name at one address after ten wrong passwords, and nowhere else', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      expect((await signIn('mina', 'wrong', '10.1.0.1')).status).toBe(401);
    const refused = await signIn('mina', MINA.password, '10.1.0.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('mina', MINA.password, '10.2.0.1')).status).toBe(200);
    app.clock.advance({ minutes: 15 });
    expect((await signIn('mina', MINA.password, '10.1.0.1')).status).toBe(200);
  });

  it('stops password spraying from one address', async () => {
    const tries = Array.from({ length: 40 }, (_, name) =>
      signIn(`admin-${name}`, 'Summer in Bedok', '10.3.0.1'),
    );
    const statuses = (await Promise.all(tries)).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('ends with sign-out, and everywhere with sign-out everywhere', async () => {
    const [first, second, third] = [await mina(), await mina(), await mina()];
    const alive = async (who: typeof first) => (await app.call(calls.listAdmins, {}, who.as)).status;
    expect((await app.call(calls.signOut, {}, first.as)).status).toBe(200);
    expect([await alive(first), await alive(second)]).toEqual([401, 200]);
    await app.call(calls.signOutEverywhere, {}, second.as);
    expect([await alive(second), await alive(third)]).toEqual([401, 401]);
  });
});

/** Blocks hashing until this many calls are waiting. */
function hashWhenAllAsk(count: number) {
  const hash = vi.mocked(argon2).getMockImplementation();
  const asked: Parameters<typeof argon2>[] = [];
  vi.mocked(argon2).mockImplementation((...args) => {
    asked.push(args);
    if (asked.length === count) for (const one of asked) hash?.(...one);
  });
}

describe('the first admin', () => {
  it('is created once, however often and by however many processes it is requested', async () => {
    const env = { ADMIN_IDENTITY: MINA.identity, ADMIN_PASSWORD: MINA.password };
    const fresh = await startTestApp({ features: [feature], env });
    hashWhenAllAsk(3); // none of them can finish before the last has checked for an admin
    const many = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(fresh.services)));
    vi.mocked(argon2).mockReset();
    expect(many).toEqual([null, null, null]);
    expect(await ensureFirstAdmin(fresh.services)).toBeNull();
    expect(await fresh.database.db.selectFrom('admin').select('identity').execute()).toEqual([
      { identity: 'mina' },
    ]);
    await fresh.close();
  });

  it.each([
    ['renamed', { identity: 'mei' }],
    ['in the trash', { identity: 'mei', trashedAt: '2026-11-01T00:00:00Z' }],
  ])(
    'is not created again by ADMIN_PASSWORD once an admin exists, even one that is %s',
    async (_, change) => {
      const env = { ADMIN_IDENTITY: MINA.identity, ADMIN_PASSWORD: MINA.password };
      const fresh = await startTestApp({ features: [feature], env });
      await ensureFirstAdmin(fresh.services);
      await fresh.database.db.updateTable('admin').set(change).execute();
      const info = vi.spyOn(fresh.services.log, 'info');
      expect(await ensureFirstAdmin(fresh.services)).toBeNull();
      const identities = await fresh.database.db.selectFrom('admin').select('identity').execute();
      expect(identities).toEqual([{ identity: 'mei' }]);
      expect(info).toHaveBeenCalledExactlyOnceWith('ADMIN_PASSWORD is ignored: an admin exists already');
      await fresh.close();
    },
  );

  it('gets a generated password if none is given, shown once', async () => {
    const fresh = await startTestApp({ features: [feature] });
    const [first, second] = await Promise.all([
      ensureFirstAdmin(fresh.services),
      ensureFirstAdmin(fresh.services),
    ]);
    const made = first ?? second;
    expect([first, second].filter((admin) => admin !== null)).toHaveLength(1);
    expect(made?.identity).toBe('admin');
    const body = { identity: 'admin', password: made?.password ?? '' };
    expect((await fresh.call(calls.signInAdmin, { body })).status).toBe(200);
    await fresh.close();
  });
});

describe('admins', () => {
  it('are created, listed and changed, and never show a password', async () => {
    const { as } = await mina();
    const added = await app.call(
      calls.createAdmin,
      { body: { ...OTTO, currentPassword: MINA.password } },
      as,
    );
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ identity: 'otto', fullname: 'Otto Lim', trash: 0 });
    const list = await app.call(calls.listAdmins, { query: { q: 'lim' } }, as);
    expect(list.body).toMatchObject({ total: 1, items: [{ identity: 'otto' }] });
    expect(JSON.stringify([added.body, list.body])).not.toContain('argon2');
    const changed = await app.call(
      calls.updateAdmin,
      { params: { id: added.body.id }, body: { fullname: 'Otto Lim Wei' } },
      as,
    );
    expect(changed.body.fullname).toBe('Otto Lim Wei');
    expect(
      (
        await app.call(
          calls.createAdmin,
          { body: { ...OTTO, identity: 'OTTO', currentPassword: MINA.password } },
          as,
        )
      ).status,
    ).toBe(409);
  });

  it('need the current password for a new one of their own, which ends their other sessions', async () => {
    const [here, elsewhere] = [await mina(), await mina()];
    const change = (body: Record<string, string>) =>
      app.call(calls.updateAdmin, { params: { id: here.id.toUpperCase() }, body }, here.as);
    expect(problem(await change({ password: 'milo dinosaur tiga' })).code).toBe('current_password_needed');
    const wrong = await change({ password: 'milo dinosaur tiga', currentPassword: 'wrong' });
    expect([wrong.status, problem(wrong).detail]).toEqual([422, 'That is not your current password.']);
    expect((await change({ password: 'too short', currentPassword: MINA.password })).status).toBe(422);
    expect((await change({ password: '123456789012', currentPassword: MINA.password })).status).toBe(422);
    expect((await change({ password: 'milo dinosaur tiga', currentPassword: MINA.password })).status).toBe(
      200,
    );
    expect((await app.call(calls.listAdmins, {}, here.as)).status).toBe(200);
    expect((await app.call(calls.listAdmins, {}, elsewhere.as)).status).toBe(401);
    expect((await signIn('mina', MINA.password)).status).toBe(401);
    await change({ password: MINA.password, currentPassword: 'milo dinosaur tiga' });
  });

  it('may have a password with control characters', async () => {
    const { as } = await mina();
    const pasted = { ...OTTO, identity: 'pia', password: 'teh tarik\tpanas dua' };
    const { body: pia } = await app.call(
      calls.createAdmin,
      { body: { ...pasted, currentPassword: MINA.password } },
      as,
    );
    const credentials = { identity: pasted.identity, password: pasted.password };
    const { body: session } = await app.call(calls.signInAdmin, { body: credentials });
    const body = { password: 'teh tarik panas tiga', currentPassword: pasted.password };
    const changed = await app.call(calls.updateAdmin, { params: { id: pia.id }, body }, { jwt: session.jwt });
    expect(changed.status).toBe(200);
    await app.database.db.deleteFrom('admin').where('id', '=', pia.id).execute();
  });

  it('lose their sessions in the trash and cannot sign in; the last one cannot be trashed', async () => {
    const { id, as } = await mina();
    const otto = await app.call(calls.signInAdmin, {
      body: { identity: OTTO.identity, password: OTTO.password },
    });
    const params = { id: otto.body.id };
    expect((await app.call(calls.trashAdmin, { params }, as)).body.trash).toBe(1);
    expect((await app.call(calls.listAdmins, {}, { jwt: otto.body.jwt })).status).toBe(401);
    expect((await signIn(OTTO.identity, OTTO.password)).status).toBe(401);
    for (const written of [id, id.toUpperCase()])
      expect(problem(await app.call(calls.trashAdmin, { params: { id: written } }, as)).code).toBe(
        'last_admin',
      );
    expect((await app.call(calls.untrashAdmin, { params }, as)).body.trash).toBe(0);
    expect((await signIn(OTTO.identity, OTTO.password)).status).toBe(200);
  });

  it('trashing each other concurrently leaves one of two', async () => {
    const [one, other] = [
      await mina(),
      await app.call(calls.signInAdmin, { body: { identity: OTTO.identity, password: OTTO.password } }),
    ];
    await Promise.all([
      app.call(calls.trashAdmin, { params: { id: other.body.id } }, one.as),
      app.call(calls.trashAdmin, { params: { id: one.id } }, { jwt: other.body.jwt }),
    ]);
    const left = await app.database.db
      .selectFrom('admin')
      .select('id')
      .where('trashedAt', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    await app.database.db.updateTable('admin').set({ trashedAt: null }).execute();
  });
});

describe('office routes are closed', () => {
  const id = '01900000-0000-7000-8000-00000000dead';
  const doors = [
    ['GET', '/api/admins', undefined],
    ['GET', `/api/admins/${id}`, undefined],
    ['POST', '/api/admins', OTTO],
    ['POST', `/api/admins/${id}/update`, { fullname: 'x' }],
    ['POST', `/api/admins/${id}/trash`, {}],
    ['POST', `/api/admins/${id}/untrash`, {}],
    ['POST', '/api/admins/unlock-mobile', { mobile: '91234567' }],
  ] as const;

  it.each(doors)('to %s %s without the role', async (method, url, payload) => {
    const ask = async (jwt?: string) =>
      (
        await app.request({
          method,
          url,
          ...(payload === undefined ? {} : { payload }),
          headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` },
        })
      ).status;
    expect(await ask()).toBe(401);
    expect(await ask((await signedIn(app, 'customer')).jwt)).toBe(403);
    expect(await ask((await signedIn(app, 'cleaner')).jwt)).toBe(403);
  });

  it('and an unknown admin is a 404', async () => {
    const { as } = await mina();
    expect((await app.call(calls.getAdmin, { params: { id } }, as)).status).toBe(404);
    expect((await app.call(calls.trashAdmin, { params: { id } }, as)).status).toBe(404);
    expect((await app.call(calls.updateAdmin, { params: { id }, body: {} }, as)).status).toBe(404);
  });
});
