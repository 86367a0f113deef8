import { expect, test } from 'vitest';
import { purgeDeadTasks } from '#platform/server/dead-tasks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

const app = await startTestApp({ features: [feature] });
const office = await signedIn(app, 'admin');
const { pool } = app.database;
const JOB = '01a21adc-8a43-7ed5-9ae7-7a85e52cabf8';

async function addDead(task: string, payload: object, error = 'Gateway is down'): Promise<string> {
  const { rows } = await pool.query(
    'select (graphile_worker.add_job($1, $2::json, max_attempts := 3)).id::text',
    [task, JSON.stringify(payload)],
  );
  await pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where id = $1',
    [rows[0].id, error],
  );
  return rows[0].id;
}
const list = async () => (await app.call(calls.listFailedTasks, {}, office)).body;
const retry = (id: string) => app.call(calls.retryTask, { params: { number: id }, body: {} }, office);

const drop = (id: string) => app.call(calls.dropTask, { params: { number: id }, body: {} }, office);

test('failed tasks are listed with their error, and without what nobody should read', async () => {
  await pool.query(`select graphile_worker.add_job('waits-for-its-turn')`);
  const id = await addDead('send-refund', { jobID: JOB }, 'No mailbox mei@example.com\n    at secret.ts:1');
  expect(await list()).toEqual({
    items: [
      {
        id,
        task: 'send-refund',
        jobID: JOB,
        createdAt: expect.any(String),
        attempts: 3,
        error: 'No mailbox [email]',
        canRetry: true,
      },
    ],
    total: 1,
  });
});

test('another try makes the task due once, with all its attempts', async () => {
  const id = await addDead('send-refund', {});
  const replies = await Promise.all([retry(id), retry(id)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const { rows } = await pool.query(
    'select attempts, is_available, run_at <= now() as due, last_error from graphile_worker._private_jobs where id = $1',
    [id],
  );
  expect(rows).toEqual([{ attempts: 0, is_available: true, due: true, last_error: null }]);
  expect((await list()).items.map((task) => task.id)).not.toContain(id);
  const audited = await pool.query(
    `select action, subject_id from audit_entry where action = 'task.retried'`,
  );
  expect(audited.rows).toEqual([{ action: 'task.retried', subjectID: id }]);
});

test('a task whose content was deleted cannot be tried again', async () => {
  const id = await addDead('mail-gift', { unkept: { code: 'ABCD' } });
  await purgeDeadTasks(app.context());
  expect((await list()).items.find((task) => task.id === id)).toMatchObject({ canRetry: false });
  expect((await retry(id)).status).toBe(404);
});

test('a task that is dropped is gone once, with an audit entry, also if its content was deleted', async () => {
  const id = await addDead('mail-gift', { unkept: { code: 'ABCD' } });
  await purgeDeadTasks(app.context());
  const before = (await list()).total;
  const replies = await Promise.all([drop(id), drop(id), retry(id)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect((await list()).total).toBe(before - 1);
  const { rows } = await pool.query('select from graphile_worker._private_jobs where id = $1', [id]);
  expect(rows).toEqual([]);
  const audited = await pool.query(
    `select after from audit_entry where action = 'task.dropped' and subject_id = $1`,
    [id],
  );
  expect(audited.rows).toEqual([{ after: { task: 'mail-gift' } }]);
});

test('a task that runs or waits cannot be dropped', async () => {
  const id = await addDead('slow', {});
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`,
    [id],
  );
  expect((await drop(id)).status).toBe(404);
  const { rows } = await pool.query(`select (graphile_worker.add_job('waits-too')).id::text`);
  expect((await drop(rows[0].id)).status).toBe(404);
});

test('a task that runs or waits cannot be tried again', async () => {
  const running = await addDead('slow', {});
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`,
    [running],
  );
  expect((await retry(running)).status).toBe(404);
  expect((await retry('999999999')).body).toMatchObject({ detail: expect.stringMatching(/someone else/) });
  expect((await retry('x')).status).toBe(404);
});
