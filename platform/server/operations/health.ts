import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { metricsPort } from '../config.ts';
import type { Services } from '../context.ts';
import { IS_DEAD } from '../dead-tasks.ts';
import type { Api } from '../http/api.ts';
import { isWorkerAlive } from '../run-cron-jobs.ts';
import { contextFor } from '../tasks.ts';

/** A load balancer asks often and has a short timeout. */
const PATIENCE_MS = 2000;
const RETRY_AFTER_S = 2;
/** A task overdue for this many seconds means that no worker is running. */
const LATE_S = 120;

/** These routes are public: however often they are called, they cost one query in this time. */
const FRESH_MS = 1000;

export interface QueueState {
  /** Tasks that are due and not started. */
  readonly waiting: number;
  /** Seconds since the oldest of them became due. */
  readonly oldest: number;
}

interface WorkState {
  readonly queue: QueueState;
  /** Tasks that have used up their attempts. */
  readonly failed: number;
  /** Seconds since a cron job last completed, in any process; null if none ever did. */
  readonly lastCronJob: number | null;
}

/** The reply of `/readyz`. */
interface Readiness {
  readonly status: 200 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The health of this process. */
export interface Health {
  /** Whether it can do its work: serve requests, run tasks. */
  readiness(): Promise<Readiness>;
}

/**
 * Watches whether the database and the workers respond, and adds the figures of the queue and of the features to the
 * metrics.
 * @param stopping aborts when the process begins to stop: it is not ready from then on
 */
export function watchHealth(services: Services, stopping?: AbortSignal): Health {
  const startedAt = performance.now();
  const readState = sharedFor(FRESH_MS, () => readWork(services));
  measureWork(services, readState);
  return {
    async readiness() {
      if (stopping?.aborted) return unavailable({ reason: 'stopping' });
      const state = await readState().catch((error: unknown) => {
        services.log.error({ err: error }, 'database unreachable');
        return null;
      });
      if (state === null) return unavailable({ database: 'unreachable' });
      const { queue, lastCronJob } = state;
      if (isWorkerAlive(lastCronJob, (performance.now() - startedAt) / 1000))
        return ready({ status: queue.oldest > LATE_S ? 'degraded' : 'ok', database: 'ok', queue });
      const problem = { database: 'ok', worker: 'no cron job completed in three minutes', queue };
      // Work that is not done here needs a person; taking the API out of service would not help.
      return services.config.PROCESS === 'api'
        ? ready({ status: 'degraded', ...problem })
        : unavailable(problem);
    },
  };
}

const NOT_STORED = { 'cache-control': 'no-store' };

function ready(body: object): Readiness {
  return { status: 200, headers: NOT_STORED, body };
}

function unavailable(problem: object): Readiness {
  const headers = { ...NOT_STORED, 'retry-after': String(RETRY_AFTER_S) };
  return { status: 503, headers, body: { status: 'unavailable', ...problem } };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests. `/metrics`, unless it has its own port: for
 * Prometheus.
 */
export function serveHealth({ fastify, services, stopping }: Api): void {
  const health = watchHealth(services, stopping);
  fastify.get('/healthz', (_request, reply) => reply.headers(NOT_STORED).send({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const { status, headers, body } = await health.readiness();
    return reply.code(status).headers(headers).send(body);
  });
  if (metricsPort(services.config) !== null) return;
  fastify.get('/metrics', async (_request, reply) => {
    reply.type(services.metrics.registry.contentType).header('cache-control', 'no-store');
    return services.metrics.registry.metrics();
  });
}

/** @throws when the database does not respond in time */
async function readWork(services: Services): Promise<WorkState> {
  // The queue's timestamps use the database's clock, so this compares with that.
  const query = sql<QueueState & Omit<WorkState, 'queue'>>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at)), 0)::float as oldest,
      (select count(*)::int from graphile_worker._private_jobs where ${IS_DEAD}) as failed,
      (select extract(epoch from now() - max(completed_at))::float from cron_run) as "lastCronJob"
    from graphile_worker._private_jobs
    where is_available and run_at <= now()`.execute(services.db);
  const { rows } = await withinPatience(query);
  const { waiting = 0, oldest = 0, failed = 0, lastCronJob = null } = rows[0] ?? {};
  return { queue: { waiting, oldest }, failed, lastCronJob };
}

async function withinPatience<T>(query: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer in ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  try {
    return await Promise.race([query, late.promise]);
  } finally {
    clearTimeout(timer);
    query.catch(() => undefined); // its failure was reported above, or came after the timeout
  }
}

/** Read once per scrape; without a database the gauges are missing, but the scrape still succeeds. */
function measureWork(services: Services, readState: () => Promise<WorkState>): void {
  const { registry } = services.metrics;
  const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await read().catch(() => null)) ?? Number.NaN);
      },
    });
  const state = (value: (state: WorkState) => number | null) => async () => value(await readState());
  gauge(
    'kemas_outbox_waiting',
    'Background tasks that are due and not begun.',
    state(({ queue }) => queue.waiting),
  );
  gauge(
    'kemas_outbox_oldest_seconds',
    'Seconds since the oldest waiting task was due.',
    state(({ queue }) => queue.oldest),
  );
  gauge(
    'kemas_outbox_failed',
    'Background tasks that have used up their attempts.',
    state(({ failed }) => failed),
  );
  gauge(
    'kemas_worker_last_sweep_seconds',
    'Seconds since a cron job last completed, in any process.',
    state(({ lastCronJob }) => lastCronJob),
  );
  for (const [name, { help, read }] of Object.entries(services.composed.gauges ?? {})) {
    gauge(
      `kemas_${name}`,
      help,
      sharedFor(FRESH_MS, () => withinPatience(read(contextFor(services, 'metrics')))),
    );
  }
}

/** Shares one result, or failure, among all callers within `ms` of the first. */
function sharedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt >= ms) {
      askedAt = now;
      answer = work();
    }
    return answer;
  };
}
