import type { Logger } from 'pino';
import { demoSignIns } from '#apps/demo/sign-ins.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#features/people/accounts/server/index.ts';
import { type Config, usesSandbox } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import { connectionSettings, openDatabase, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { waitForDatabase } from '#platform/server/database/wait-for-database.ts';
import { openLog } from '#platform/server/log.ts';
import { checkPictureLibrary } from '#platform/server/pictures/encode-picture.ts';
import { startWorker } from '#platform/server/worker.ts';
import { openApi } from './open-api.ts';
import { openServices } from './services.ts';

export interface KemasOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Ends the wait for a database that is not there yet. */
  readonly stopping?: AbortSignal;
}

export interface Kemas {
  /** Where it answers, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly services: Services;
  /** How to sign in, in lines for the terminal. A generated password is shown this once. */
  readonly signIns: readonly string[];
  /** Ends in order: no new requests, those under way finish, the worker stops, connections close. */
  close(): Promise<void>;
}

/** Connections that the worker holds for itself, its tasks and its listening. */
const WORKER_CONNECTIONS = 12;

/** One process of Kemas: waits for the database, migrates, answers, carries out what was announced. */
export async function startKemas({ config, databaseUrl, stopping }: KemasOptions): Promise<Kemas> {
  await using started = new AsyncDisposableStack();
  const log = openLog(config);
  logUnhandledRejections(started, log);
  const connection = { url: databaseUrl, timeZone: config.BUSINESS_TZ };
  if (config.NODE_ENV === 'production') await checkPictureLibrary();
  const open = (connections: number) => {
    const pool = openPool({
      ...connection,
      connections,
      onIdleError: (error) => {
        // Connections that close because we close are no news. The error carries the whole client: only its words are told.
        if (!pool.ending) log.warn({ why: error.message }, 'a database connection was lost');
      },
    });
    started.defer(() => pool.end());
    return pool;
  };
  const pool = open(config.DATABASE_POOL);
  await waitForDatabase(connectionSettings(connection), log, stopping);
  await migrate(pool, { allowNewerSchema: config.ALLOW_NEWER_SCHEMA });
  const opened = await openServices(config, openDatabase(pool), log);
  const { services, outside } = opened;
  started.defer(() => outside.close());
  // Before the demo, which brings admins of its own: after it there would be no first one to create.
  if (config.ADMIN_PASSWORD !== undefined) await ensureFirstAdmin(services);
  if (wantsDemo(config)) {
    const { seedDemo } = await import('#apps/demo/seed-demo.ts'); // a business that is real has no use for it
    await seedDemo(services, databaseUrl);
  }
  const worker = await startWorker({
    services,
    pool: open(WORKER_CONNECTIONS),
    tasks: services.composed.tasks,
    sweeps: services.composed.sweeps,
  });
  started.defer(() => worker.stop());
  const firstAdmin = config.ADMIN_PASSWORD === undefined ? await ensureFirstAdmin(services) : null;
  const api = await openApi(opened);
  started.defer(() => api.fastify.close());
  const address = await api.fastify.listen({ port: config.PORT, host: config.HOST });
  outside.announceAddress(address);
  const signIns = [...(await demoSignIns(services.db)), ...signInsOf(firstAdmin)];
  const all = started.move();
  return { address, services, signIns, close: () => all.disposeAsync() };
}

/** A library's promise that nobody awaited ends no process: everything Kemas does itself is awaited. */
function logUnhandledRejections(started: AsyncDisposableStack, log: Logger): void {
  const report = (reason: unknown) =>
    log.error({ err: reason, wake: true }, 'a promise was rejected and nobody handled it');
  process.on('unhandledRejection', report);
  started.defer(() => void process.off('unhandledRejection', report));
}

/** Only into a database of our own, and never where real cards and phones are. */
function wantsDemo(config: Config): boolean {
  return config.DEMO && config.DATABASE_URL === undefined && usesSandbox(config);
}

function signInsOf(firstAdmin: FirstAdmin | null): string[] {
  if (firstAdmin === null) return [];
  return [`Office: /admin/signin, ${firstAdmin.identity}, password ${firstAdmin.password} (shown only once)`];
}
