import type { OpenedProcess } from '#apps/process/open-process.ts';
import { type RunningWorker, startWorker } from '#platform/server/worker.ts';

/** Its tasks, and LISTEN. */
const CONNECTIONS = 12;

/** Runs the tasks and cron jobs of all features. */
export function startTasks({ services, openPool }: OpenedProcess): Promise<RunningWorker> {
  const { tasks, cronJobs } = services.composed;
  return startWorker({ services, pool: openPool(CONNECTIONS), tasks, cronJobs });
}
