import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'call' | 'status'>;
  readonly refusals: Counter<'code'>;
  readonly brokenLists: Counter<'list'>;
  readonly outboxRuns: Counter<'task' | 'outcome'>;
  readonly failedPageRenders: Counter<'page'>;
  readonly replicaReads: Counter<'outcome'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'kemas_' });
  return {
    registry,
    requests: new Histogram({
      name: 'kemas_http_request_seconds',
      help: 'Time from request to reply, by call and status.',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'kemas_refusals_total',
      help: 'Requests refused, by code.',
      labelNames: ['code'],
      registers: [registry],
    }),
    brokenLists: new Counter({
      name: 'kemas_broken_lists_total',
      help: 'Lists that broke off after their first bytes had left, by list.',
      labelNames: ['list'],
      registers: [registry],
    }),
    failedPageRenders: new Counter({
      name: 'kemas_page_render_failures_total',
      help: 'Public pages that the server failed to render and left to the browser, by page.',
      labelNames: ['page'],
      registers: [registry],
    }),
    replicaReads: new Counter({
      name: 'kemas_replica_reads_total',
      help: 'Lists that the replica was asked for: read there (replica), or on the primary because it was behind or failed.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    outboxRuns: new Counter({
      name: 'kemas_outbox_runs_total',
      help: 'Background tasks carried out, by task and outcome.',
      labelNames: ['task', 'outcome'],
      registers: [registry],
    }),
  };
}
