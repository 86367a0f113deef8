import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { countDeadTasks, findDeadTasks } from './dead-tasks.ts';
import { isWorkerAlive, runCronJobs } from './run-cron-jobs.ts';
import { startWorker } from './worker.ts';

describe('worker liveness', () => {
  it.each([
    ['alive: a cron job ran a minute ago', 60, 10_000, true],
    ['dead: none for three minutes', 180, 10_000, false],
    ['alive: none ever, in a process that has just started', null, 20, true],
    ['dead: none ever, in a process that has been running for long', null, 10_000, false],
    ['alive: none since yesterday, in a process that has just started', 90_000, 20, true],
  ])('%s', (_case, secondsSinceLast, uptime, isAlive) => {
    expect(isWorkerAlive(secondsSinceLast, uptime)).toBe(isAlive);
  });
});

describe('cron jobs in a worker', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ features: [] });
  });
  afterAll(() => app.close());

  it('run as separate tasks: a hanging one does not delay the others, and each completion is recorded', async () => {
    const hanging = Promise.withResolvers<void>();
    const worker = await startWorker({
      services: app.services,
      pool: app.database.pool,
      tasks: {},
      cronJobs: { hangs: () => hanging.promise, works: async () => undefined },
    });
    try {
      const completed = async () =>
        (await app.services.db.selectFrom('cron_run').select('name').orderBy('name').execute()).map(
          ({ name }) => name,
        );
      await expect.poll(completed).toEqual(['platform:dead-workers', 'works']);
    } finally {
      hanging.resolve();
      await worker.stop();
    }
  });

  it('that were killed in the middle no longer count as failed once they have run again', async () => {
    await app.database.pool.query(`
      select graphile_worker.add_job('cron:works', '{}', max_attempts := 1);
      select graphile_worker.add_job('cron:other', '{}', max_attempts := 1);
      update graphile_worker._private_jobs set attempts = 1`);
    expect(await countDeadTasks(app.context())).toBe(2);
    await runCronJobs(app.services, { works: async () => undefined });
    expect((await findDeadTasks(app.context(), 10)).map(({ task }) => task)).toEqual(['cron:other']);
  });
});
