import { type Job, Logger, parseCronItems, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import { type Anyone, anyone } from '../kernel/actor.ts';
import type { Context, Services } from './context.ts';
import { inOrderOfStart } from './database/oldest-first.ts';
import type { TaskPayloads } from './outbox.ts';

/** Carries out one announced task. May run more than once: what it does must bear that. */
export type Task<T extends keyof TaskPayloads> = (
  ctx: Context<Anyone>,
  payload: TaskPayloads[T],
) => Promise<void>;

/** Tasks by name; those of all features together cover every name of TaskPayloads. */
export type Tasks = { readonly [T in keyof TaskPayloads]?: Task<T> };

/** Regular work by name. Each looks by the app's clock what is due, so running it more often does no harm. */
export type Sweeps = Readonly<Record<string, (ctx: Context<Anyone>) => Promise<void>>>;

export interface WorkerOptions {
  readonly services: Services;
  /** The worker holds one connection for itself and one a running task. */
  readonly pool: pg.Pool;
  readonly tasks: Tasks;
  readonly sweeps: Sweeps;
}

export interface RunningWorker {
  /** Takes no new tasks and waits for those under way, at most 10 s; the rest run again later. */
  stop(): Promise<void>;
}

/** Most of them wait: for a gateway, or for a commit to reach the disk. */
const CONCURRENCY = 8;
/** Tasks fetched at once, so that a busy worker asks for many with one statement. */
const BATCH = 16;
/** What waits here for longer goes back, for any worker: with the longest task it stays under DEAD_AFTER. */
const WAITS_MS = 30_000;
/** Tasks that end within so long are crossed out together. One that was done may run again after a crash in it. */
const DONE_TOGETHER_MS = 20;
/** New tasks are heard at once (LISTEN); this is for retries and for tasks whose notice was lost. */
const POLL_MS = 1000;
const STOP_MS = 10_000;
const SWEEP = 'platform:sweep';
/** Every call outside ends within 10 s and every statement within 15 s: a task that lasts longer hangs. */
const LONGEST_TASK_MS = 120_000;
/** What is locked for longer than any task may last belonged to a worker that was killed. */
const DEAD_AFTER = '3 minutes';

/** Starts carrying out the outbox's tasks, and all sweeps once a minute, however many workers there are. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { services, pool } = options;
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: CONCURRENCY,
        pollInterval: POLL_MS,
        localQueue: { size: BATCH, ttl: WAITS_MS },
        completeJobBatchDelay: DONE_TOGETHER_MS,
        logger: queueLogger(services.log),
      },
    },
    taskList: { ...taskListFor(options), [SWEEP]: () => sweepAll(options) },
    parsedCronItems: parseCronItems([
      { task: SWEEP, match: '* * * * *', identifier: SWEEP, options: { jobKey: SWEEP, maxAttempts: 1 } },
    ]),
  });
  // What became due while nobody worked does not wait for the next minute.
  await runner.addJob(SWEEP, {}, { jobKey: SWEEP, maxAttempts: 1 });
  runner.promise.catch((error: unknown) =>
    services.log.error({ err: error, wake: true }, 'the worker ended'),
  );
  return {
    async stop() {
      const late = setTimeout(() => void runner.kill('Kemas stops').catch(() => undefined), STOP_MS);
      await runner.stop('Kemas stops').finally(() => clearTimeout(late));
    },
  };
}

/** Runs every sweep now; one that fails is logged and does not keep the others from running. */
export async function runSweeps(services: Services, sweeps: Sweeps): Promise<void> {
  const ctx = contextFor(services, `sweep-${services.newId()}`);
  for (const [name, sweep] of Object.entries(sweeps)) {
    await counted(services, name, () => sweep(ctx)).catch((error: unknown) =>
      services.log.error({ err: error, sweep: name, wake: true }, 'a sweep failed'),
    );
  }
}

async function sweepAll({ services, pool, sweeps }: WorkerOptions): Promise<void> {
  await releaseTasksOfDeadWorkers(pool);
  await runSweeps(services, sweeps);
}

/** A killed worker's tasks run again within minutes; the queue by itself would wait for four hours. */
async function releaseTasksOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from graphile_worker._private_jobs where locked_at < now() - $1::interval having count(*) > 0`,
    [DEAD_AFTER],
  );
}

function taskListFor({ services, tasks }: WorkerOptions): TaskList {
  const carriedOut = Object.entries(tasks).map(([name, task]) => {
    // Name and payload were checked together where the task was announced.
    const carryOut = task as (ctx: Context<Anyone>, payload: unknown) => Promise<void>;
    const runOne = async (payload: unknown, { job }: { job: Job }) => {
      const ctx = contextFor(services, `task-${job.id}`);
      await inOrderOfStart(() => counted(services, name, () => withTimeLimit(carryOut(ctx, payload)))).catch(
        (error: unknown) => {
          logFailure(ctx.log, job, error);
          throw error;
        },
      );
    };
    return [name, runOne] as const;
  });
  return Object.fromEntries(carriedOut);
}

function contextFor(services: Services, requestId: string): Context<Anyone> {
  return {
    ...services,
    log: services.log.child({ reqId: requestId }),
    actor: anyone,
    ip: '',
    userAgent: '',
    requestId,
  };
}

async function withTimeLimit(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Not done in ${LONGEST_TASK_MS} ms.`)),
    LONGEST_TASK_MS,
  );
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

async function counted(services: Services, task: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    services.metrics.outboxRuns.inc({ task, outcome: 'done' });
  } catch (error) {
    services.metrics.outboxRuns.inc({ task, outcome: 'failed' });
    throw error;
  }
}

/** A failed try is repeated; after the last one a person must look. */
function logFailure(log: Log, job: Job, error: unknown): void {
  const about = { err: error, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts };
  if (job.attempts >= job.max_attempts) log.error({ ...about, wake: true }, 'a task failed for good');
  else log.warn(about, 'a task failed and will be tried again');
}

/** The queue's own words: its errors and warnings are ours, the rest is noise. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error')
      log.debug({ scope }, message); // a failed task: logFailure has said it better
    else if (level === 'warning') log.warn({ scope }, message);
    else log.trace({ scope }, message);
  });
}
