import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { clusterFolder, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { startFakeTwilio } from '#platform/testing/fake-twilio.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { lockFolder } from '../lock.ts';
import { startKemasProcess } from '../testing/kemas-process.ts';
import { upgradeData } from './upgrade-data.ts';

/*
 * A data folder of this version is upgraded to "the next one", which is this version with further migrations. `old` is made
 * once and copied for each test.
 */

const folder = makeTempDir('upgrade');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const NOW = join(import.meta.dirname, '../../../database/migrations');
const quiet = { durable: false, log: () => undefined };
const configOf = (dataDir: string) => loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
const NEXT = ['9998-next.sql', '9999-after.sql'] as const;

/** The migrations of a next version. */
function migrations(name: string, sql: readonly [string, string]): string {
  cpSync(NOW, at(name), { recursive: true });
  for (const [i, file] of NEXT.entries()) writeFileSync(join(at(name), file), sql[i] ?? '');
  return at(name);
}

/** Of a database that is not running. */
async function query(dataDir: string, text: string): Promise<readonly unknown[]> {
  const server = await startEmbeddedPostgres({ ...quiet, dataDir });
  const pool = openPool({ url: server.url, timeZone: 'UTC', connections: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await pool.end();
    await server.stop();
  }
}

const CONTENT = 'select n from kept order by n';
const COLUMN =
  "select count(*)::int from information_schema.columns where table_name = 'kept' and column_name = 'next'";

beforeAll(async () => {
  const server = await startEmbeddedPostgres({ ...quiet, dataDir: at('old') });
  const pool = openPool({ url: server.url, timeZone: 'UTC', connections: 1 });
  await migrate(pool);
  await pool.query('create table kept (n int); insert into kept select generate_series(1, 1000)');
  await pool.end();
  await server.stop();
  mkdirSync(at('old/uploads'));
  writeFileSync(at('old/uploads/photo.webp'), 'a photo');
});

/** With its owners: as root, the database belongs to another account. */
function copyOfOld(name: string): string {
  execFileSync('cp', ['-a', at('old'), at(name)]);
  return at(name);
}

const ADD = 'alter table kept add column next int; select pg_sleep(0.3);';
const BREAK_BOOKS = `
  insert into graphile_worker._private_tasks (identifier) values ('a-task') on conflict do nothing;
  insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error)
    select id, 3, 3, 'failed' from graphile_worker._private_tasks where identifier = 'a-task';`;

/** Upgrades to a version with these migrations; what was said is in `said`. */
async function upgrade(
  dataDir: string,
  next: string,
  options: Partial<Parameters<typeof upgradeData>[0]> = {},
) {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const upgraded = upgradeData({
    config: configOf(dataDir),
    say,
    migrations: pathToFileURL(`${next}/`),
    ...options,
  });
  return { ...(await upgraded), said };
}

async function expectOld(dataDir: string): Promise<void> {
  expect(await query(dataDir, CONTENT)).toHaveLength(1000);
  expect(await query(dataDir, COLUMN)).toEqual([0]);
  expect(await query(dataDir, 'select max(name) from schema_migration')).not.toEqual([NEXT[1]]);
}

test('data of this version is upgraded to the next one, with a backup of before', async () => {
  const dataDir = copyOfOld('plain');
  const { applied, backup } = await upgrade(dataDir, migrations('next', [ADD, 'select 1']));
  expect(applied).toEqual(NEXT);
  expect(await query(dataDir, CONTENT)).toHaveLength(1000);
  expect(await query(dataDir, COLUMN)).toEqual([1]);
  await restoreBackup({ config: configOf(at('restored')), source: backup ?? '' });
  await expectOld(at('restored'));
  expect(readFileSync(at('restored/uploads/photo.webp'), 'utf8')).toBe('a photo');
  // Again: nothing to do, and no second backup.
  expect(await upgrade(dataDir, at('next'))).toMatchObject({ applied: [], backup: null });
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  await expect(upgrade(dataDir, NOW)).rejects.toThrow(/newer version of Kemas/);
});

test.each([
  ['fails', 'alter table nothing add column x int;', /"nothing" does not exist/],
  [
    'fills the disk',
    "do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$",
    /No space left/,
  ],
  ['breaks the books', BREAK_BOOKS, /After the migration the data does not verify:\nI10/],
])('a migration that %s puts the data back', { tags: 'deep' }, async (name, sql, why) => {
  const dataDir = copyOfOld(`data ${name}`);
  const next = migrations(`next ${name}`, [ADD, sql]);
  const failed = upgrade(dataDir, next);
  await expect(failed).rejects.toThrow(why);
  await expect(failed).rejects.toThrow(
    /your data is as it was before.*\nThe backup is in .*before-upgrade-/s,
  );
  await expectOld(dataDir);
  expect(readdirSync(join(dataDir, 'postgres')).filter((file) => file.startsWith('18'))).toEqual(['18']);
});

test('migrations of extensions alone are an upgrade too, with a backup', async () => {
  const dataDir = copyOfOld('extended');
  mkdirSync(at('dogs'));
  writeFileSync(at('dogs/0001-dogs.sql'), 'create table ext_dogs (id int)');
  const extensions = new Map([['dogs', pathToFileURL(`${at('dogs')}/`)]]);
  const { applied, backup } = await upgrade(dataDir, NOW, { extensions });
  expect(applied).toEqual(['extensions/dogs/migrations/0001-dogs.sql']);
  expect(existsSync(backup ?? '')).toBe(true);
  expect(await upgrade(dataDir, NOW, { extensions })).toMatchObject({ applied: [], backup: null });
});

test.each([
  ['first', 'alter table nothing add column x int', 'select 1', /the database is as it was before/],
  [
    'second',
    ADD,
    'alter table nothing add column x int',
    /failed after 9998-next.sql\. .* restore -- <folder/,
  ],
])(
  'on a database of one’s own, it is said what a failure of the %s migration leaves',
  {
    tags: 'deep',
  },
  async (name, one, two, what) => {
    const server = await startEmbeddedPostgres({ ...quiet, dataDir: copyOfOld(`server ${name}`) });
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: at(`files ${name}`), DATABASE_URL: server.url });
    const next = migrations(`next server ${name}`, [one, two]);
    await expect(upgrade('', next, { config, backup: null })).rejects.toThrow(what);
    await server.stop();
  },
);

test('without enough room nothing is changed', { tags: 'deep' }, async () => {
  const dataDir = copyOfOld('full');
  const freeBytes = () => Promise.resolve(1e6);
  await expect(upgrade(dataDir, migrations('next full', [ADD, '']), { freeBytes })).rejects.toThrow(
    /needs \d+ MB in .*, where 1 MB are free.*Nothing has been changed/s,
  );
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  await expectOld(dataDir);
});

test('books that do not verify stop an upgrade, unless it is forced', { tags: 'deep' }, async () => {
  const dataDir = copyOfOld('books');
  for (const statement of BREAK_BOOKS.split(';').slice(0, 2)) await query(dataDir, statement);
  const next = migrations('next books', [ADD, '']);
  await expect(upgrade(dataDir, next)).rejects.toThrow(/I10.*nothing has been changed/s);
  await expectOld(dataDir);
  expect((await upgrade(dataDir, next, { force: true })).applied).toEqual(NEXT);
});

test('an audit trail that was broken before stops an upgrade before it begins, unless it is forced', {
  tags: 'deep',
}, async () => {
  const dataDir = copyOfOld('audit');
  // Past the trigger that queues it for the chain.
  await query(
    dataDir,
    `do $$ begin
      set local session_replication_role = replica;
      insert into audit_entry (id, at, actor_role, action, subject_kind, subject_id, ip, request_id)
        values (gen_random_uuid(), now() - interval '1 day', 'admin', 'update', 'job', gen_random_uuid(), '203.0.113.7', 'x');
    end $$`,
  );
  const next = migrations('next audit', [ADD, 'select 1']);
  await expect(upgrade(dataDir, next)).rejects.toThrow(/Audit trail: .*nothing has been changed/s);
  await expectOld(dataDir);
  expect((await upgrade(dataDir, next, { force: true })).applied).toEqual(NEXT);
});

test('a folder in use, and one without a database, are refused', { tags: 'deep' }, async () => {
  const dataDir = copyOfOld('used');
  const lock = lockFolder(dataDir);
  await expect(upgrade(dataDir, NOW)).rejects.toThrow(/already starting/);
  lock.release();
  await expect(upgrade(at('wrong'), NOW)).rejects.toThrow(/no database in/);
  expect(existsSync(at('wrong'))).toBe(false);
});

/** Kills the process of an upgrade as soon as it says this. Resolves with what it has said. */
async function killAt(step: string, dataDir: string, next: string): Promise<string> {
  const program = join(import.meta.dirname, '../testing/upgrade-to-next.ts');
  const child = spawn(process.execPath, [program, next], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'test' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += String(part);
      if (said.includes(step)) child.kill('SIGKILL');
    });
  await once(child, 'close');
  return said;
}

test.each([
  ['1/4', 'select 1'],
  ['2/4', 'select 1'],
  ['3/4', 'select 1'],
  ['4/4', 'select 1'],
  ['Putting back', 'alter table nothing add column x int'],
])(
  'killed at "%s", the older or the newer version starts, and nothing is lost',
  { tags: 'deep' },
  async (step, last) => {
    const name = step.replace('/', ' of ');
    const dataDir = copyOfOld(`killed ${name}`);
    const said = await killAt(step, dataDir, migrations(`next killed ${name}`, [ADD, last]));
    expect(said).toContain(step);
    expect(said).not.toContain('Upgraded');
    const twilio = await startFakeTwilio();
    const older = await startKemasProcess({ DATA_DIR: dataDir, NODE_ENV: 'test' }, twilio).catch(String);
    await (typeof older === 'string' ? undefined : older.stop());
    await twilio.close();
    if (typeof older === 'string') expect(older).toContain('migrated by a newer version of Kemas');
    else await expectOld(dataDir);
    expect(await query(dataDir, CONTENT)).toHaveLength(1000);
    const next = migrations(`fixed ${name}`, [ADD, 'select 1']);
    const { applied } = await upgrade(dataDir, next);
    expect(applied.length > 0 || typeof older === 'string').toBe(true);
    expect(await query(dataDir, COLUMN)).toEqual([1]);
    expect(await query(dataDir, CONTENT)).toHaveLength(1000);
    expect(readdirSync(join(dataDir, 'postgres')).filter((file) => file.startsWith('18'))).toEqual(['18']);
  },
);

test.each(['before', 'between', 'after'])(
  'a replacement that is interrupted %s its renames is finished by the next start',
  {
    tags: 'deep',
  },
  async (when) => {
    const dataDir = copyOfOld(`swapped ${when}`);
    const cluster = clusterFolder(dataDir);
    execFileSync('cp', ['-a', cluster, `${cluster}.restored`]);
    await query(dataDir, 'select 1'); // it is finished, and the next lines make the other states
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('18'))).toEqual(['18']);
    renameSync(cluster, `${cluster}.restored`);
    const failed = when === 'before' ? cluster : `${cluster}.replaced`;
    if (when !== 'after') mkdirSync(failed);
    await expectOld(dataDir);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('18'))).toEqual(['18']);
  },
);
