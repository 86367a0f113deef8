/**
 * Runs Kemas for the e2e tests: freshly built, one instance per worker, all on one non-durable PostgreSQL. Empty except
 * for the first admin; the tests create the rest. The directory is removed afterwards.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { addressesOf, FACEBOOK, logFileOf, OFFICE, WORKERS } from '../e2e/support/server.ts';

const root = join(import.meta.dirname, '..');
const built = spawnSync(process.execPath, [join(root, 'tools/build-web.ts')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const folder = makeTempDir('e2e');
const apps: App[] = [];
const stop = () => {
  for (const { process } of apps) process.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: console.warn });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
for (let worker = 0; worker < WORKERS; worker += 1) {
  await client.query(`create database stories_${worker}`);
  apps.push(startKemas(worker));
}
await client.end();

void Promise.all(apps.map(({ ready }) => ready)).then(() => console.log('All instances are ready.'));

// If one exits, all are stopped: the tests cannot continue without it.
const [code] = await Promise.race(apps.map(({ ended }) => ended));
stop();
await Promise.all(apps.map(({ ended }) => ended));
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(Number(code ?? 1));

interface App {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<unknown[]>;
}

function startKemas(worker: number): App {
  const { port, graphPort } = addressesOf(worker);
  mkdirSync(dirname(logFileOf(worker)), { recursive: true });
  const log = createWriteStream(logFileOf(worker));
  const app = spawn(process.execPath, [join(root, 'apps/serve/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, `kemas-${worker}`),
      DATABASE_URL: postgres.url.replace(/\/[^/]*$/, `/stories_${worker}`),
      SANDBOX: '1',
      DEMO: '0',
      ADMIN_IDENTITY: OFFICE.identity,
      ADMIN_PASSWORD: OFFICE.password,
      FACEBOOK_APP_ID: FACEBOOK.appID,
      FACEBOOK_APP_SECRET: FACEBOOK.appSecret,
      FACEBOOK_GRAPH_URL: `http://127.0.0.1:${graphPort}`,
      LOG_LEVEL: 'info',
    },
  });
  return { process: app, ready: hasPrinted(app, /Kemas is ready/, log), ended: once(app, 'exit') };
}

/** Writes an instance's output to its log, and resolves when it matches the pattern. */
function hasPrinted({ stdout }: ChildProcess, pattern: RegExp, log: WriteStream): Promise<void> {
  return new Promise((found) => {
    stdout?.setEncoding('utf8').on('data', (part: string) => {
      log.write(part);
      if (pattern.test(part)) found();
    });
  });
}
