import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTempDir } from '../../testing/temp-dir.ts';
import { chooseAccount } from './embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

/** The data directory as the first start leaves it. */
let made: string;
/** A copy for each test: creating a database takes longer than everything else. */
let dataDir: string;
const running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  made = makeTempDir('embedded');
  dataDir = made;
  await start();
  await stopAll();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = makeTempDir('embedded');
  copyWithOwners(join(made, 'postgres'), dataDir);
});

afterEach(async () => {
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
});

async function stopAll(): Promise<void> {
  for (const server of running.splice(0).reverse()) await server.stop();
}

/** The server runs as an account other than root. */
function copyWithOwners(folder: string, into: string): void {
  if (process.platform === 'win32') cpSync(folder, join(into, 'postgres'), { recursive: true });
  else execFileSync('cp', ['-Rp', folder, into]);
}

async function start(
  options: { durable?: boolean; log?: (line: string) => void; onCrash?: (reason: string) => void } = {},
) {
  const server = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined, ...options });
  running.push(server);
  return server;
}

function clusterFolder(): string {
  const name = readdirSync(join(dataDir, 'postgres')).find((found) => /^\d+$/.test(found));
  return join(dataDir, 'postgres', name ?? '');
}

/** NaN while the file is not there. */
function pidOfServer(): number {
  const file = join(clusterFolder(), 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN;
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('a durable server flushes to disk before it acknowledges a commit', async () => {
  const server = await start();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect(await ask(server, `show ${setting}`)).toEqual(['on']);
  }
});

test('a server for tests does not flush', { tags: 'deep' }, async () => {
  expect(await ask(await start({ durable: false }), 'show fsync')).toEqual(['off']);
});

test('data survives a stop and a start', async () => {
  const first = await start();
  await ask(first, 'create table note as select 42 as answer');
  await first.stop();
  expect(await ask(await start(), 'select answer from note')).toEqual(['42']);
});

test('stops a server that outlived its app, without losing acknowledged data', { tags: 'deep' }, async () => {
  const lines: string[] = [];
  const first = await start();
  await ask(first, 'create table note as select 42 as answer');
  const second = await start({ log: (line) => lines.push(line) });
  expect(await ask(second, 'select answer from note')).toEqual(['42']);
  expect(lines.join()).toMatch(/from an earlier run/);
});

test('a server that dies is started again at the same address, with all acknowledged data', async () => {
  const crashes: string[] = [];
  const server = await start({ onCrash: (reason) => crashes.push(reason) });
  await ask(server, 'create table note as select 42 as answer');
  process.kill(pidOfServer(), 'SIGKILL');
  await expect.poll(() => ask(server, 'select answer from note').catch(String)).toEqual(['42']);
  expect(crashes).toEqual(['PostgreSQL ended with SIGKILL']);
  await server.stop();
  await expect(ask(server, 'select 1')).rejects.toThrow();
});

test('stops while it is being started again', { tags: 'deep' }, async () => {
  const server = await start({ onCrash: () => undefined });
  const before = pidOfServer();
  process.kill(before, 'SIGKILL');
  // The file is written before the server accepts connections.
  await expect.poll(pidOfServer, { interval: 5 }).not.toBe(before);
  await server.stop();
  await expect(ask(server, 'select 1')).rejects.toThrow();
});

const busy = "do $$ begin loop perform 'nothing that waits'; end loop; end $$";

test.runIf(process.platform === 'linux')('ends a connection that outlived its server', async () => {
  const first = await start();
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  void client.query(busy).catch(() => undefined);
  const [server] = readFileSync(join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(server), 'SIGKILL');
  expect(await ask(await start(), 'select 1')).toEqual(['1']);
});

describe('stale lock files after a crash', { tags: 'deep' }, () => {
  const socketLock = () => join(dataDir, 'postgres', '.s.PGSQL.5432.lock');
  const pidFile = () => join(clusterFolder(), 'postmaster.pid');
  let other: ChildProcess | undefined;
  afterEach(() => other?.kill());

  /**
   * A running process that the server may signal because it has the same account, so a pid in a lock file looks like a
   * live server.
   */
  async function someOtherProgram(): Promise<number> {
    other = spawn('sleep', ['60'], { ...chooseAccount(clusterFolder()) });
    await once(other, 'spawn');
    return other.pid ?? 0;
  }

  /** Writes what a server of this cluster writes into both files. */
  function writeFiles(pid: number | string, files: readonly string[]): void {
    for (const file of files) writeFileSync(file, `${pid}\n${clusterFolder()}\n1\n5432\n..\n\n`);
  }

  test.each([
    ['the pid file', () => [pidFile()]],
    ["the socket's lock", () => [socketLock()]],
    ['both files', () => [pidFile(), socketLock()]],
  ])("%s with another program's pid", async (...[, files]) => {
    await (await start()).stop();
    const pid = await someOtherProgram();
    writeFiles(pid, files());
    expect(await ask(await start(), 'select 1')).toEqual(['1']);
    expect(other?.exitCode).toBeNull(); // it was not ours to stop
  });

  test.runIf(process.platform === 'linux')(
    "both files with another program's pid, while the server is still running",
    async () => {
      await start();
      writeFiles(await someOtherProgram(), [pidFile(), socketLock()]);
      expect(await ask(await start(), 'select 1')).toEqual(['1']);
      expect(other?.exitCode).toBeNull();
    },
  );

  test.each(['', 'not a number\n'])('a socket lock that contains %j', async (content) => {
    await (await start()).stop();
    writeFileSync(socketLock(), content);
    expect(await ask(await start(), 'select 1')).toEqual(['1']);
  });

  test('a socket lock that alone names the running server', async () => {
    await start();
    rmSync(pidFile());
    expect(await ask(await start(), 'select 1')).toEqual(['1']);
  });
});

test('restricts the directory and the password to their owner', async () => {
  await start();
  const home = join(dataDir, 'postgres');
  expect(statSync(home).mode & 0o077).toBe(0);
  expect(statSync(join(home, 'password')).mode & 0o077).toBe(0);
  expect(readFileSync(join(home, 'password'), 'utf8').length).toBeGreaterThan(30);
});

test('does not silently replace a database whose password is missing', { tags: 'deep' }, async () => {
  const first = await start();
  await first.stop();
  rmSync(join(dataDir, 'postgres/password'));
  await expect(start()).rejects.toThrow(/password is missing/);
  expect(existsSync(join(dataDir, 'postgres/password'))).toBe(false);
});

test('uses the loopback address when the socket path is too long', { tags: 'deep' }, async () => {
  const root = dataDir;
  dataDir = join(root, 'x'.repeat(110));
  const server = await start();
  dataDir = root;
  expect(server.url).toContain('@127.0.0.1:');
  expect(await ask(server, 'select 1')).toEqual(['1']);
});
