import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { clusterFolder, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { lockFolder } from '../lock.ts';
import { verifyAuditTrail } from '../verify-audit-trail.ts';
import { verifyLedger } from '../verify-books.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/* A real server is backed up while it is written to, dies, and is restored in several ways. */

const folder = makeTempDir('backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const configOf = (name: string) => loadConfig({ NODE_ENV: 'test', DATA_DIR: at(name) });
const quiet = { durable: true, log: () => undefined };

const first = await startEmbeddedPostgres({ ...quiet, dataDir: at('data'), walArchive: at('wal') });
const pool = openPool({ url: first.url, timeZone: 'Asia/Singapore', connections: 2 });
await migrate(pool, { allowNewerSchema: false });
await pool.query('create table acknowledged (n int primary key, at timestamptz default clock_timestamp())');
await mkdir(at('data/uploads/ab'), { recursive: true });
writeFileSync(at('data/uploads/ab/photo.webp'), 'a photo');
writeFileSync(at('data/session-secret'), 'a secret of this test, long enough');

let written = 0;
const write = async (count: number) => {
  for (let i = 0; i < count; i += 1) {
    await pool.query('insert into acknowledged (n) values ($1)', [written + 1]);
    written += 1;
  }
};

let isBusy = true;
const busy = (async () => {
  while (isBusy) await write(5);
})();
const manifest = await makeBackup({ config: configOf('data'), databaseUrl: first.url, target: at('backup') });
isBusy = false;
await busy;
const writtenDuring = written;
await write(10);
await sleep(20);
const { rows: times } = await pool.query<{ now: string }>('select clock_timestamp()::text as now');
const noon = Temporal.Instant.from(String(times[0]?.now).replace(' ', 'T'));
const writtenByNoon = written;
await write(10);
await pool.end();
await first.stop();
// The machine is gone; its last segments of WAL can still be read, as they would be from its disk.
await cp(join(clusterFolder(at('data')), 'pg_wal'), at('wal'), {
  recursive: true,
  force: false,
  filter: (path) => !path.includes('archive_status'),
});

async function rowsIn(name: string): Promise<number[]> {
  const server = await startEmbeddedPostgres({ ...quiet, dataDir: at(name) });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select n from acknowledged order by n');
  await client.end();
  await server.stop();
  return rows.map(({ n }) => n);
}
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

test('a backup made while people work is one consistent state, with uploads and the secret', async () => {
  expect(manifest).toMatchObject({ format: 1, database: 'copy', major: '18', hasUploads: true });
  await restoreBackup({ config: configOf('alone'), source: at('backup') });
  const rows = await rowsIn('alone');
  expect(rows).toEqual(upTo(rows.length));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(writtenDuring);
  expect(readFileSync(at('alone/uploads/ab/photo.webp'), 'utf8')).toBe('a photo');
  expect(readFileSync(at('alone/session-secret'), 'utf8')).toContain('a secret');
});

test('with its WAL, nothing that was acknowledged is lost', async () => {
  await restoreBackup({ config: configOf('all'), source: at('backup'), wal: at('wal') });
  expect(await rowsIn('all')).toEqual(upTo(written));
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  expect(await verifyLedger(configOf('all'))).toBe(true);
  expect(await verifyAuditTrail(configOf('all'), undefined)).toBe(true);
});

test('it can be restored to a moment before a mistake', { tags: 'deep' }, async () => {
  await restoreBackup({ config: configOf('noon'), source: at('backup'), wal: at('wal'), until: noon });
  expect(await rowsIn('noon')).toEqual(upTo(writtenByNoon));
});

test('a folder in use is not overwritten, neither by a backup nor by a restore', {
  tags: 'deep',
}, async () => {
  const target = at('backup');
  await expect(makeBackup({ config: configOf('data'), databaseUrl: 'postgres://x', target })).rejects.toThrow(
    'exists already',
  );
  await expect(restoreBackup({ config: configOf('data'), source: target })).rejects.toThrow(
    'has a database already',
  );
  // A database without the other files is not overwritten either.
  await cp(join(clusterFolder(at('data')), 'PG_VERSION'), join(clusterFolder(at('half')), 'PG_VERSION'));
  await expect(restoreBackup({ config: configOf('half'), source: target })).rejects.toThrow(
    'has a database already',
  );
  await mkdir(at('photos/uploads'), { recursive: true });
  await expect(restoreBackup({ config: configOf('photos'), source: target })).rejects.toThrow(
    'has uploads already',
  );
  expect(readdirSync(at('photos'))).toEqual(['uploads']);
  expect(await rowsIn('data')).toEqual(upTo(written));
});

test('a folder with a database of an older PostgreSQL is left as it is', { tags: 'deep' }, async () => {
  await mkdir(at('older/postgres/17'), { recursive: true });
  writeFileSync(at('older/postgres/17/PG_VERSION'), '17');
  writeFileSync(at('older/postgres/password'), 'of the older one');
  await expect(restoreBackup({ config: configOf('older'), source: at('backup') })).rejects.toThrow(
    'has a database already',
  );
  expect(readFileSync(at('older/postgres/17/PG_VERSION'), 'utf8')).toBe('17');
  expect(readFileSync(at('older/postgres/password'), 'utf8')).toBe('of the older one');
});

/** Restores in a process of its own, which is killed as soon as `isTime`. */
async function killRestore(name: string, isTime: () => boolean): Promise<void> {
  const program = join(import.meta.dirname, '../restore.ts');
  const child = spawn(process.execPath, [program, at('backup')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: at(name) },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const look = setInterval(() => isTime() && child.kill('SIGKILL'), 1);
  await ended;
  clearInterval(look);
  expect(child.signalCode).toBe('SIGKILL');
}

test.each([
  ['while it copies', 'postgres/18'],
  ['before its database starts', 'postgres/18/backup_label'],
  ['while its database runs', 'postgres/18/postmaster.pid'],
])(
  'nothing starts on a restore that was killed %s, and it can be repeated',
  {
    tags: 'deep',
  },
  async (when, file) => {
    const name = `killed ${when}`;
    // The killed restore's PostgreSQL may still run: it is said that it is stopped first.
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    await killRestore(name, () => existsSync(at(`${name}/${file}`)));
    expect(() => lockFolder(at(name))).toThrow(/A restore into .* was interrupted.*npm run restore/s);
    await expect(verifyLedger(configOf(name))).rejects.toThrow('was interrupted');
    await restoreBackup({ config: configOf(name), source: at('backup') });
    lockFolder(at(name)).release();
    expect((await rowsIn(name)).length).toBeGreaterThan(0);
    expect(readFileSync(at(`${name}/uploads/ab/photo.webp`), 'utf8')).toBe('a photo');
  },
);

test('a restore that was killed removes nothing that is not its own when it is repeated', {
  tags: 'deep',
}, async () => {
  await mkdir(at('mixed/uploads'), { recursive: true });
  writeFileSync(at('mixed/uploads/own.webp'), 'own');
  writeFileSync(at('mixed/unfinished-restore.json'), '["postgres"]');
  await expect(restoreBackup({ config: configOf('mixed'), source: at('backup') })).rejects.toThrow(
    'has uploads already',
  );
  expect(readFileSync(at('mixed/uploads/own.webp'), 'utf8')).toBe('own');
});

test('a damaged or incomplete backup is refused before anything is written', { tags: 'deep' }, async () => {
  await cp(at('backup'), at('damaged'), { recursive: true });
  const { path } = manifest.files.find((file) => file.path.endsWith('/PG_VERSION')) ?? { path: '' };
  await appendFile(at(`damaged/${path}`), ' ');
  await expect(restoreBackup({ config: configOf('nothing'), source: at('damaged') })).rejects.toThrow(
    `${path} has changed`,
  );
  rmSync(at(`damaged/${path}`));
  await expect(restoreBackup({ config: configOf('nothing'), source: at('damaged') })).rejects.toThrow(
    'is missing',
  );
  await expect(restoreBackup({ config: configOf('nothing'), source: at('wal') })).rejects.toThrow(
    'is not a backup',
  );
  expect(existsSync(at('nothing'))).toBe(false);
});

test('the copy has no file of the running server, and nobody else can read it', {
  tags: 'deep',
}, async () => {
  const paths = manifest.files.map((file) => file.path);
  expect(paths.filter((path) => /postmaster\.(pid|opts)$/.test(path))).toEqual([]);
  expect(paths).toContain('postgres/cluster/backup_label');
  expect(readdirSync(at('backup')).toSorted()).toEqual([
    'manifest.json',
    'postgres',
    'session-secret',
    'uploads',
  ]);
  expect(JSON.parse(await readFile(at('backup/manifest.json'), 'utf8'))).toEqual(manifest);
});
