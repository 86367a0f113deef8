import { beforeEach, expect, test } from 'vitest';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';
import { lockCleaners } from './lock-cleaners.ts';
import { trashCleaner } from './trash-cleaner.ts';
import { moveToMobile, updateCleaner } from './update-cleaner.ts';

let id: string;
let mobile: string;
let mobiles = 0;

const app = await startTestApp({ features: [accounts, feature] });

beforeEach(async () => {
  app.clock.advance({ hours: 2 }); // an address may request three mobiles an hour
  mobile = `659${1_000_000 + ++mobiles}`;
  const body = { firstname: 'Aminah', gender: 'female' as const, mobile };
  id = (await app.call(calls.createCleaner, { body }, await signedIn(app, 'admin'))).body.id;
});

async function codeSent(): Promise<string> {
  await app.call(calls.signInCleaner, { body: { mobile } });
  await app.runOutbox();
  return app.sent.codeFor(mobile);
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

test('a cleaner who signs in while being trashed has no session afterwards', async () => {
  const otp = await codeSent();
  const verify = () => app.call(calls.verifyCleaner, { body: { mobile, otp } });
  expect((await overlap(app, (tx) => trashCleaner(tx, id), verify)).status).toBe(401);
  expect(await liveSessions()).toBe(0);
});

test('(control: without the lock the session survives)', async () => {
  const signInUnlocked = () =>
    inTransaction(app.context(), async (tx) => {
      const { trashedAt } = await tx.db
        .selectFrom('cleaner')
        .select('trashedAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const by = { role: 'cleaner', accountID: id, staySignedIn: false, browser: false } as const;
      if (trashedAt === null) await openSession(tx, by);
    });
  await overlap(app, (tx) => trashCleaner(tx, id), signInUnlocked);
  expect(await liveSessions()).toBe(1);
});

const office = {
  role: 'admin',
  officeRole: 'owner',
  id: '01900000-0000-7000-8000-00000000000a',
  sessionID: '',
} as const;

test('nor does one whose number the office changes concurrently', async () => {
  const otp = await codeSent();
  const verify = () => app.call(calls.verifyCleaner, { body: { mobile, otp } });
  const change = (tx: Tx) => updateCleaner({ ...tx, actor: office }, id, { mobile: '6598887777' });
  expect((await overlap(app, change, verify)).status).toBe(401);
  expect(await liveSessions()).toBe(0);
});

test('nor does one who moves to a new number concurrently', async () => {
  const otp = await codeSent();
  const verify = () => app.call(calls.verifyCleaner, { body: { mobile, otp } });
  const change = (tx: Tx) => moveToMobile(tx, id, '6597776666');
  expect((await overlap(app, change, verify)).status).toBe(401);
  expect(await liveSessions()).toBe(0);
});

test.each([
  ['the office changes it', () => updateCleaner(app.context(office), id, { mobile: '6598887776' })],
  [
    'it is changed with a code',
    () => inTransaction(app.context(), (tx) => moveToMobile(tx, id, '6597776665')),
  ],
])('a session by the old number ends once %s, however late it started', async (_how, change) => {
  const signIn = async (tx: Tx) => {
    await lockCleaners(tx, [id]);
    await openSession(tx, { role: 'cleaner', accountID: id, staySignedIn: true, browser: false });
  };
  expect(await overlap<unknown>(app, signIn, change)).toMatchObject({ id });
  expect(await liveSessions()).toBe(0);
});
