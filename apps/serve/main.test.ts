import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { BASELINE, LAST_BEFORE_BASELINE } from '#platform/server/database/migrate.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';

/**
 * The app as a person starts it: each test runs apps/serve/main.ts in separate processes. The first one creates the
 * database in their directory, the others reuse it.
 */

interface Started {
  process: ChildProcess;
  /** All output so far. */
  printed: () => string;
  /** Exit code, once it has exited. */
  ended: Promise<number | null>;
}

let dataDir: string;
const started: Started[] = [];

beforeAll(() => {
  dataDir = makeTempDir('serve');
});

afterEach(async () => {
  for (const app of started.splice(0)) {
    app.process.kill('SIGTERM');
    await app.ended;
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function start(settings: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += String(part);
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const app = { process: child, printed: () => output, ended };
  started.push(app);
  return app;
}

async function addressOf(app: Started): Promise<string> {
  await expect.poll(app.printed).toMatch(/ready: http/);
  return /ready: (\S+)/.exec(app.printed())?.[1] ?? '';
}

function databasePid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0]);
}

test('Ctrl-C stops it, even twice in a row, and leaves neither a process nor a lock', async () => {
  const app = start();
  const address = await addressOf(app);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const database = databasePid();
  app.process.kill('SIGINT');
  app.process.kill('SIGINT');
  expect(await app.ended).toBe(0);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
  expect(existsSync(join(dataDir, 'kemas.lock'))).toBe(false);
});

test('opens no connection but to its own database: nothing calls home', {
  tags: 'deep',
  timeout: 240_000,
}, async () => {
  const file = join(dataDir, 'connections.txt');
  const recorder = join(import.meta.dirname, 'testing/record-connections.mjs');
  const app = start({ NODE_OPTIONS: `--import ${recorder}`, CONNECTIONS_FILE: file });
  const address = await addressOf(app);
  for (const page of ['/', '/one-time/new', '/admin/signin', '/sandbox', '/api/docs'])
    expect((await fetch(`${address}${page}`)).status, page).toBe(200);
  // Cron jobs run at the start and every minute.
  await sleep(65_000);
  const hosts = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  expect(hosts.size).toBeGreaterThan(0);
  expect([...hosts].filter((host) => !/^(127\.0\.0\.1|localhost|::1|\/.*)$/.test(host))).toEqual([]);
});

test("a second start on the directory prints the first one's address and exits", {
  tags: 'deep',
}, async () => {
  const address = await addressOf(start());
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.printed()).toContain(`Kemas already runs at ${address}`);
});

test('after kill -9 the next start stops the orphaned database and opens it again', {
  tags: 'deep',
}, async () => {
  const killed = start();
  await addressOf(killed);
  const leftBehind = databasePid();
  killed.process.kill('SIGKILL');
  await killed.ended;
  const address = await addressOf(start());
  expect(databasePid()).not.toBe(leftBehind);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test('a folder of a version before 0.1.0 is left as it is, and the way out is printed', async () => {
  const app = start();
  await addressOf(app);
  app.process.kill('SIGINT');
  await app.ended;
  const rename = async (from: string, to: string) => {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rowCount } = await client.query('update schema_migration set name = $2 where name = $1', [
      from,
      to,
    ]);
    await client.end();
    await postgres.stop();
    return rowCount;
  };
  expect(await rename(BASELINE, LAST_BEFORE_BASELINE)).toBe(1);
  const refused = start();
  expect(await refused.ended).toBe(1);
  expect(refused.printed()).toContain('before 0.1.0 made this database');
  expect(refused.printed()).toContain('npm run export -- kemas.zip');
  expect(refused.printed()).not.toContain(' at ');
  expect(existsSync(join(dataDir, 'kemas.lock'))).toBe(false);
  expect(await rename(LAST_BEFORE_BASELINE, BASELINE)).toBe(1);
});

test('a port in use is reported in one sentence, before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  const taken = other.address();
  const port = typeof taken === 'object' ? taken?.port : 0;
  const empty = join(dataDir, 'empty');
  const app = start({ PORT: String(port), DATA_DIR: empty });
  expect(await app.ended).toBe(1);
  expect(app.printed()).toContain(`Port ${port} is taken`);
  expect(existsSync(join(empty, 'postgres'))).toBe(false);
  other.close();
});

test('an invalid setting is named', async () => {
  const app = start({ BUSINESS_TZ: 'Mars/Olympus' });
  expect(await app.ended).toBe(1);
  expect(app.printed()).toContain('BUSINESS_TZ');
});
