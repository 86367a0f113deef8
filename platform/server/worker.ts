import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import type { Services } from './context.ts';
import type { TaskPayloads } from './outbox.ts';
import { type CronJobs, cronItems, cronTasks } from './run-cron-jobs.ts';
import { hasLostTask, RunningTasks, releaseLocks, releaseTasksOfDeadWorkers } from './running-tasks.ts';
import { type TaskGroup, type TaskGroups, type Tasks, taskListFor } from './tasks.ts';

export interface WorkerOptions {
  readonly services: Services;
  /** The worker uses one connection for itself and one per running task. */
  readonly pool: pg.Pool;
  readonly tasks: Tasks;
  readonly taskGroups?: TaskGroups | undefined;
  readonly cronJobs: CronJobs;
}

export interface RunningWorker {
  /** Takes no new tasks and waits for running ones, at most 10 s; the rest run again later. */
  stop(): Promise<void>;
}

/**
 * How many tasks of a group run at once. Each group has workers of its own, so that nothing waits for servers that do not
 * respond but what must be sent there.
 */
const CONCURRENCY: Readonly<Record<TaskGroup | 'cron', number>> = {
  internal: 4,
  cron: 3,
  codes: 2,
  providers: 4,
  receivers: 2,
};
/** LISTEN picks up new tasks immediately; polling is for retries and lost notifications. */
const POLL_MS = 1000;
const STOP_MS = 10_000;
/** How often the queue and this process are compared on which tasks are running. */
const CHECK_MS = 2500;
/** Delay between two attempts to start a runner: doubled each time, up to the maximum. */
const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;

/**
 * Starts running the outbox's tasks, and the cron jobs once a minute, however many workers there are. A runner that
 * ends unexpectedly, as it does when it loses the database at the wrong moment, is replaced.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  await using started = new AsyncDisposableStack();
  const running: RunningWorker[] = [];
  for (const group of groupsOf(options)) {
    const runners = await superviseRunner(group);
    started.defer(() => runners.stop());
    running.push(runners);
  }
  started.move();
  // Together: each may take the time that running tasks are given.
  return { stop: async () => void (await Promise.all(running.map((runners) => runners.stop()))) };
}

/** What the workers of one group run. */
interface Group extends Omit<WorkerOptions, 'taskGroups'> {
  readonly name: keyof typeof CONCURRENCY;
}

/** Groups without tasks have no workers. */
function groupsOf({ taskGroups = {}, tasks, cronJobs, ...shared }: WorkerOptions): Group[] {
  const { pool } = shared;
  const byGroup = Object.groupBy(
    Object.entries(tasks),
    ([name]) => taskGroups[name as keyof TaskPayloads] ?? 'internal',
  );
  const dead = { 'platform:dead-workers': () => releaseTasksOfDeadWorkers(pool) };
  return [
    ...Object.entries(byGroup).map(([name, entries]) => ({
      ...shared,
      name: name as TaskGroup,
      tasks: Object.fromEntries(entries),
      cronJobs: {},
    })),
    { ...shared, name: 'cron' as const, tasks: {}, cronJobs: { ...cronJobs, ...dead } },
  ];
}

async function superviseRunner(options: Group): Promise<RunningWorker> {
  const { log } = options.services;
  const stopping = new AbortController();
  let current = await startRunner(options);

  const supervise = async () => {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ wake: true, reason, group: options.name }, 'worker ended unexpectedly, restarting');
      await current.stop();
      const next = await restart(options, current.poolID, stopping.signal);
      if (next === undefined) return;
      current = next;
    }
  };
  const supervised = supervise();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await supervised;
    },
  };
}

interface StartedRunner {
  /** The id under which it locks tasks in the queue. */
  readonly poolID: string;
  /** Resolves with the reason when the runner stops working, whatever caused it. */
  readonly ended: Promise<string>;
  /** Waits for running tasks, at most 10 s, then returns the rest to the queue. Never throws. */
  stop(): Promise<void>;
}

async function startRunner(options: Group): Promise<StartedRunner> {
  const { services, pool } = options;
  const events: WorkerEvents = new EventEmitter();
  const running = new RunningTasks();
  const ended = Promise.withResolvers<string>();
  let poolID = '';
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool & { id?: string } }) => {
    poolID = workerPool.id ?? '';
  });
  events.on('pool:gracefulShutdown', ({ message }) => ended.resolve(message));
  const { cronJobs } = options;
  const items = cronItems(cronJobs);
  const taskList: TaskList = {
    ...taskListFor(services, options.tasks, running),
    ...cronTasks(services, cronJobs, running),
  };
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    events,
    // No batching of completions and no local queue: a batch that hits a lost connection ends the runner.
    preset: {
      worker: {
        concurrentJobs: CONCURRENCY[options.name],
        pollInterval: POLL_MS,
        logger: queueLogger(services.log),
      },
    },
    taskList,
    parsedCronItems: parseCronItems(items),
  });
  runner.promise.then(
    () => ended.resolve('the runner ended'),
    (error: unknown) => ended.resolve(String(error)),
  );
  // Cron jobs that became due while no worker ran do not wait for the next minute. If queueing them fails, they do:
  // throwing here would leave a runner behind that nobody supervises.
  try {
    for (const { task, options: spec } of items) await runner.addJob(task, {}, spec);
  } catch (error) {
    services.log.warn({ err: error }, 'could not queue cron jobs at startup');
  }

  const check = setInterval(() => {
    void hasLostTask(pool, poolID, running).then((isLost) => {
      if (isLost) ended.resolve('the completion of a task was lost with its connection');
    });
  }, CHECK_MS);
  check.unref();
  return {
    poolID,
    ended: ended.promise,
    async stop() {
      clearInterval(check);
      await stopRunner(runner);
      await releaseLocks(pool, [poolID]).catch((error: unknown) =>
        services.log.warn({ err: error }, 'could not release the locks of the stopped worker'),
      );
    },
  };
}

async function stopRunner(runner: Runner): Promise<void> {
  const done = runner.promise.catch(() => undefined);
  // Rejects when the runner is already stopping by itself; `done` waits for that too.
  const stopping = runner.stop('Kemas stops').catch(() => undefined);
  const isLate = await Promise.race([
    Promise.all([stopping, done]).then(() => false),
    sleep(STOP_MS, true, { ref: false }),
  ]);
  if (isLate) await runner.kill('Kemas stops').catch(() => undefined);
}

/** A new runner, as soon as the database allows it; undefined when the app stops first. */
async function restart(
  options: Group,
  lastPoolID: string,
  stopping: AbortSignal,
): Promise<StartedRunner | undefined> {
  for (let delay = FIRST_RESTART_MS; ; delay = Math.min(2 * delay, LONGEST_RESTART_MS)) {
    await sleep(delay, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      // Stopping the previous one may have failed to release them because the database was unreachable.
      await releaseLocks(options.pool, [lastPoolID]);
      return await startRunner(options);
    } catch (error) {
      options.services.log.warn({ err: error }, 'could not start worker');
    }
  }
}

/** Forwards graphile-worker's errors and warnings to our log; the rest is logged at debug level. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error')
      log.debug({ scope }, message); // a failed task: tasks.ts has already logged it with more detail
    else if (level === 'warning') log.warn({ scope }, message);
    else log.trace({ scope }, message);
  });
}
