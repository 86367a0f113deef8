import { expect, test } from 'vitest';
import type { OfficeRole } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { createAdmin } from './create-admin.ts';
import { feature } from './index.ts';

const app = await startTestApp({ features: [feature] });
const currentPassword = 'the key to the office';
let serial = 0;

/** An admin of their own for each test, signed in. */
async function admin(officeRole: OfficeRole) {
  serial += 1;
  const identity = `admin${serial}`;
  const made = await createAdmin(app.context(), {
    identity,
    password: currentPassword,
    fullname: identity,
    email: '',
    officeRole,
  });
  if (isRefusal(made)) throw new Error(made.refusal);
  const { status, body } = await app.call(calls.signInAdmin, {
    body: { identity, password: currentPassword },
  });
  expect(status).toBe(200);
  expect(body.officeRole).toBe(officeRole);
  return { id: made.id, as: { jwt: body.jwt } };
}

type Admin = Awaited<ReturnType<typeof admin>>;

const update = (id: string, body: object, by: Admin) =>
  app.call(calls.updateAdmin, { params: { id }, body: { currentPassword, ...body } }, by.as);

/** Only these remain owners. */
async function onlyOwners(...ids: string[]): Promise<void> {
  await app.services.db
    .updateTable('admin')
    .set({ officeRole: 'office' })
    .where('id', 'not in', ids)
    .execute();
}

test('a new admin has the role that is sent, or else the role office', async () => {
  const owner = await admin('owner');
  const person = {
    password: 'a long enough password',
    fullname: 'Siti',
    email: 's@kemas.example',
    currentPassword,
  };
  const body = { ...person, identity: 'siti', officeRole: 'dispatcher' } as const;
  expect((await app.call(calls.createAdmin, { body }, owner.as)).body.officeRole).toBe('dispatcher');
  const usual = await app.call(calls.createAdmin, { body: { ...person, identity: 'usual' } }, owner.as);
  expect(usual.body.officeRole).toBe('office');
});

test('only an owner adds, changes, trashes and restores admins; everyone changes their own name', async () => {
  const [office, other] = [await admin('office'), await admin('read-only')];
  const body = {
    identity: 'new',
    password: 'a long enough password',
    fullname: 'New',
    email: '',
    currentPassword,
  };
  expect((await app.call(calls.createAdmin, { body }, office.as)).status).toBe(403);
  expect((await update(other.id, { fullname: 'Changed' }, office)).status).toBe(403);
  expect((await app.call(calls.trashAdmin, { params: { id: other.id } }, office.as)).status).toBe(403);
  expect((await app.call(calls.untrashAdmin, { params: { id: other.id } }, office.as)).status).toBe(403);
  expect((await update(office.id, { fullname: 'My new name' }, office)).body.fullname).toBe('My new name');
  expect((await update(other.id, { fullname: 'Me too' }, other)).status).toBe(200);
});

test('nobody but an owner gives a role, least of all to themselves', async () => {
  const [office, owner] = [await admin('office'), await admin('owner')];
  expect((await update(office.id, { officeRole: 'owner' }, office)).status).toBe(403);
  expect((await update(office.id, { officeRole: 'office' }, office)).status).toBe(200);
  const then = { createdAt: app.clock.now().subtract({ hours: 3 }).toString() };
  await app.database.db.updateTable('session').set(then).where('accountID', '=', owner.id).execute();
  const withoutPassword = await app.call(
    calls.updateAdmin,
    { params: { id: office.id }, body: { officeRole: 'owner' } },
    owner.as,
  );
  expect(problem(withoutPassword).code).toBe('current_password_needed');
});

test('a new role ends the sessions of the old one', async () => {
  const [owner, office] = [await admin('owner'), await admin('office')];
  expect((await update(office.id, { officeRole: 'read-only' }, owner)).body.officeRole).toBe('read-only');
  expect((await app.call(calls.listSessions, {}, office.as)).status).toBe(401);
  expect((await update(owner.id, { fullname: 'Still here' }, owner)).status).toBe(200);
});

test('the last owner stays one', async () => {
  const [owner, other] = [await admin('owner'), await admin('office')];
  await onlyOwners(owner.id);
  expect(problem(await update(owner.id, { officeRole: 'office' }, owner)).code).toBe('last_owner');
  const trash = await app.call(calls.trashAdmin, { params: { id: owner.id } }, owner.as);
  expect(problem(trash).code).toBe('last_owner');
  expect((await update(other.id, { officeRole: 'owner' }, owner)).status).toBe(200);
  expect((await update(owner.id, { officeRole: 'office' }, owner)).status).toBe(200);
});

test('of two owners who give up the role at once, one stays', async () => {
  const [one, two] = [await admin('owner'), await admin('owner')];
  await onlyOwners(one.id, two.id);
  const outcomes = await Promise.all(
    [one, two].map(async (owner) => (await update(owner.id, { officeRole: 'office' }, owner)).status),
  );
  expect(outcomes.toSorted()).toEqual([200, 409]);
});

test('the history shows who changed a role', async () => {
  const [owner, office] = [await admin('owner'), await admin('office')];
  await update(office.id, { officeRole: 'accountant' }, owner);
  const { rows } = await app.database.pool.query(
    `select before, after, actor_id from audit_entry where subject_id = $1 and action = 'admin.updated'`,
    [office.id],
  );
  expect(rows).toEqual([
    { before: { officeRole: 'office' }, after: { officeRole: 'accountant' }, actorID: owner.id },
  ]);
});
