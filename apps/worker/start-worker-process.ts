import type { OpenedProcess } from '#apps/process/open-process.ts';
import { metricsPort } from '#platform/server/config.ts';
import { watchHealth } from '#platform/server/operations/health.ts';
import { startMetricsServer } from '#platform/server/operations/metrics-server.ts';
import { startTasks } from './start-tasks.ts';

export interface WorkerProcess {
  /** Where it serves `/healthz`, `/readyz` and `/metrics`, e.g. `http://127.0.0.1:9464`. */
  readonly address: string;
  /** Takes no new tasks and waits for running ones, at most 10 s; the rest return to the queue. */
  close(): Promise<void>;
}

/** Runs tasks and cron jobs without an API. */
export async function startWorkerProcess(opened: OpenedProcess): Promise<WorkerProcess> {
  await using started = new AsyncDisposableStack();
  const { services, config, outside } = opened;
  // The fakes of the sandbox report to the API.
  if (config.PUBLIC_URL !== undefined) outside.publishAddress(config.PUBLIC_URL);
  const metrics = await startMetricsServer({
    registry: services.metrics.registry,
    port: metricsPort(config) ?? 0,
    host: config.METRICS_HOST,
    health: watchHealth(services),
  });
  started.defer(() => metrics.close());
  const worker = await startTasks(opened);
  started.defer(() => worker.stop());
  const all = started.move();
  return {
    address: `http://${config.METRICS_HOST}:${metrics.port}`,
    close: () => all.disposeAsync(),
  };
}
