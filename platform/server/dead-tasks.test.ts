import { beforeEach, expect, it } from 'vitest';
import { runAllTasks, startTestApp } from '../testing/test-app.ts';
import { inTransaction } from './database/transaction.ts';
import { purgeDeadTasks, removeDeadTasksOf } from './dead-tasks.ts';

const app = await startTestApp({ features: [] });

beforeEach(async () => {
  await app.database.pool.query('delete from graphile_worker._private_jobs');
});

const CODE = 'K7QM-3XWD-9PLA';
const gift = { id: 'm1', unkept: { to: 'wei@home.example', data: { code: CODE } }, lane: 'email' };

/** Adds a task with this many attempts out of a maximum, last run this long ago. */
async function addTask(payload: object, task: { attempts: number; of: number; age?: string }) {
  const { rows } = await app.database.pool.query(
    `select (graphile_worker.add_job('write-and-send', $1, max_attempts => $2)).id`,
    [JSON.stringify(payload), task.of],
  );
  await app.database.pool.query(
    `update graphile_worker._private_jobs set attempts = $2, last_error = 'no answer', run_at = now() - $3::interval
     where id = $1`,
    [rows[0].id, task.attempts, task.age ?? '0 s'],
  );
  return rows[0].id as string;
}

const payloads = async () =>
  (
    await app.database.pool.query('select id, payload from graphile_worker._private_jobs order by id')
  ).rows.map(({ payload }) => payload);

it('are deleted thirty days after the last attempt; other tasks are kept', async () => {
  await addTask({ id: 'old' }, { attempts: 14, of: 14, age: '30 days 1 minute' });
  await addTask({ id: 'young' }, { attempts: 14, of: 14, age: '29 days 23 hours' });
  await addTask({ id: 'late' }, { attempts: 13, of: 14, age: '60 days' });
  const running = await addTask({ id: 'running' }, { attempts: 14, of: 14, age: '60 days' });
  await app.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where id = $1`,
    [running],
  );
  await purgeDeadTasks(app.context());
  expect(await payloads()).toEqual([{ id: 'young' }, { id: 'late' }, { id: 'running' }]);
});

it('lose the gift code, while a task that will be retried keeps it', async () => {
  await addTask(gift, { attempts: 14, of: 14 });
  await addTask(gift, { attempts: 13, of: 14 });
  await purgeDeadTasks(app.context());
  expect(await payloads()).toEqual([{ id: 'm1', lane: 'email', purged: true }, gift]);
});

it('are tasks whose last attempt failed', async () => {
  await addTask(gift, { attempts: 0, of: 1 });
  await runAllTasks(app.database, app.services, {
    'write-and-send': async () => {
      throw new Error('no answer');
    },
  });
  expect(JSON.stringify(await payloads())).toContain(CODE);
  await purgeDeadTasks(app.context());
  expect(JSON.stringify(await payloads())).not.toContain(CODE);
});

it("of a person who closes the account are deleted, and nobody else's", async () => {
  const person = { mobile: '6591234501', email: 'mei@home.example' };
  await addTask({ id: 'a', to: person.email, body: 'Hello' }, { attempts: 14, of: 14 });
  await addTask({ id: 'b', to: person.mobile, body: 'Hello' }, { attempts: 14, of: 14 });
  await addTask({ id: 'c', to: 'wei@home.example', body: 'Hello' }, { attempts: 14, of: 14 });
  await addTask({ id: 'longer', to: `li${person.email}`, body: 'Hello' }, { attempts: 14, of: 14 });
  await addTask({ id: 'd', to: person.email, body: 'Goodbye' }, { attempts: 0, of: 14 });
  await inTransaction(app.context(), (tx) => removeDeadTasksOf(tx, person));
  const left = (await payloads()) as { id: string }[];
  expect(left.map(({ id }) => id)).toEqual(['c', 'longer', 'd']);
  await inTransaction(app.context(), (tx) => removeDeadTasksOf(tx, { mobile: '', email: '' }));
  expect(await payloads()).toHaveLength(3);
});
