import { beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { resetPassword as resetCall } from '../contract/forgotten-password.ts';
import { createAdmin, listAdmins, trashAdmin, updateAdmin } from '../contract.ts';
import { lockAdmin } from './admin-record.ts';
import { endResetLinks, purgeResetLinks, resetPassword } from './forgotten-password.ts';
import { feature } from './index.ts';
import { addAdmin, codeOf, enrol, PASSWORD, type TestAdmin } from './testing/admins.ts';

const NEW = 'teh tarik panas dua';

let mina: TestAdmin;
let otto: TestAdmin;
let admins = 0;

const app = await startTestApp({ features: [feature], env: { PUBLIC_URL: 'https://kemas.example/' } });

beforeEach(async () => {
  app.clock.advance({ hours: 2 });
  admins += 1;
  mina = await addAdmin(app, `mina-${admins}`);
  otto = await addAdmin(app, `otto-${admins}`);
});

const forget = (identity = mina.identity, remoteAddress = '127.0.0.1') =>
  app.request({
    method: 'POST',
    url: '/api/admins/forgot-password',
    payload: { identity },
    remoteAddress,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
const mails = () => app.sent.mail.filter(({ to }) => to === mina.email);

/** The token of the newest e-mail. */
async function token(): Promise<string> {
  await forget();
  await app.runOutbox();
  return tokenIn(mails().at(-1)?.body ?? '');
}

function tokenIn(body: string): string {
  return /^https:\/\/kemas\.example\/reset-password#([\w-]{43})$/m.exec(body)?.[1] ?? 'none';
}

const reset = async (given: string, password = NEW) => {
  const reply = await app.call(resetCall, { body: { token: given, password } });
  return reply.status === 200 ? 'set' : problem(reply).code;
};

const signIn = async (password: string, otp?: string) => {
  const payload = { identity: mina.identity, password, ...(otp === undefined ? {} : { otp }) };
  const reply = await app.request({ method: 'POST', url: '/api/admins/signin', payload });
  return reply.status === 200 ? 'in' : problem(reply).code;
};

describe('a new admin without a password', () => {
  const add = async (name: string) => {
    const as = await signedIn(app, 'admin', mina.id);
    const person = { identity: name, fullname: 'Raj Pillai', email: `${name}@kemas.example` };
    const body = { ...person, currentPassword: PASSWORD };
    expect((await app.call(createAdmin, { body }, as)).status).toBe(201);
    await app.runOutbox();
    return app.sent.mail.filter(({ to }) => to === person.email);
  };
  const change = (id: string, changes: object, as: As) =>
    app.call(updateAdmin, { params: { id }, body: { ...changes, currentPassword: PASSWORD } }, as);
  const signInAs = async (identity: string, password: string) =>
    (await app.request({ method: 'POST', url: '/api/admins/signin', payload: { identity, password } }))
      .status;

  it('chooses one by the link they are e-mailed, within three days', async () => {
    const name = `raj-${admins}`;
    const [mail] = await add(name);
    expect(mail?.body).toContain(`sign in to the office as ${name}`);
    app.clock.advance({ hours: 71 });
    await purgeResetLinks(app.context());
    expect(await reset(tokenIn(mail?.body ?? ''))).toBe('set');
    expect(await signInAs(name, NEW)).toBe(200);
    expect(await reset(tokenIn(mail?.body ?? ''), PASSWORD)).toBe('reset_link_dead');
  });

  it.each([
    [
      'is in the trash',
      'reset_link_dead',
      (id: string, as: As) => app.call(trashAdmin, { params: { id } }, as),
    ],
    [
      'has another e-mail',
      'reset_link_dead',
      (id: string, as: As) => change(id, { email: 'new@kemas.example' }, as),
    ],
    [
      'was given a password',
      'reset_link_dead',
      (id: string, as: As) => change(id, { password: 'milo dinosaur tiga' }, as),
    ],
    [
      'has another sign-in name',
      'set',
      (id: string, as: As) => change(id, { identity: `renamed-${admins}` }, as),
    ],
  ] as const)('who %s by then gets from the link: %s', async (...[, outcome, happens]) => {
    const [mail] = await add(`raj-${admins}`);
    const as = await signedIn(app, 'admin', mina.id);
    const { items } = (await app.call(listAdmins, { query: { q: `raj-${admins}` } }, as)).body;
    expect((await happens(items[0]?.id ?? '', as)).status).toBe(200);
    expect(await reset(tokenIn(mail?.body ?? ''))).toBe(outcome);
  });

  it('asks for a new link after that', async () => {
    const name = `raj-${admins}`;
    const [mail] = await add(name);
    app.clock.advance({ hours: 72 });
    expect(await reset(tokenIn(mail?.body ?? ''))).toBe('reset_link_dead');
    await forget(name);
    await app.runOutbox();
    const newest = app.sent.mail.filter(({ to }) => to === `${name}@kemas.example`).at(-1);
    expect(await reset(tokenIn(newest?.body ?? ''))).toBe('set');
  });
});

describe('a forgotten password', () => {
  it('is reset by the link, which ends every session and sends an e-mail', async () => {
    const as = await signedIn(app, 'admin', mina.id);
    expect(await reset(await token())).toBe('set');
    expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual(['wrong_credentials', 'in']);
    expect((await app.call(listAdmins, {}, as)).status).toBe(401);
    await app.runOutbox();
    expect(mails().map(({ subject }) => subject)).toEqual([
      'Set a new password for the office',
      'Your office password has changed',
    ]);
  });

  it('answers known and unknown names alike, and looks up neither before replying', async () => {
    const replies = [await forget(), await forget('nobody'), await forget(`${mina.identity} `)];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      replies.map(() => [200, { done: true }]),
    );
    expect(await liveLinks()).toBe(0);
    const headers = replies.map((reply) => Object.keys(reply.headers).toSorted());
    expect(headers[1]).toEqual(headers[0]);
    await app.runOutbox();
    expect(await liveLinks()).toBe(1);
  });

  it('sends nothing to a trashed admin or one without an address', async () => {
    const as = await signedIn(app, 'admin', otto.id);
    await app.call(trashAdmin, { params: { id: mina.id } }, as);
    await forget();
    await app.database.db.updateTable('admin').set({ email: '' }).where('id', '=', otto.id).execute();
    await forget(otto.identity);
    await app.runOutbox();
    expect(mails()).toEqual([]);
    expect(await liveLinks()).toBe(0);
  });

  it('can be requested five times an hour per name, known or not, and twenty times per address', async () => {
    for (const name of [mina.identity.toUpperCase(), 'nobody at all']) {
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) statuses.push((await forget(name, `10.8.${at}.1`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    const many: number[] = [];
    for (let at = 0; at < 21; at += 1) many.push((await forget(`name ${at}`, '10.9.0.1')).status);
    expect(many.filter((status) => status === 429)).toHaveLength(1);
  });

  it('does not turn off two-factor authentication', async () => {
    const { secret } = await enrol(app, mina);
    expect(await reset(await token())).toBe('set');
    expect(await signIn(NEW)).toBe('otp_needed');
    expect(await signIn(NEW, codeOf(app, secret))).toBe('in');
  });
});

describe('the reset link', () => {
  it('the reset link works only once', async () => {
    const link = await token();
    expect([await reset(link), await reset(link, 'milo dinosaur tiga')]).toEqual(['set', 'reset_link_dead']);
    expect(await signIn(NEW)).toBe('in');
  });

  it('the reset link expires after thirty minutes', async () => {
    const first = await token();
    app.clock.advance({ minutes: 30 });
    expect(await reset(first)).toBe('reset_link_dead');
    const second = await token();
    app.clock.advance({ minutes: 29 });
    expect(await reset(second)).toBe('set');
  });

  it('is invalidated by a newer one', async () => {
    const [older, newer] = [await token(), await token()];
    expect(older).not.toBe(newer);
    expect([await reset(older), await reset(newer)]).toEqual(['reset_link_dead', 'set']);
  });

  it('is invalidated by a new password, another e-mail address and the trash', async () => {
    const as = await signedIn(app, 'admin', otto.id);
    const params = { id: mina.id };
    for (const body of [{ password: NEW }, { email: mina.email.replace('@', '+2@') }]) {
      const link = await token();
      await app.call(updateAdmin, { params, body: { ...body, currentPassword: PASSWORD } }, as);
      expect(await reset(link)).toBe('reset_link_dead');
      if ('email' in body) {
        await app.runOutbox();
        expect(mails().at(-1)?.subject).toBe('Your office e-mail address has changed');
      }
      await app.database.db
        .updateTable('admin')
        .set({ email: mina.email })
        .where('id', '=', mina.id)
        .execute();
    }
    const link = await token();
    await app.call(trashAdmin, { params }, as);
    expect(await reset(link)).toBe('reset_link_dead');
  });

  it('is not used up by a refused password, and does not allow a weak one', async () => {
    const link = await token();
    for (const weak of ['too short', '123456789012', `${mina.identity} 1`.repeat(2)])
      expect(await reset(link, weak)).toBe('invalid');
    expect(await reset(link)).toBe('set');
  });

  it('is not stored readably once it is sent, and a wrong one is answered like none', async () => {
    const link = await token();
    const tables = ['admin_password_reset', 'audit_entry', 'throttle'] as const;
    for (const table of tables) {
      const rows = await app.database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(link);
    }
    for (const wrong of ['x', link.slice(1), `${link}=`, link.toLowerCase()])
      expect(await reset(wrong)).toBe('reset_link_dead');
    expect(await reset(link)).toBe('set');
  });

  it('sets one password if used eight times concurrently', async () => {
    const link = await token();
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => reset(link, `${NEW} ${at}`)));
    expect(outcomes.filter((each) => each === 'set')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'reset_link_dead')).toHaveLength(7);
  });

  it('is used by one of two even with the worst timing', async () => {
    const link = await token();
    const use = (password: string) => resetPassword(app.context(), { token: link, password });
    expect(await overlap(app, useLink, () => use('milo dinosaur tiga'))).toMatchObject({
      refusal: 'reset_link_dead',
    });
  });

  it('is deleted from the table four days later', async () => {
    await token();
    app.clock.advance({ hours: 97 });
    await app.runCronJobs();
    expect(await app.database.db.selectFrom('admin_password_reset').select('id').execute()).toEqual([]);
  });
});

/** What the first of the two has done by then. */
async function useLink(tx: Tx): Promise<void> {
  await lockAdmin(tx, mina.id);
  await endResetLinks(tx, mina.id, 'used');
}

async function liveLinks(): Promise<number> {
  const rows = await app.database.db
    .selectFrom('admin_password_reset')
    .select('id')
    .where('adminID', '=', mina.id)
    .where('endedAt', 'is', null)
    .execute();
  return rows.length;
}
