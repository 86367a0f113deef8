import type pg from 'pg';
import type { Logger } from 'pino';
import { createAlerts } from '#platform/server/alerts/alerts.ts';
import type { Config } from '#platform/server/config.ts';
import { checkSettings } from '#platform/server/database/check-settings.ts';
import { connectionSettings, openDatabase, openPool, TIMEOUTS } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { waitForDatabase } from '#platform/server/database/wait-for-database.ts';
import { watchForSilence } from '#platform/server/database/watch-silence.ts';
import { openLog } from '#platform/server/log.ts';
import { checkPictureLibrary } from '#platform/server/pictures/encode-picture.ts';
import { alertChannels } from './alert-recipients.ts';
import { type OpenedServices, openServices } from './services.ts';

export interface ProcessOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Aborts waiting for a database that is not up yet. */
  readonly stopping?: AbortSignal;
}

/** Lists fall back to the primary, so nobody waits for a connection to the replica. */
const REPLICA_TIMEOUTS = { ...TIMEOUTS, connection: 1000 };
/** Connections for migrations past a connection pooler. They close when they have been idle. */
const SESSIONS = 2;

/** What the API and the worker share, in one process or in two. */
export interface OpenedProcess extends OpenedServices {
  readonly config: Config;
  readonly log: Logger;
  /** Of a connection outside the pools, such as one that listens. */
  readonly connection: pg.ClientConfig;
  /** Another pool of up to this many connections, past a connection pooler. The caller ends it. */
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
  const timeZone = config.BUSINESS_TZ;
  const sessionUrl = config.DATABASE_SESSION_URL ?? databaseUrl;
  const connection = connectionSettings({ url: sessionUrl, timeZone });
  if (config.NODE_ENV === 'production') await checkPictureLibrary();
  const open = (url: string, connections: number, timeouts = TIMEOUTS) => {
    const pool = openPool({
      url,
      timeZone,
      connections,
      timeouts,
      onIdleError: (error) => {
        // Connections that close during shutdown are expected. The error has the whole client attached, so only its
        // message is logged.
        if (!pool.ending) log.warn({ why: error.message }, 'database connection lost');
      },
    });
    return pool;
  };
  const openFor = (...of: Parameters<typeof open>) => {
    const pool = open(...of);
    started.defer(() => pool.end());
    return pool;
  };
  const pool = openFor(databaseUrl, config.DATABASE_POOL);
  const sessions = sessionUrl === databaseUrl ? pool : openFor(sessionUrl, SESSIONS);
  await waitForDatabase(connection, log, stopping);
  await migrate(sessions, { allowNewerSchema: config.ALLOW_NEWER_SCHEMA });
  await waitForDatabase(connectionSettings({ url: databaseUrl, timeZone }), log, stopping);
  await checkSettings(pool, timeZone);
  const settings = connectionSettings({ url: databaseUrl, timeZone });
  started.defer(watchForSilence({ pool, settings, log }));
  const { DATABASE_REPLICA_URL: replicaUrl, DATABASE_POOL } = config;
  const replicaDb =
    replicaUrl === undefined ? null : openDatabase(openFor(replicaUrl, DATABASE_POOL, REPLICA_TIMEOUTS));
  const opened = await openServices(
    config,
    { db: openDatabase(pool), databaseUrl: sessionUrl, replicaDb },
    log,
  );
  started.defer(() => opened.close());
  const { services } = opened;
  services.metrics.registry.registerMetric(alerts.counter);
  alerts.sendThrough(alertChannels(services), (error) => log.warn({ err: error }, 'alert not sent'));
  return { ...opened, config, log, connection, openPool: (connections) => open(sessionUrl, connections) };
}

/** A rejected promise inside a library must not end the process: all of Kemas's own promises are awaited. */
function logUnhandledRejections(started: AsyncDisposableStack, log: Logger): void {
  const report = (reason: unknown) => log.error({ err: reason, wake: true }, 'unhandled promise rejection');
  process.on('unhandledRejection', report);
  started.defer(() => void process.off('unhandledRejection', report));
}
