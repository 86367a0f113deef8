import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kemas-embedded-'));
});

afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(
  options: { durable?: boolean; log?: (line: string) => void; onCrash?: () => void } = {},
) {
  const server = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined, ...options });
  running.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('a durable server waits for the disk before it says yes', async () => {
  const server = await start();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect(await ask(server, `show ${setting}`)).toEqual(['on']);
  }
});

test('a server for tests does not wait', async () => {
  expect(await ask(await start({ durable: false }), 'show fsync')).toEqual(['off']);
});

test('what was written is there after a stop and a start', async () => {
  const first = await start();
  await ask(first, 'create table note as select 42 as answer');
  await first.stop();
  expect(await ask(await start(), 'select answer from note')).toEqual(['42']);
});

test('a server that outlived its app is stopped, and nothing acknowledged is lost', async () => {
  const crashes: string[] = [];
  const lines: string[] = [];
  const first = await start({ onCrash: () => crashes.push('first') });
  await ask(first, 'create table note as select 42 as answer');
  const second = await start({ log: (line) => lines.push(line) });
  expect(await ask(second, 'select answer from note')).toEqual(['42']);
  expect(lines.join()).toMatch(/from an earlier run/);
  expect(crashes).toEqual(['first']);
});

test("a pid file with some other program's number does not hold the start up", async () => {
  const first = await start();
  await first.stop();
  const cluster = join(
    dataDir,
    'postgres',
    readdirSync(join(dataDir, 'postgres')).find((n) => /^\d+$/.test(n)) ?? '',
  );
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n1 1\nready\n`);
  expect(await ask(await start(), 'select 1')).toEqual(['1']);
});

test('the folder and the password are for their owner only', async () => {
  await start();
  const home = join(dataDir, 'postgres');
  expect(statSync(home).mode & 0o077).toBe(0);
  expect(statSync(join(home, 'password')).mode & 0o077).toBe(0);
  expect(readFileSync(join(home, 'password'), 'utf8').length).toBeGreaterThan(30);
});

test('a database without its password is not silently replaced', async () => {
  const first = await start();
  await first.stop();
  rmSync(join(dataDir, 'postgres/password'));
  await expect(start()).rejects.toThrow(/password is missing/);
  expect(existsSync(join(dataDir, 'postgres/password'))).toBe(false);
});

test('a path that is too long for a socket is reached over the loopback', async () => {
  const root = dataDir;
  dataDir = join(root, 'x'.repeat(110));
  const server = await start();
  dataDir = root;
  expect(server.url).toContain('@127.0.0.1:');
  expect(await ask(server, 'select 1')).toEqual(['1']);
});
