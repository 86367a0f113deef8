import type { Logger } from 'pino';
import { demoSignIns } from '#apps/demo/sign-ins.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#features/people/accounts/server/index.ts';
import { createAlerts } from '#platform/server/alerts/alerts.ts';
import { type Config, metricsPort, usesSandbox } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import { connectionSettings, openDatabase, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { waitForDatabase } from '#platform/server/database/wait-for-database.ts';
import { listenForLiveEvents } from '#platform/server/live/live-events.ts';
import { openLog } from '#platform/server/log.ts';
import { startMetricsServer } from '#platform/server/operations/metrics-server.ts';
import { checkPictureLibrary } from '#platform/server/pictures/encode-picture.ts';
import { startWorker } from '#platform/server/worker.ts';
import { alertChannels } from './alert-channels.ts';
import { openApi } from './open-api.ts';
import { openServices } from './services.ts';

export interface KemasOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Aborts waiting for a database that is not up yet. */
  readonly stopping?: AbortSignal;
}

export interface Kemas {
  /** The address it listens on, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly services: Services;
  /** Sign-in instructions for the terminal. A generated password is shown only here. */
  readonly signIns: readonly string[];
  /** Graceful shutdown: refuses new requests, finishes pending ones, stops the worker, closes connections. */
  close(): Promise<void>;
}

/** Connections of the worker: its tasks, and LISTEN. */
const WORKER_CONNECTIONS = 12;

/** Starts a Kemas process: waits for the database, migrates, serves requests, runs the outbox. */
export async function startKemas({ config, databaseUrl, stopping }: KemasOptions): Promise<Kemas> {
  await using started = new AsyncDisposableStack();
  const alerts = createAlerts();
  started.defer(() => alerts.close());
  const log = openLog(config, { alerts });
  logUnhandledRejections(started, log);
  const connection = { url: databaseUrl, timeZone: config.BUSINESS_TZ };
  if (config.NODE_ENV === 'production') await checkPictureLibrary();
  const open = (connections: number) => {
    const pool = openPool({
      ...connection,
      connections,
      onIdleError: (error) => {
        // Connections that close during shutdown are expected. The error has the whole client attached, so only its
        // message is logged.
        if (!pool.ending) log.warn({ why: error.message }, 'database connection lost');
      },
    });
    started.defer(() => pool.end());
    return pool;
  };
  const pool = open(config.DATABASE_POOL);
  await waitForDatabase(connectionSettings(connection), log, stopping);
  await migrate(pool, { allowNewerSchema: config.ALLOW_NEWER_SCHEMA });
  const opened = await openServices(config, { db: openDatabase(pool), databaseUrl }, log);
  const { services, outside } = opened;
  started.defer(() => outside.close());
  services.metrics.registry.registerMetric(alerts.counter);
  alerts.sendThrough(alertChannels(services), (error) => log.warn({ err: error }, 'alert not sent'));
  // Before the demo, which adds admins of its own: after it there would be no first admin to create.
  if (config.ADMIN_PASSWORD !== undefined) await ensureFirstAdmin(services);
  if (wantsDemo(config)) {
    const { seedDemo } = await import('#apps/demo/seed-demo.ts'); // not needed for a real business
    await seedDemo(services, databaseUrl);
  }
  const worker = await startWorker({
    services,
    pool: open(WORKER_CONNECTIONS),
    tasks: services.composed.tasks,
    cronJobs: services.composed.cronJobs,
  });
  started.defer(() => worker.stop());
  const firstAdmin = config.ADMIN_PASSWORD === undefined ? await ensureFirstAdmin(services) : null;
  const live = listenForLiveEvents(connectionSettings(connection), log);
  started.defer(() => live.close());
  const api = await openApi(opened, live);
  started.defer(() => api.fastify.close());
  const ownPort = metricsPort(config);
  if (ownPort !== null) {
    const { registry } = services.metrics;
    const metrics = await startMetricsServer({ registry, port: ownPort, host: config.METRICS_HOST });
    started.defer(() => metrics.close());
  }
  const address = await api.fastify.listen({ port: config.PORT, host: config.HOST });
  outside.publishAddress(address);
  const signIns = [...(await demoSignIns(services.db)), ...signInsOf(firstAdmin)];
  const all = started.move();
  return { address, services, signIns, close: () => all.disposeAsync() };
}

/** A rejected promise inside a library must not end the process: all of Kemas's own promises are awaited. */
function logUnhandledRejections(started: AsyncDisposableStack, log: Logger): void {
  const report = (reason: unknown) => log.error({ err: reason, wake: true }, 'unhandled promise rejection');
  process.on('unhandledRejection', report);
  started.defer(() => void process.off('unhandledRejection', report));
}

/** Only into the embedded database, and never together with real cards and phones. */
function wantsDemo(config: Config): boolean {
  return config.DEMO && config.DATABASE_URL === undefined && usesSandbox(config);
}

function signInsOf(firstAdmin: FirstAdmin | null): string[] {
  if (firstAdmin === null) return [];
  return [`Office: /admin/signin, ${firstAdmin.identity}, password ${firstAdmin.password} (shown only once)`];
}
