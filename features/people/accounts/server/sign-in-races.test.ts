import { beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { findAdminByIdentity } from './admin-record.ts';
import { createAdmin, feature } from './index.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { saveAdminChanges, trashAdmin } from './update-admin.ts';

const OLD = 'kopi-o kosong satu';
const NEW = 'teh tarik panas dua';

let id: string;
let ottoID: string;
let identity: string;
let admins = 0;

const app = await startTestApp({ features: [feature] });

beforeEach(async () => {
  app.clock.advance({ hours: 1 });
  admins += 1;
  identity = `mina-${admins}`;
  id = await added(identity);
  ottoID = await added(`otto-${admins}`); // another admin remains when one is trashed
});

async function added(name: string): Promise<string> {
  const admin = {
    identity: name,
    password: OLD,
    fullname: name,
    email: `${name}@kemas.example`,
    officeRole: 'owner',
  } as const;
  const made = await createAdmin(app.context(), admin);
  if (isRefusal(made)) throw new Error(made.refusal);
  return made.id;
}

const signIn = async () => (await app.call(calls.signInAdmin, { body: { identity, password: OLD } })).status;

/** The control: the same work without the lock and the second check of the hash. */
async function signInUnguarded(): Promise<number> {
  const admin = await findAdminByIdentity(app.context(), identity);
  if (admin === undefined || !(await isPassword(OLD, admin.passwordHash))) return 401;
  const by = {
    role: 'admin',
    officeRole: 'owner',
    accountID: admin.id,
    staySignedIn: false,
    browser: false,
  } as const;
  await inTransaction(app.context(), async (tx) => {
    const { trashedAt } = await tx.db
      .selectFrom('admin')
      .select('trashedAt')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow();
    if (trashedAt === null) await openSession(tx, by);
  });
  return 200;
}

async function liveSessions(): Promise<number> {
  const rows = await app.database.db
    .selectFrom('session')
    .select('id')
    .where('accountID', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  return rows.length;
}

function byOtto(tx: Tx) {
  return {
    ...tx,
    actor: { role: 'admin' as const, officeRole: 'owner' as const, id: ottoID, sessionID: tx.newID() },
  };
}
const changePassword = async (tx: Tx) => {
  const update = { changes: {}, newHash: await hashPassword(NEW), compared: null };
  expect(await saveAdminChanges(byOtto(tx), id, update)).not.toHaveProperty('refusal');
};
const trash = (tx: Tx) => trashAdmin(tx, id);

describe.each([
  ['changing the password during a sign-in', changePassword],
  ['trashing the admin during a sign-in', trash],
] as const)('an admin signs in while %s', (...[, happens]) => {
  it('leaves no session afterwards', async () => {
    expect(await overlap(app, happens, signIn)).toBe(401);
    expect(await liveSessions()).toBe(0);
  });

  it('(control: without the lock the session survives)', async () => {
    expect(await overlap(app, happens, signInUnguarded)).toBe(200);
    expect(await liveSessions()).toBe(1);
  });
});

it('many sign-ins concurrent with a password change leave no session of the old password', async () => {
  const signIns = Array.from({ length: 8 }, (_, index) =>
    app.request({
      method: 'POST',
      url: '/api/admins/signin',
      payload: { identity, password: OLD },
      remoteAddress: `10.3.${index}.1`,
    }),
  );
  await inTransaction(app.context(), changePassword);
  await Promise.all(signIns);
  expect(await liveSessions()).toBe(0);
});

it('of two concurrent changes of the own password with the same current one, one succeeds', async () => {
  const [one, other] = [await signedIn(app, 'admin', id), await signedIn(app, 'admin', id)];
  const change = (as: typeof one, password: string) =>
    app.call(calls.updateAdmin, { params: { id }, body: { password, currentPassword: OLD } }, as);
  const replies = await Promise.all([change(one, NEW), change(other, 'milo dinosaur tiga')]);
  const codes = replies.map((reply) => (reply.status === 200 ? 'changed' : problem(reply).code));
  expect(codes.toSorted()).toEqual(['changed', 'current_password_wrong']);
});
