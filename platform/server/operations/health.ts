import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Services } from '../context.ts';
import { isWorkerAlive } from '../cron-jobs.ts';
import type { Api } from '../http/api.ts';

/** A balancer asks often and waits little. */
const PATIENCE_MS = 2000;
const RETRY_AFTER_S = 2;
/** A task that is due for this long means that no worker is at work. */
const LATE_S = 120;

/** Anyone may call these: however many do, they cost one query in this time. */
const FRESH_MS = 1000;

export interface QueueState {
  /** Tasks that are due and that nobody has begun. */
  readonly waiting: number;
  /** Seconds since the oldest of them was due. */
  readonly oldest: number;
}

interface WorkState {
  readonly queue: QueueState;
  /** Seconds since a cron job was last completed, in any process; null when none ever was. */
  readonly lastCronJob: number | null;
}

/** `/healthz`: the process lives. `/readyz`: it can work. `/metrics`: figures for Prometheus. */
export function serveHealth(api: Api): void {
  const { fastify, services } = api;
  const readState = sharedFor(FRESH_MS, () => readWork(services));
  measureQueue(services, readState);
  fastify.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  fastify.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const state = await readState().catch((error: unknown) => {
      services.log.error({ err: error }, 'the database cannot be reached');
      return null;
    });
    if (state === null) {
      reply.code(503).header('retry-after', String(RETRY_AFTER_S));
      return { status: 'unavailable', database: 'unreachable' };
    }
    const { queue, lastCronJob } = state;
    if (!isWorkerAlive(lastCronJob, process.uptime())) {
      reply.code(503).header('retry-after', String(RETRY_AFTER_S));
      return {
        status: 'unavailable',
        database: 'ok',
        worker: 'no cron job completed in three minutes',
        queue,
      };
    }
    // A late queue is for people to look into; taking the API away for it would help nobody.
    return { status: queue.oldest > LATE_S ? 'degraded' : 'ok', database: 'ok', queue };
  });
  fastify.get('/metrics', async (_request, reply) => {
    reply.type(services.metrics.registry.contentType).header('cache-control', 'no-store');
    return services.metrics.registry.metrics();
  });
}

/** @throws when the database does not answer in time */
async function readWork(services: Services): Promise<WorkState> {
  // The queue's own times are the database's, so this compares with its clock.
  const query = sql<QueueState & { readonly lastCronJob: number | null }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at)), 0)::float as oldest,
      (select extract(epoch from now() - max(completed_at))::float from cron_run) as "lastCronJob"
    from graphile_worker._private_jobs
    where is_available and run_at <= now()`.execute(services.db);
  const { rows } = await withinPatience(query);
  const { waiting = 0, oldest = 0, lastCronJob = null } = rows[0] ?? {};
  return { queue: { waiting, oldest }, lastCronJob };
}

async function withinPatience<T>(query: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer in ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  try {
    return await Promise.race([query, late.promise]);
  } finally {
    clearTimeout(timer);
    query.catch(() => undefined); // its failure was told above, or came after its time
  }
}

/** Read once a scrape; without a database there is no figure, and the scrape still succeeds. */
function measureQueue(services: Services, readState: () => Promise<WorkState>): void {
  const registers = [services.metrics.registry];
  const oldest = new Gauge({
    name: 'kemas_outbox_oldest_seconds',
    help: 'Seconds since the oldest waiting task was due.',
    registers,
  });
  new Gauge({
    name: 'kemas_outbox_waiting',
    help: 'Background tasks that are due and not begun.',
    registers,
    async collect() {
      const state = await readState().catch(() => null);
      this.set(state?.queue.waiting ?? Number.NaN);
      oldest.set(state?.queue.oldest ?? Number.NaN);
    },
  });
}

/** Gives the same answer, or the same failure, to everyone who asks within `ms` of the first. */
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
