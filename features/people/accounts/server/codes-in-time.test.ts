import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { sendTestSms, testSms } from '#platform/testing/test-sms.ts';
import { CODE_LIFE } from '../rules/codes.ts';
import { feature, requestCode } from './index.ts';

const A_MINUTE = 3;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ features: [feature, testSms], env: { MESSAGES_PER_MINUTE: String(A_MINUTE) } });
});
afterEach(() => app.close());

const mobileOf = (visitor: number) => `658${1_000_000 + visitor}`;
const ask = (visitor: number, send = true) =>
  requestCode(
    { ...app.context(), ip: `10.0.${visitor}.1` },
    { purpose: 'customer-sign-in', mobile: mobileOf(visitor), send, owner: null },
  );
const made = { expiresIn: CODE_LIFE.total('seconds') };
const refused = { refusal: 'unavailable', extensions: { retryAfter: 60 } };

/** The counts of codes; a client's different numbers only if requested. */
async function counts(keys = 'code-[^m]%'): Promise<unknown[]> {
  const { rows } = await app.database.pool.query(
    'select key, hits from throttle where key similar to $1 order by key, window_start',
    [keys],
  );
  return rows;
}

it('sends a code at once although a mass mailing is queued before it', async () => {
  for (let n = 0; n < 20 * A_MINUTE; n += 1)
    await inTransaction(app.context(), (tx) => sendTestSms(tx, { to: '6591234567', body: `news ${n}` }));
  await ask(1);
  await app.runOutbox();
  expect(app.sent.sms.filter(({ to }) => to === mobileOf(1))).toHaveLength(1);
});

it('runs the task of a code before tasks that were queued earlier', async () => {
  await inTransaction(app.context(), (tx) => sendTestSms(tx, { to: '6591234567', body: 'news' }));
  await ask(1);
  await app.runOutbox();
  expect(app.sent.sms.map(({ to }) => to)).toEqual([mobileOf(1), '6591234567']);
});

/** Sends as many codes as are allowed per minute. */
async function sendFullMinute(): Promise<void> {
  for (let visitor = 1; visitor <= A_MINUTE; visitor += 1) expect(await ask(visitor)).toMatchObject(made);
  await app.runOutbox();
  expect(app.sent.sms).toHaveLength(A_MINUTE);
}

it('answers 503 once the codes per minute are used up, and counts no refused code', async () => {
  await sendFullMinute();
  const before = await counts();
  for (let tries = 0; tries < 12; tries += 1) expect(await ask(A_MINUTE + 1)).toMatchObject(refused);
  expect(await counts()).toEqual(before);
  app.clock.advance({ minutes: 1 });
  expect(await ask(A_MINUTE + 1)).toMatchObject(made);
});

it('still counts a number among its client’s when a later code for it is refused with 503', async () => {
  await ask(0);
  await app.runOutbox();
  app.sent.sms.length = 0;
  app.clock.advance({ minutes: 11 });
  await sendFullMinute();
  const before = await counts('code-mobiles%');
  expect(await ask(0)).toMatchObject(refused);
  expect(await counts('code-mobiles%')).toEqual(before);
});

it('refuses an unsent code whenever a sent one would be refused', async () => {
  await sendFullMinute();
  expect(await ask(A_MINUTE + 1, false)).toMatchObject(refused);
});
