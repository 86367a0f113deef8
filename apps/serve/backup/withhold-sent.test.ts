import { expect, test, vi } from 'vitest';
import { features } from '#apps/api/features.ts';
import { listMessages } from '#features/messages/messages/contract.ts';
import { sendRefund } from '#features/money/payments/server/refunds.ts';
import { dropTask } from '#features/office/failed-tasks/contract.ts';
import { createWebhook, listWebhookDeliveries, testWebhook } from '#features/office/webhooks/contract.ts';
import { loadConfig } from '#platform/server/config.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { findDeadTasks, retryDeadTask } from '#platform/server/dead-tasks.ts';
import { sendMail, unwrittenTask } from '#platform/server/messages.ts';
import { newTask } from '#platform/server/outbox.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { withholdSent } from './withhold-sent.ts';

const app = await startTestApp({ features });
// PostgreSQL rounds to microseconds, perhaps to a time after this clock's.
app.clock.set(Temporal.Now.instant().round('millisecond').toString());
const office = await signedIn(app, 'admin', app.services.newID(), 'owner');
const { db } = app.services;

const restored = () =>
  withholdSent(loadConfig({ NODE_ENV: 'test', DEMO: '0', DATABASE_URL: app.database.url }), app.database.url);
const messages = () =>
  db
    .selectFrom('message')
    .select(['kind', 'state', 'failure'])
    .orderBy('state')
    .orderBy('kind', 'desc')
    .execute();

test('what was waiting to be sent is not sent after a restore, and the office can send it', async () => {
  const receiver = await startReceiver();
  const { body: webhook } = await app.call(createWebhook, { body: { url: receiver.url } }, office);
  await app.call(testWebhook, { params: { id: webhook.id } }, office);
  const sms = { kind: 'mobile-changed', channel: 'sms', to: '6591234567', data: {} } as const;
  const tomorrow = app.clock.now().add({ hours: 24 });
  await inTransaction(app.context(), async (tx) => {
    await sendMail(tx, { to: 'mei@example.sg', subject: 'Hello', body: 'A mail' });
    await tx.outbox.publishAll(tx, [
      unwrittenTask(tx, sms),
      unwrittenTask(tx, { ...sms, heldUntil: tomorrow }),
      newTask('tell-of-changes', { jobID: tx.newID() }),
      newTask('send-refund', { refundID: tx.newID() }),
    ]);
  });

  await restored();
  await app.runOutbox('all');

  expect(app.sent.sms).toEqual([]);
  expect(app.sent.mail).toEqual([]);
  expect(receiver.received).toEqual([]);
  const notSent = { state: 'failed', failure: expect.stringContaining('restored from a backup') };
  expect(await messages()).toEqual([
    { kind: 'other', ...notSent },
    { kind: 'mobile-changed', ...notSent },
    { kind: 'mobile-changed', state: 'held', failure: '' },
  ]);
  const { items } = (await app.call(listWebhookDeliveries, { query: { endpointID: webhook.id } }, office))
    .body;
  expect(items).toMatchObject([{ state: 'failed', lastProblem: expect.stringContaining('restored') }]);
  const dead = await findDeadTasks(app.context(), 10);
  expect(dead.map(({ task }) => task).toSorted()).toEqual([
    'tell-of-changes',
    'write-and-send',
    'write-and-send',
  ]);

  const mail = dead.find(({ payload }) => JSON.stringify(payload).includes('A mail'));
  await inTransaction(app.context(), (tx) => retryDeadTask(tx, mail?.id ?? ''));
  await app.runOutbox('all');
  expect(app.sent.mail.map(({ body }) => body)).toEqual(['A mail']);

  // The office drops the text message, here or among the failed tasks: it is then in neither list.
  const [text] = await db
    .selectFrom('message')
    .select('id')
    .where('kind', '=', 'mobile-changed')
    .where('state', '=', 'failed')
    .execute();
  const canDrop = async () =>
    (await app.call(listMessages, {}, office)).body.items
      .filter((message) => message.canDrop)
      .map(({ id }) => id);
  expect(await canDrop()).toContain(text?.id);
  const own = (await findDeadTasks(app.context(), 10)).find(({ payload }) =>
    JSON.stringify(payload).includes(text?.id ?? '-'),
  );
  expect((await app.call(dropTask, { params: { number: own?.id ?? '' }, body: {} }, office)).status).toBe(
    200,
  );
  expect(await canDrop()).not.toContain(text?.id);
  expect((await findDeadTasks(app.context(), 10)).map(({ task }) => task)).toEqual(['tell-of-changes']);
  await app.runOutbox('all');
  expect(app.sent.sms).toEqual([]);
});

test('a refund that was not sent yet is sent only while the provider knows its key', async () => {
  const refund = vi.spyOn(app.services.providers.payments, 'refund');
  const addRefund = async (hoursAgo: number) => {
    const id = app.services.newID();
    const client = await app.database.pool.connect();
    try {
      await client.query('set session_replication_role = replica'); // without its payment
      await client.query(
        `insert into payment_refund (id, transaction_id, payment_id, stripe_pi_id, cents, origin, status, created_at)
         values ($1, $2, $2, 'pi_1', 5000, 'kemas', 'created', $3)`,
        [id, app.services.newID(), app.clock.now().subtract({ hours: hoursAgo }).toString()],
      );
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
    return id;
  };
  const [fresh, old] = [await addRefund(1), await addRefund(72)];
  await restored();
  for (const refundID of [fresh, old]) await sendRefund(app.context(), { refundID }).catch(() => undefined);
  expect(refund.mock.calls.map(([order]) => order.refundID)).toEqual([fresh]);
  // The control: of an old refund that was not restored it is known that it was never sent.
  const notRestored = await addRefund(72);
  await sendRefund(app.context(), { refundID: notRestored }).catch(() => undefined);
  expect(refund.mock.calls.map(([order]) => order.refundID)).toEqual([fresh, notRestored]);
});
