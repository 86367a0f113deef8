import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendSms } from '#platform/server/messages.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { CODE_LIFE } from '../rules/codes.ts';
import { feature, requestCode } from './index.ts';

const A_MINUTE = 3;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ features: [feature], env: { MESSAGES_PER_MINUTE: String(A_MINUTE) } });
});
afterEach(() => app.close());

const mobileOf = (visitor: number) => `658${1_000_000 + visitor}`;
const ask = (visitor: number) =>
  requestCode(
    { ...app.context(), ip: `10.0.${visitor}.1` },
    { purpose: 'customer-sign-in', mobile: mobileOf(visitor), send: true, owner: null },
  );

it('sends a code at once although a mass mailing waits before it', async () => {
  for (let n = 0; n < 20 * A_MINUTE; n += 1)
    await inTransaction(app.context(), (tx) => sendSms(tx, { to: '6591234567', body: `news ${n}` }));
  await ask(1);
  await app.runOutbox();
  expect(app.sent.sms.filter(({ to }) => to === mobileOf(1))).toHaveLength(1);
});

it('runs the task of a code before the tasks that were queued earlier', async () => {
  await inTransaction(app.context(), (tx) => sendSms(tx, { to: '6591234567', body: 'news' }));
  await ask(1);
  await app.runOutbox();
  expect(app.sent.sms.map(({ to }) => to)).toEqual([mobileOf(1), '6591234567']);
});

it('answers 503 instead of promising a code that would arrive after its end, and sends every code it promised', async () => {
  const inTime = A_MINUTE * (CODE_LIFE.minutes + 1);
  for (let visitor = 1; visitor <= inTime; visitor += 1)
    expect(await ask(visitor)).toMatchObject({ expiresIn: 300 });
  expect(await ask(inTime + 1)).toMatchObject({ refusal: 'unavailable', members: { retryAfter: 60 } });
  for (let minute = 0; minute <= CODE_LIFE.minutes; minute += 1) {
    await app.runOutbox();
    app.clock.advance({ minutes: 1 });
    await app.database.pool.query(
      "update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'",
    );
  }
  expect(new Set(app.sent.sms.map(({ to }) => to)).size).toBe(inTime);
});
