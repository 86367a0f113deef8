import { expect, it } from 'vitest';
import { refuse } from '../kernel/refusal.ts';
import { startTestApp } from '../testing/test-app.ts';
import { sendTestSms, testSms } from '../testing/test-sms.ts';
import { inTransaction } from './database/transaction.ts';
import { messageTasks } from './deliver-messages.ts';
import { sendMail } from './messages.ts';
import { newTask } from './outbox.ts';
import { runCronJobs } from './run-cron-jobs.ts';
import { startWorker } from './worker.ts';

declare module './outbox.ts' {
  interface TaskPayloads {
    'test-slow': { ms: number };
    'test-broken': Record<string, never>;
    'test-hangs': Record<string, never>;
  }
}

const app = await startTestApp({ features: [testSms] });

const until = async (done: () => boolean | Promise<boolean>) => {
  while (!(await done())) await new Promise((next) => setTimeout(next, 5));
};

it('sends a message after the commit, and none after a rollback', async () => {
  const worker = await startWorker({ ...parts(), tasks: messageTasks });
  try {
    await inTransaction(app.context(), async (tx) => {
      await sendTestSms(tx, { to: '6591234567', body: 'not this one' });
      return refuse('not_found');
    });
    await inTransaction(app.context(), (tx) => sendTestSms(tx, { to: '6591234567', body: 'hello' }));
    await until(() => app.sent.sms.length > 0);
    expect(app.sent.sms.map((sms) => sms.body)).toEqual(['hello']);
  } finally {
    await worker.stop();
  }
});

it('does not send a message that has expired', async () => {
  const notAfter = app.clock.now().subtract({ seconds: 1 });
  await inTransaction(app.context(), (tx) =>
    sendTestSms(tx, { to: '6598765432', body: 'a dead code', notAfter }),
  );
  await app.runOutbox();
  expect(app.sent.sms.some((sms) => sms.to === '6598765432')).toBe(false);
});

it.each(['tan@example.com\nBcc: all@example.com', 'Hi\r\nBcc: all@example.com'])(
  'refuses a line break in an address or subject: %j',
  async (text) => {
    const mail = text.startsWith('Hi')
      ? { to: 'tan@example.com', subject: text, body: '' }
      : { to: text, subject: 'Hi', body: '' };
    await expect(inTransaction(app.context(), (tx) => sendMail(tx, mail))).rejects.toThrow('one line');
  },
);

it('waits for the running task when it stops', async () => {
  let begun = false;
  let done = false;
  const worker = await startWorker({
    ...parts(),
    tasks: {
      'test-slow': async (_ctx, { ms }) => {
        begun = true;
        await new Promise((next) => setTimeout(next, ms));
        done = true;
      },
    },
  });
  await inTransaction(app.context(), (tx) => tx.outbox.publish(tx, 'test-slow', { ms: 300 }));
  // Not "some row is locked": the worker's cron jobs at start are tasks too.
  await until(() => begun);
  await worker.stop();
  expect(done).toBe(true);
});

it('returns a task that outlasts the stop to the queue, where another worker takes it', {
  tags: 'deep',
}, async () => {
  const never = Promise.withResolvers<void>();
  let begun = 0;
  const tasks = {
    'test-slow': () => {
      begun += 1;
      return begun === 1 ? never.promise : Promise.resolve();
    },
  };
  const stopped = await startWorker({ ...parts(), tasks });
  await inTransaction(app.context(), (tx) => tx.outbox.publish(tx, 'test-slow', { ms: 0 }));
  await until(() => begun === 1);
  await stopped.stop();
  const { rows } = await app.database.pool.query<{ locked_by: string | null }>(
    `select locked_by from graphile_worker.jobs where task_identifier = 'test-slow'`,
  );
  expect(rows).toEqual([{ locked_by: null }]);
  const other = await startWorker({ ...parts(), tasks });
  try {
    await until(() => begun === 2);
  } finally {
    await other.stop();
    never.resolve();
  }
});

it('runs what a killed worker had started', async () => {
  await inTransaction(app.context(), (tx) => tx.outbox.publish(tx, 'test-slow', { ms: 0 }));
  await app.database.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'worker-killed', locked_at = now() - interval '4 minutes', attempts = 1`,
  );
  let runs = 0;
  const worker = await startWorker({
    ...parts(),
    tasks: {
      'test-slow': async () => {
        runs += 1;
      },
    },
  });
  try {
    await until(() => runs === 1);
  } finally {
    await worker.stop();
  }
});

it('queues several tasks at once, and withdraws those that have not started, by their keys', async () => {
  const notBefore = Temporal.Now.instant().add({ hours: 1 });
  const task = (ms: number, key: string) => newTask('test-slow', { ms }, { key, notBefore });
  await inTransaction(app.context(), (tx) => tx.outbox.publishAll(tx, [task(1, 'one'), task(2, 'two')]));
  const withdrawn = await inTransaction(app.context(), (tx) =>
    tx.outbox.withdraw(tx, ['two', 'one', 'three']),
  );
  expect(withdrawn).toEqual(new Set(['one', 'two']));
});

it('runs the cron jobs as soon as it starts', async () => {
  let cronJobs = 0;
  const worker = await startWorker({
    ...parts(),
    tasks: {},
    cronJobs: {
      holds: async () => {
        cronJobs += 1;
      },
    },
  });
  try {
    await until(() => cronJobs === 1);
  } finally {
    await worker.stop();
  }
});

it('starts and works although the cron jobs cannot be queued', async () => {
  const { pool } = app.database;
  await pool.query('alter function graphile_worker.add_job rename to add_job_away');
  let runs = 0;
  const started = startWorker({
    ...parts(),
    tasks: {
      'test-slow': async () => {
        runs += 1;
      },
    },
  });
  await Promise.allSettled([started]);
  await pool.query('alter function graphile_worker.add_job_away rename to add_job');
  const worker = await started;
  try {
    await inTransaction(app.context(), (tx) => tx.outbox.publish(tx, 'test-slow', { ms: 0 }));
    await until(() => runs === 1);
  } finally {
    await worker.stop();
  }
});

it('counts runs and failures, and retries a failed task', async () => {
  let tries = 0;
  const worker = await startWorker({
    ...parts(),
    tasks: {
      'test-broken': async () => {
        tries += 1;
        if (tries === 1) throw new Error('the provider is down');
      },
    },
  });
  try {
    await inTransaction(app.context(), (tx) => tx.outbox.publish(tx, 'test-broken', {}));
    await until(() => tries === 1);
    await until(
      async () =>
        (
          await app.database.pool.query(
            'update graphile_worker._private_jobs set run_at = now() where attempts = 1 and locked_by is null',
          )
        ).rowCount === 1,
    );
    await until(() => tries === 2);
  } finally {
    await worker.stop();
  }
  const counted = await app.services.metrics.outboxRuns.get();
  expect(counted.values.filter((value) => value.labels.task === 'test-broken')).toEqual([
    expect.objectContaining({ labels: { task: 'test-broken', outcome: 'failed' }, value: 1 }),
    expect.objectContaining({ labels: { task: 'test-broken', outcome: 'done' }, value: 1 }),
  ]);
});

it('keeps at most two workers busy with servers that never reply; nothing else waits for them', async () => {
  const replies = Promise.withResolvers<void>();
  let hanging = 0;
  const ran: string[] = [];
  const worker = await startWorker({
    ...parts(),
    tasks: {
      'test-hangs': () => {
        hanging += 1;
        return replies.promise;
      },
      'test-slow': async () => void ran.push('internal'),
      'send-code': async () => void ran.push('code'),
    },
    taskGroups: { 'test-hangs': 'receivers', 'send-code': 'codes' },
    cronJobs: { works: async () => void ran.push('cron') },
  });
  try {
    const hang = Array.from({ length: 10 }, () => newTask('test-hangs', {}));
    await inTransaction(app.context(), (tx) => tx.outbox.publishAll(tx, hang));
    await until(() => hanging === 2);
    await inTransaction(app.context(), (tx) =>
      tx.outbox.publishAll(tx, [
        newTask('test-slow', { ms: 0 }),
        newTask('send-code', { id: app.services.newID(), lane: 'codes' }),
      ]),
    );
    await until(() => ['internal', 'code', 'cron'].every((name) => ran.includes(name)));
    expect(hanging).toBe(2);
    replies.resolve();
    await until(() => hanging === 10);
  } finally {
    replies.resolve();
    await worker.stop();
  }
});

it('runs every cron job although one of them fails', async () => {
  const ran: string[] = [];
  await runCronJobs(app.services, {
    fails: () => Promise.reject(new Error('broken')),
    works: async () => void ran.push('works'),
  });
  expect(ran).toEqual(['works']);
});

function parts() {
  return { services: app.services, pool: app.database.pool, cronJobs: {} };
}
