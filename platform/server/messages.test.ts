import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { sendTestSms, testSms } from '../testing/test-sms.ts';
import { inTransaction } from './database/transaction.ts';
import { findDeadTasks, retryDeadTask } from './dead-tasks.ts';
import { messageTasks } from './deliver-messages.ts';
import type { Feature } from './feature.ts';
import { sendMail, unwrittenTask } from './messages.ts';
import { MessageRefused } from './providers/message-refused.ts';
import type { SmsMessage } from './providers/sms.ts';
import { startWorker } from './worker.ts';

const CAP = 10;

let app: TestApp;
let reply: (() => Promise<void>) | null = null;
/** What the gateway does with an SMS; null takes it. */
const replyWith = (next: typeof reply) => {
  reply = next;
};
beforeEach(async () => {
  reply = null;
  app = await startTestApp({ features: [testSms], env: { MESSAGES_PER_MINUTE: String(CAP) } });
  const { send } = app.services.providers.sms;
  Object.assign(app.services.providers.sms, {
    send: (message: SmsMessage) => (reply === null ? send(message) : reply()),
  });
});
afterEach(() => app.close());

const say = (body: string, notAfter?: Temporal.Instant) =>
  inTransaction(app.context(), (tx) =>
    sendTestSms(tx, { to: '6591234567', body, ...(notAfter && { notAfter }) }),
  );

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `message ${index + 1}`);

async function sendAll(bodies: readonly string[]): Promise<void> {
  for (const body of bodies) await say(body);
}

/** A minute passes, for the app's clock and for the queue. */
async function passMinute(): Promise<void> {
  app.clock.advance({ minutes: 1 });
  await app.database.pool.query(
    "update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'",
  );
}

const sent = () => app.sent.sms.map(({ body }) => body);
/** The queue deletes a task shortly after it has completed. */
const expectWaiting = (messages: number) =>
  expect
    .poll(async () => (await app.database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount)
    .toBe(messages);

it('sends a burst at the cap, minute by minute: none lost, none duplicated', async () => {
  const bodies = numbered(15 * CAP + 3); // more minutes than an SMS has attempts
  await sendAll(bodies);
  for (let minute = 1; minute <= 16; minute += 1) {
    await app.runOutbox();
    expect(sent()).toHaveLength(Math.min(bodies.length, minute * CAP));
    await expectWaiting(Math.max(0, bodies.length - minute * CAP));
    await passMinute();
  }
  expect(sent().toSorted()).toEqual(bodies.toSorted());
});

it('does not delay e-mails because of SMS', async () => {
  await sendAll(numbered(2 * CAP));
  await inTransaction(app.context(), (tx) =>
    sendMail(tx, { to: 'tan@example.com', subject: 'Hi', body: 'at once' }),
  );
  await app.runOutbox();
  expect(app.sent.mail.map(({ body }) => body)).toEqual(['at once']);
});

it('does not send a delayed code that has expired', async () => {
  await sendAll(numbered(CAP));
  await app.runOutbox();
  await say('a code', app.clock.now().add({ seconds: 30 }));
  await say('a reminder');
  await app.runOutbox();
  await passMinute();
  await app.runOutbox();
  expect(sent().slice(CAP)).toEqual(['a reminder']);
  await expectWaiting(0);
});

it('delays nothing because of messages sent before the clock was set back', async () => {
  await sendAll(numbered(3 * CAP));
  await app.runOutbox();
  app.clock.advance({ hours: -2 });
  await say('now');
  await app.runOutbox();
  expect(sent()).toContain('now');
});

it('enforces the cap with four concurrent tasks', async () => {
  const bodies = numbered(5 * CAP);
  await sendAll(bodies);
  const worker = await startWorker({
    services: app.services,
    pool: app.database.pool,
    tasks: messageTasks,
    cronJobs: {},
  });
  try {
    for (let minute = 1; minute <= 5; minute += 1) {
      await expect.poll(() => sent().length).toBe(minute * CAP);
      await expect.poll(isIdle).toBe(true);
      expect(sent()).toHaveLength(minute * CAP);
      await passMinute();
    }
  } finally {
    await worker.stop();
  }
  expect(sent().toSorted()).toEqual(bodies.toSorted());
});

const messageRow = () => app.services.db.selectFrom('message').selectAll().executeTakeFirstOrThrow();

it('fails at once if a message cannot be written, and says that it was not the gateway', async () => {
  await inTransaction(app.context(), (tx) =>
    tx.outbox.publishAll(tx, [
      unwrittenTask(tx, { kind: 'unknown', channel: 'sms', to: '6591234567', data: {} }),
    ]),
  );
  await app.runOutbox();
  expect(await messageRow()).toMatchObject({
    state: 'failed',
    attempts: 1,
    failure: 'Kemas could not write this message, so nothing was sent. The server’s log says why.',
  });
  await expectWaiting(0);
});

it('does not repeat a message that the gateway refuses for good', async () => {
  replyWith(() => Promise.reject(new MessageRefused(400)));
  await say('to a wrong number');
  await app.runOutbox();
  expect(await messageRow()).toMatchObject({
    state: 'failed',
    attempts: 1,
    failure: 'The gateway did not take it (400).',
  });
  await expectWaiting(0);
});

it('sends a message whose task has failed permanently when the task is tried again', async () => {
  replyWith(() => Promise.reject(new Error('down')));
  await say('late');
  await app.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
  await app.services.db.updateTable('message').set({ attempts: 13 }).execute();
  await app.runOutbox();
  expect(await messageRow()).toMatchObject({ state: 'failed' });
  replyWith(null);
  const [dead] = await findDeadTasks(app.context(), 10);
  await inTransaction(app.context(), (tx) => retryDeadTask(tx, dead?.id ?? ''));
  await app.runOutbox();
  expect(sent()).toEqual(['late']);
  expect(await messageRow()).toMatchObject({ state: 'sent', failure: '' });
});

/** Every remaining message has been queued for later. */
async function isIdle(): Promise<boolean> {
  const due = await app.database.pool.query(
    'select 1 from graphile_worker._private_jobs where run_at <= now() or locked_at is not null',
  );
  return due.rowCount === 0;
}

it('a text goes through the channel of an extension that takes it, and otherwise as an SMS; a failure is tried again', async () => {
  await app.close();
  const taken: string[] = [];
  let mood: 'takes' | 'leaves' | 'fails' = 'takes';
  const whatsapp: Feature = {
    name: 'whatsapp',
    messageChannels: {
      whatsapp: async (_ctx, { body }) => {
        if (mood === 'fails') throw new Error('It did not answer.');
        if (mood === 'takes') taken.push(body);
        return mood === 'takes';
      },
    },
  };
  app = await startTestApp({ features: [testSms, whatsapp] });
  await say('first');
  await app.runOutbox();
  mood = 'leaves';
  await say('second');
  await app.runOutbox();
  mood = 'fails';
  await say('third');
  await app.runOutbox();
  expect([taken, sent()]).toEqual([['first'], ['second']]);
  mood = 'takes';
  await app.runOutbox('all');
  expect([taken, sent()]).toEqual([['first', 'third'], ['second']]);
});
