import type { OpenedProcess } from '#apps/process/open-process.ts';
import { type RunningWorker, startWorker } from '#platform/server/worker.ts';

/** Its tasks, and LISTEN. */
const CONNECTIONS = 12;

/** Runs the tasks and cron jobs of all features, on connections of its own. */
export async function startTasks({ services, openPool }: OpenedProcess): Promise<RunningWorker> {
  await using started = new AsyncDisposableStack();
  const { tasks, cronJobs } = services.composed;
  const pool = openPool(CONNECTIONS);
  started.defer(() => pool.end());
  const worker = await startWorker({ services, pool, tasks, cronJobs });
  started.defer(() => worker.stop());
  const all = started.move();
  return { stop: () => all.disposeAsync() };
}
