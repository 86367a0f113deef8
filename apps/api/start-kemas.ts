import { existsSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import type { Config } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { sweepsOf, tasksOf } from '#platform/server/feature.ts';
import type { Api } from '#platform/server/http/api.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { messageTasks } from '#platform/server/messages.ts';
import { startWorker } from '#platform/server/worker.ts';
import { features } from './features.ts';
import { openServices } from './services.ts';

export interface KemasOptions {
  readonly config: Config;
  readonly databaseUrl: string;
}

export interface Kemas {
  /** Where it answers, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly services: Services;
  /** Ends in order: no new requests, those under way finish, the worker stops, connections close. */
  close(): Promise<void>;
}

/** Connections that the worker holds for itself, its tasks and its listening. */
const WORKER_CONNECTIONS = 8;
const WEB_FOLDER = path.resolve(import.meta.dirname, '../../dist/web');

/** One process of Kemas: migrates, answers, carries out what was announced. */
export async function startKemas({ config, databaseUrl }: KemasOptions): Promise<Kemas> {
  await using started = new AsyncDisposableStack();
  const log = openLog(config);
  const open = (connections: number) => {
    const pool = openPool({
      url: databaseUrl,
      timeZone: config.BUSINESS_TZ,
      connections,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    });
    started.defer(() => pool.end());
    return pool;
  };
  const pool = open(config.DATABASE_POOL);
  await migrate(pool);
  const { services, outside } = await openServices(config, openDatabase(pool), log);
  started.defer(() => outside.close());
  const worker = await startWorker({
    services,
    pool: open(WORKER_CONNECTIONS),
    tasks: { ...messageTasks, ...tasksOf(features) },
    sweeps: sweepsOf(features),
  });
  started.defer(() => worker.stop());
  const api = await openApi(services);
  started.defer(() => api.fastify.close());
  const address = await api.fastify.listen({ port: config.PORT, host: config.HOST });
  outside.announceAddress(address);
  const all = started.move();
  return { address, services, close: () => all.disposeAsync() };
}

function openApi(services: Services): Promise<Api> {
  return buildApp({
    services,
    routes: features.flatMap((feature) => (feature.routes ? [feature.routes] : [])),
    checksReplies: services.config.NODE_ENV === 'test',
    ...(existsSync(path.join(WEB_FOLDER, 'index.html')) ? { webFolder: WEB_FOLDER } : {}),
  });
}

function openLog(config: Config): Logger {
  return pino({
    level: config.LOG_LEVEL,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  });
}
