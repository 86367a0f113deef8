import { randomUUIDv7 } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { runOnce, type TaskList } from 'graphile-worker';
import pino from 'pino';
import type { CallDefinition, InputOf, ReplyOf } from '../contract/call.ts';
import { type Actor, type Anyone, anyone } from '../kernel/actor.ts';
import { loadConfig } from '../server/config.ts';
import type { Context, Services } from '../server/context.ts';
import { compose, type Feature } from '../server/feature.ts';
import type { Api } from '../server/http/api.ts';
import { buildApp } from '../server/http/build-app.ts';
import { keysFrom } from '../server/keys.ts';
import { createMetrics } from '../server/metrics.ts';
import { queueOutbox } from '../server/outbox.ts';
import type { Providers } from '../server/providers/providers.ts';
import { queueLogger } from '../server/worker.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { type Recorded, recordingProviders } from './recording-providers.ts';
import { closeAfterTests } from './teardown.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { openTestLog } from './test-log.ts';

export interface TestAppOptions {
  /** The features under test, lowest first: the test's own and those it depends on. */
  readonly features: readonly Feature[];
  readonly providers?: Partial<Providers>;
  readonly connections?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The caller: a Bearer token, or nobody. */
export interface As {
  readonly jwt?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply<B> {
  readonly status: number;
  readonly body: B;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestApp {
  readonly api: Api;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** Messages sent by SMS and e-mail once the outbox has run. */
  readonly sent: Recorded;
  /** Sends a request as a script does, without cookies. `body` is the success reply; read a refusal with `problem`. */
  call<C extends CallDefinition>(call: C, input: InputOf<C>, as?: As): Promise<Reply<ReplyOf<C>>>;
  /** The same, for requests that the types do not allow. */
  request(options: InjectOptions): Promise<Reply<unknown>>;
  /** A context for running use cases without HTTP. */
  context<A extends Actor>(actor?: A): Context<A>;
  /** Runs all published tasks that are due; with `all` also those scheduled for later. */
  runOutbox(which?: 'due' | 'all'): Promise<void>;
  /** Runs every feature's cron jobs once. */
  runCronJobs(): Promise<void>;
  /** Simulates a restart of the process: everything in memory is lost. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The API with a separate database, a stopped clock and fake providers. Call it at the top of a test file; everything
 * is closed after the file's tests.
 */
export async function startTestApp(options: TestAppOptions): Promise<TestApp> {
  const database = await cloneDatabase(
    options.connections === undefined ? {} : { connections: options.connections },
  );
  const clock = testClock();
  const { providers, sent } = recordingProviders();
  const services = servicesOf(options, {
    db: database.db,
    databaseUrl: database.url,
    clock,
    providers,
  });
  const { routes, cronJobs } = services.composed;
  const start = async () => {
    const started = await buildApp({ services, routes, checksReplies: true });
    await started.fastify.ready();
    return started;
  };
  let api = await start();
  const context = <A extends Actor>(actor?: A): Context<A> => ({
    ...services,
    actor: (actor ?? anyone) as A,
    ip: '127.0.0.1',
    userAgent: 'test',
    requestID: 'test',
  });
  const request = async (inject: InjectOptions): Promise<Reply<unknown>> => {
    const reply = await api.fastify.inject(inject);
    return { status: reply.statusCode, body: bodyOf(reply), headers: reply.headers };
  };
  return {
    get api() {
      return api;
    },
    services,
    database,
    clock,
    sent,
    request,
    context,
    call: (call, input, as = {}) => request(injection(call, input, as)) as never,
    runOutbox: async (which = 'due') => {
      if (which === 'all') await makeAllDue(database);
      await runAllTasks(database, services, taskList(context<Anyone>()));
    },
    runCronJobs: async () => {
      for (const cronJob of Object.values(cronJobs)) await cronJob(context<Anyone>());
    },
    restart: async () => {
      await api.fastify.close();
      api = await start();
    },
    close: closeAfterTests(async () => {
      await api.fastify.close();
      await database.close();
    }),
  };
}

function servicesOf(
  { features, providers, env }: TestAppOptions,
  own: Pick<Services, 'db' | 'databaseUrl' | 'clock' | 'providers'>,
): Services {
  return {
    ...own,
    config: loadConfig({ NODE_ENV: 'test', DEMO: '0', ...env }),
    newID: randomUUIDv7,
    keys: keysFrom('a secret that is only used in tests, long enough'),
    log: process.env.LOG_LEVEL === undefined ? openTestLog() : pino({ level: process.env.LOG_LEVEL }),
    metrics: createMetrics(),
    outbox: queueOutbox,
    composed: compose(features),
    providers: { ...own.providers, ...providers },
  };
}

/** The reply's content: parsed JSON, a file's bytes, otherwise text. */
function bodyOf(reply: InjectResponse): unknown {
  const kind = String(reply.headers['content-type'] ?? '');
  if (kind.includes('json')) return reply.json();
  return kind === 'application/pdf' || kind === 'application/zip' ? reply.rawPayload : reply.body;
}

async function makeAllDue({ pool }: TestDatabase): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
}

/**
 * Runs tasks until none is due that could run. One run of the queue may end early: it looks for the next task while the
 * last one is still being marked as done, and then takes its queue for busy.
 */
export async function runAllTasks(
  { pool }: Pick<TestDatabase, 'pool'>,
  { log }: Pick<Services, 'log'>,
  taskList: TaskList,
): Promise<void> {
  const isRunnable = async () => {
    const { rows } = await pool.query(
      `
      select from graphile_worker._private_jobs as task
      join graphile_worker._private_tasks as kind on kind.id = task.task_id
      left join graphile_worker._private_job_queues as queue on queue.id = task.job_queue_id
      where task.is_available and task.run_at <= now() and kind.identifier = any($1) and queue.locked_at is null
      limit 1`,
      [Object.keys(taskList)],
    );
    return rows.length > 0;
  };
  // In batches, for which the end of a run waits.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  do await runOnce({ pgPool: pool, preset, taskList, noHandleSignals: true, logger: queueLogger(log) });
  while (await isRunnable());
}

/** The problem document of a refused request. */
export function problem(
  reply: Reply<unknown>,
): { code: string; detail: string; errors?: { path: string; message: string }[] } & Record<string, unknown> {
  return reply.body as never;
}

function injection<C extends CallDefinition>(call: C, input: InputOf<C>, as: As): InjectOptions {
  const {
    params = {},
    query = {},
    body,
  } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
  const path = call.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return {
    method: call.method,
    url: `/api${path}${search.size > 0 ? `?${search}` : ''}`,
    headers: { ...(as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` }), ...as.headers },
    ...(body === undefined ? {} : { payload: body as object }),
  };
}

function taskList(ctx: Context<Anyone>): TaskList {
  type Run = (ctx: Context<Anyone>, payload: unknown) => Promise<void>;
  const tasks = Object.entries(ctx.composed.tasks as Record<string, Run>);
  return Object.fromEntries(tasks.map(([name, run]) => [name, (payload) => run(ctx, payload)]));
}
