import { run } from 'graphile-worker';
import { expect, test } from 'vitest';
import { feature as jobs, publishCalendarEvent } from '#features/work/jobs/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { queueLogger } from '#platform/server/worker.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature } from './index.ts';

const app = await startTestApp({ features: [jobs, feature] });

const publish = (jobID: string, act: 'put' | 'delete') =>
  inTransaction(app.context(), (tx) => publishCalendarEvent(tx, jobID, act));

test('a later task for an event waits for the running one, so that the latest state wins', async () => {
  const jobID = app.services.newID();
  const said: string[] = [];
  const [begun, arrival, done] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  await publish(jobID, 'put');
  const runner = await run({
    pgPool: app.database.pool,
    logger: queueLogger(app.services.log),
    concurrency: 4,
    pollInterval: 50,
    noHandleSignals: true,
    taskList: {
      'put-calendar-event': async () => {
        begun.resolve();
        await arrival.promise;
        said.push('put');
      },
      'delete-calendar-event': async () => {
        said.push('delete');
        done.resolve();
      },
    },
  });
  await begun.promise;
  await publish(jobID, 'delete');
  // Four workers poll every 50 ms: without waiting, the event would have been deleted by now.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(said).toEqual([]);
  arrival.resolve();
  await done.promise;
  expect(said).toEqual(['put', 'delete']);
  await runner.stop();
});

test('many visits leave only a few queues, as the worker scans all of them', async () => {
  for (let i = 0; i < 40; i += 1) await publish(app.services.newID(), 'put');
  const { rows } = await app.database.pool.query(
    "select count(*) as queues from graphile_worker._private_job_queues where queue_name like 'calendar:%'",
  );
  expect(rows[0].queues).toBeLessThanOrEqual(16);
});
