import type { CronItem, Job, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Anyone } from '../kernel/actor.ts';
import type { Context, Services } from './context.ts';
import { removeDeadTasksNamed } from './dead-tasks.ts';
import type { RunningTasks } from './running-tasks.ts';
import { contextFor, counted, withTimeLimit } from './tasks.ts';

/**
 * Cron jobs by name: the platform's (`feature.ts`) and those that each feature declares as `cronJobs` in its
 * `server/index.ts`. Each uses the app's clock to find what is due, so running it more often is harmless.
 */
export type CronJobs = Readonly<Record<string, (ctx: Context<Anyone>) => Promise<void>>>;

/** The worker counts as dead when no cron job has completed for this many seconds. */
const SILENT_AFTER_S = 180;

/**
 * Every cron job runs each minute as a separate task, so a slow one does not delay the others. Its queue prevents
 * overlapping runs of the same job in any process, and its key prevents runs from piling up.
 */
export function cronItems(cronJobs: CronJobs) {
  return Object.keys(cronJobs).map((name) => {
    const task = taskName(name);
    return {
      task,
      match: '* * * * *',
      identifier: task,
      options: { jobKey: task, queueName: task, maxAttempts: 1 },
    } satisfies CronItem;
  });
}

export function cronTasks(services: Services, cronJobs: CronJobs, running: RunningTasks): TaskList {
  return Object.fromEntries(
    Object.entries(cronJobs).map(([name, cronJob]) => [
      taskName(name),
      (_payload: unknown, { job }: { job: Job }) =>
        running.track(job.id, () => runCronJob(services, name, cronJob)),
    ]),
  );
}

/** Runs every cron job now. A failing job is logged and does not stop the others. */
export async function runCronJobs(services: Services, cronJobs: CronJobs): Promise<void> {
  for (const [name, cronJob] of Object.entries(cronJobs)) await runCronJob(services, name, cronJob);
}

/** Whether the worker is alive: a cron job completed recently, or this process has only just started. */
export function isWorkerAlive(secondsSinceLast: number | null, uptimeSeconds: number): boolean {
  return Math.min(secondsSinceLast ?? Number.POSITIVE_INFINITY, uptimeSeconds) < SILENT_AFTER_S;
}

/** A failed run is not retried; the job runs again a minute later. */
async function runCronJob(services: Services, name: string, cronJob: CronJobs[string]): Promise<void> {
  const ctx = contextFor(services, `cron-${services.newID()}`);
  try {
    await counted(services, name, () => withTimeLimit(cronJob(ctx)));
    await sql`
      insert into cron_run (name, completed_at) values (${name}, now())
      on conflict (name) do update set completed_at = excluded.completed_at`.execute(services.db);
    // A run that was killed in the middle stays in the queue as failed, without a reason.
    await removeDeadTasksNamed(services, taskName(name));
  } catch (error) {
    services.log.error({ err: error, cron: name, wake: true }, 'cron job failed');
  }
}

function taskName(name: string): string {
  return `cron:${name}`;
}
