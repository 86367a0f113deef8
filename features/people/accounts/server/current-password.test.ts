import { beforeEach, describe, expect, it } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { resetTotp } from '../contract/totp.ts';
import { createAdmin, getAdmin, updateAdmin } from '../contract.ts';
import { feature } from './index.ts';
import { addAdmin, enrol, PASSWORD, type TestAdmin } from './testing/admins.ts';

let mina: TestAdmin;
let otto: TestAdmin;
let as: As;

/** An admin's session alone must not be enough to change who can sign in to the office. */
const app = await startTestApp({ features: [feature] });

let count = 0;
beforeEach(async () => {
  count += 1;
  mina = await addAdmin(app, `mina${count}`);
  otto = await addAdmin(app, `otto${count}`);
  as = await signedInLongAgo();
});

/** More than two hours ago, so that a proof is needed again. */
async function signedInLongAgo(): Promise<As> {
  const session = await signedIn(app, 'admin', mina.id);
  const then = { createdAt: app.clock.now().subtract({ hours: 2, seconds: 1 }).toString() };
  await app.database.db.updateTable('session').set(then).where('accountID', '=', mina.id).execute();
  return session;
}

type Send = (given: { currentPassword?: string }) => Promise<{ status: number }>;
const update =
  (whose: () => TestAdmin, changes: () => object): Send =>
  (given) =>
    app.call(updateAdmin, { params: { id: whose().id }, body: { ...changes(), ...given } }, as);
const other = () => otto;
const own = () => mina;

const cases: [string, Send][] = [
  ['a new admin', (given) => app.call(createAdmin, { body: { ...newAdmin(), ...given } }, as)],
  ['your own email', update(own, () => ({ email: `new${count}@kemas.example` }))],
  ['your own sign-in name', update(own, () => ({ identity: `mina-new${count}` }))],
  ['your own password', update(own, () => ({ password: 'milo dinosaur tiga' }))],
  ["another admin's email", update(other, () => ({ email: `new${count}@kemas.example` }))],
  ["another admin's sign-in name", update(other, () => ({ identity: `otto-new${count}` }))],
  ["another admin's password", update(other, () => ({ password: 'milo dinosaur tiga' }))],
];

function newAdmin() {
  const identity = `raj${count}`;
  return {
    identity,
    password: 'teh tarik panas dua',
    fullname: 'Raj Kumar',
    email: `${identity}@kemas.example`,
  };
}

async function expectPasswordAsked(send: Send): Promise<void> {
  const before = await app.database.db.selectFrom('admin').selectAll().orderBy('id').execute();
  const missing = await send({});
  expect(problem(missing as never)).toMatchObject({ status: 403, code: 'current_password_needed' });
  expect(problem((await send({ currentPassword: ' ' })) as never).code).toBe('current_password_needed');
  const wrong = await send({ currentPassword: 'not the password' });
  expect(problem(wrong as never)).toMatchObject({ status: 422, code: 'current_password_wrong' });
  expect(await app.database.db.selectFrom('admin').selectAll().orderBy('id').execute()).toEqual(before);
  expect((await send({ currentPassword: PASSWORD })).status).toBeLessThan(300);
}

describe("the caller's own current password", () => {
  it.each(cases)('is required for %s', (_, send) => expectPasswordAsked(send));

  it("is required to turn off another admin's two-factor authentication", async () => {
    await enrol(app, otto);
    as = await signedInLongAgo();
    await expectPasswordAsked((given) => app.call(resetTotp, { params: { id: otto.id }, body: given }, as));
  });

  it('is not asked of those who have just signed in, except to change it', async () => {
    as = await signedIn(app, 'admin', mina.id);
    const asked: string[] = [];
    for (const [what, send] of cases) if ((await send({})).status === 403) asked.push(what);
    expect(asked).toEqual(['your own password']);
  });

  it('counts as a proof for the next two hours', async () => {
    const email = (name: string) => update(own, () => ({ email: `${name}${count}@kemas.example` }));
    expect((await email('a')({ currentPassword: PASSWORD })).status).toBe(200);
    expect((await email('b')({})).status).toBe(200);
    expect((await email('c')({ currentPassword: 'not the password' })).status).toBe(422);
  });

  it('is not required for a full name, even if the other fields are sent unchanged', async () => {
    const body = { fullname: 'Mina Tan Hui', email: mina.email, identity: mina.identity };
    const reply = await app.call(updateAdmin, { params: { id: mina.id }, body }, as);
    expect([reply.status, reply.body.fullname]).toEqual([200, 'Mina Tan Hui']);
  });

  it('cannot be guessed: after ten wrong ones even the right one has to wait', async () => {
    const send = (currentPassword: string) =>
      app.call(
        updateAdmin,
        { params: { id: mina.id }, body: { email: 'x@kemas.example', currentPassword } },
        as,
      );
    for (let tries = 0; tries < 10; tries += 1) expect((await send('wrong')).status).toBe(422);
    expect((await send(PASSWORD)).status).toBe(429);
    expect((await app.call(getAdmin, { params: { id: mina.id } }, as)).body.email).toBe(mina.email);
  });
});
