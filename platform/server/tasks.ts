import type { Job, TaskList } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import { type Anyone, anyone } from '../kernel/actor.ts';
import type { Context, Services } from './context.ts';
import type { TaskPayloads } from './outbox.ts';
import type { RunningTasks } from './running-tasks.ts';

/** Runs one task. May run more than once, so it must be idempotent. */
export type Task<T extends keyof TaskPayloads> = (
  ctx: Context<Anyone>,
  payload: TaskPayloads[T],
) => Promise<void>;

/** Tasks by name; those of all features together cover every name of TaskPayloads. */
export type Tasks = { readonly [T in keyof TaskPayloads]?: Task<T> };

/**
 * What a task waits for, if not for the database: `codes` are sign-in codes; `providers` the gateways, Stripe, the calendar;
 * `receivers` servers of others, which may never reply.
 */
export type TaskGroup = 'internal' | 'codes' | 'providers' | 'receivers';
/** The groups of tasks; `internal` if it has none. */
export type TaskGroups = Readonly<Partial<Record<keyof TaskPayloads, TaskGroup>>>;

/** Every external request ends within 30 s and every statement within 15 s, so a task that takes longer is hanging. */
export const LONGEST_TASK_MS = 120_000;

export function taskListFor(services: Services, tasks: Tasks, running: RunningTasks): TaskList {
  const named = Object.entries(tasks).map(([name, task]) => {
    // Name and payload were checked together when the task was published.
    const runTask = task as (ctx: Context<Anyone>, payload: unknown) => Promise<void>;
    const runOne = (payload: unknown, { job }: { job: Job }) =>
      running.track(job.id, async () => {
        const ctx = contextFor(services, `task-${job.id}`);
        try {
          await counted(services, name, () => withTimeLimit(runTask(ctx, payload)));
        } catch (error) {
          logFailure(ctx.log, job, error);
          throw error;
        }
      });
    return [name, runOne] as const;
  });
  return Object.fromEntries(named);
}

export function contextFor(services: Services, requestID: string): Context<Anyone> {
  return {
    ...services,
    log: services.log.child({ reqId: requestID }),
    actor: anyone,
    ip: '',
    userAgent: '',
    requestID,
  };
}

/** @throws when the work exceeds the time limit of a task */
export async function withTimeLimit(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Not done in ${LONGEST_TASK_MS} ms.`)),
    LONGEST_TASK_MS,
  );
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Runs the work and counts its outcome. */
export async function counted(services: Services, task: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    services.metrics.outboxRuns.inc({ task, outcome: 'done' });
  } catch (error) {
    services.metrics.outboxRuns.inc({ task, outcome: 'failed' });
    throw error;
  }
}

/** A failed attempt is retried; after the last one a person must investigate. */
function logFailure(log: Log, job: Job, error: unknown): void {
  const about = { err: error, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts };
  if (job.attempts >= job.max_attempts) log.error({ ...about, wake: true }, 'task failed permanently');
  else log.warn(about, 'task failed, will be retried');
}
