import { beforeEach, expect, it } from 'vitest';
import { startTestApp } from '#platform/testing/test-app.ts';
import { checkLedger, feature } from './index.ts';

const app = await startTestApp({ features: [feature] });

beforeEach(async () => {
  await app.database.pool.query('delete from graphile_worker._private_jobs');
});

const run = (statement: string) => app.database.pool.query(statement);
const publish = () =>
  run(`select graphile_worker.add_job('send-refund', '{}', max_attempts => 3, job_key => 'refund:1')`);
const broken = async () =>
  (await checkLedger(app.context())).map(({ what }) => what.split(' ').slice(1).join(' '));

it('reports a task that failed permanently', async () => {
  await publish();
  await run(`update graphile_worker._private_jobs set attempts = 2, last_error = 'no answer'`);
  expect(await broken()).toEqual([]);
  await run('update graphile_worker._private_jobs set attempts = 3');
  expect(await broken()).toEqual(['refund:1 no answer']);
});

it('reports a task that was re-queued while a worker ran it and was then killed', async () => {
  await publish();
  await run(`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1`);
  await publish();
  await run('update graphile_worker._private_jobs set locked_by = null, locked_at = null');
  const { rows } = await run('select key, attempts from graphile_worker._private_jobs order by id');
  expect(rows).toEqual([
    { key: null, attempts: 3 },
    { key: 'refund:1', attempts: 0 },
  ]);
  expect(await broken()).toEqual([]);
});
