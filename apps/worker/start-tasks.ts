import type { OpenedProcess } from '#apps/process/open-process.ts';
import { type RunningWorker, startWorker } from '#platform/server/worker.ts';

/** The queue's statements about tasks, and LISTEN for each group of them. */
const CONNECTIONS = 16;

/** Runs the tasks and cron jobs of all features, on connections of its own. */
export async function startTasks({ services, openPool }: OpenedProcess): Promise<RunningWorker> {
  await using started = new AsyncDisposableStack();
  const { tasks, taskGroups, cronJobs } = services.composed;
  const pool = openPool(CONNECTIONS);
  started.defer(() => pool.end());
  started.defer(async () => {
    await Promise.all(Object.values(services.composed.onStop ?? {}).map((end) => end(services)));
  });
  const worker = await startWorker({ services, pool, tasks, taskGroups, cronJobs });
  started.defer(() => worker.stop());
  const all = started.move();
  return { stop: () => all.disposeAsync() };
}
