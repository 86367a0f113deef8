import type pg from 'pg';
import type { Logger } from 'pino';
import { createAlerts } from '#platform/server/alerts/alerts.ts';
import type { Config } from '#platform/server/config.ts';
import { connectionSettings, openDatabase, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { waitForDatabase } from '#platform/server/database/wait-for-database.ts';
import { openLog } from '#platform/server/log.ts';
import { checkPictureLibrary } from '#platform/server/pictures/encode-picture.ts';
import { alertChannels } from './alert-channels.ts';
import { type OpenedServices, openServices } from './services.ts';

export interface ProcessOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Aborts waiting for a database that is not up yet. */
  readonly stopping?: AbortSignal;
}

/** What the API and the worker share, in one process or in two. */
export interface OpenedProcess extends OpenedServices {
  readonly config: Config;
  readonly log: Logger;
  /** Of a connection outside the pools, such as one that listens. */
  readonly connection: pg.ClientConfig;
  /** Another pool of up to this many connections. The caller ends it. */
  openPool(connections: number): pg.Pool;
}

/**
 * Opens the log, the alerts, the database and the services of a process, and migrates the database. Waits for the
 * database, and while another process migrates it.
 * @param started closes everything that is opened here
 */
export async function openProcess(
  started: AsyncDisposableStack,
  { config, databaseUrl, stopping }: ProcessOptions,
): Promise<OpenedProcess> {
  const alerts = createAlerts();
  started.defer(() => alerts.close());
  const log = openLog(config, { alerts });
  logUnhandledRejections(started, log);
  const database = { url: databaseUrl, timeZone: config.BUSINESS_TZ };
  const connection = connectionSettings(database);
  if (config.NODE_ENV === 'production') await checkPictureLibrary();
  const open = (connections: number) => {
    const pool = openPool({
      ...database,
      connections,
      onIdleError: (error) => {
        // Connections that close during shutdown are expected. The error has the whole client attached, so only its
        // message is logged.
        if (!pool.ending) log.warn({ why: error.message }, 'database connection lost');
      },
    });
    return pool;
  };
  const pool = open(config.DATABASE_POOL);
  started.defer(() => pool.end());
  await waitForDatabase(connection, log, stopping);
  await migrate(pool, { allowNewerSchema: config.ALLOW_NEWER_SCHEMA });
  const opened = await openServices(config, { db: openDatabase(pool), databaseUrl }, log);
  started.defer(() => opened.close());
  const { services } = opened;
  services.metrics.registry.registerMetric(alerts.counter);
  alerts.sendThrough(alertChannels(services), (error) => log.warn({ err: error }, 'alert not sent'));
  return { ...opened, config, log, connection, openPool: open };
}

/** A rejected promise inside a library must not end the process: all of Kemas's own promises are awaited. */
function logUnhandledRejections(started: AsyncDisposableStack, log: Logger): void {
  const report = (reason: unknown) => log.error({ err: reason, wake: true }, 'unhandled promise rejection');
  process.on('unhandledRejection', report);
  started.defer(() => void process.off('unhandledRejection', report));
}
