import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { makeTempDir } from '../../testing/temp-dir.ts';
import { openPool } from './database.ts';
import { BASELINE, LAST_BEFORE_BASELINE, migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../database/migrations');
const NEXT = '9999-newer.sql';

const database = await cloneDatabase();

const forget = (name: string) => database.pool.query('delete from schema_migration where name = $1', [name]);

test('refuses a database that a newer version has migrated, unless that is allowed', async () => {
  await database.pool.query(`insert into schema_migration (name, sha256) values ('${NEXT}', 'x')`);
  await expect(migrate(database.pool)).rejects.toThrow(/newer version of Kemas \(9999-newer\.sql\)/);
  expect(await migrate(database.pool, { allowNewerSchema: true })).toEqual([]);
  await forget(NEXT);
});

/** The migrations of this version, and one that changes a table which the running older version reads. */
function withNextMigration(): URL {
  const folder = makeTempDir('migrations');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, NEXT), 'alter table one_time_code add column channel text;');
  return pathToFileURL(`${folder}/`);
}

/** Resolves once a statement waits for the table's lock. */
async function waitForBlockedChange(table: string): Promise<void> {
  const waiting = async () =>
    (await database.pool.query('select from pg_locks where relation = $1::regclass and not granted', [table]))
      .rowCount;
  await expect.poll(waiting).toBe(1);
}

test('a migration that waits for a table lets the queries of the running version pass, then retries', async () => {
  const folder = withNextMigration();
  const longRead = new pg.Client({ connectionString: database.url });
  const nextRead = new pg.Client({ connectionString: database.url, statement_timeout: 60_000 });
  await longRead.connect();
  await nextRead.connect();
  await longRead.query('begin');
  await longRead.query('select from one_time_code');
  const migrating = migrate(database.pool, { folder });
  await waitForBlockedChange('one_time_code');
  // It queues behind the migration, which queues behind the long read.
  await nextRead.query('select from one_time_code');
  await longRead.query('commit');
  expect(await migrating).toEqual([NEXT]);
  await longRead.end();
  await nextRead.end();
});

/** Two pools on a new, empty database, as two processes have at their first start. */
async function emptyDatabase(name: string): Promise<[pg.Pool, pg.Pool]> {
  const server = inject('databaseServer');
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  const open = () => openPool({ url: `${server}/${name}`, timeZone: 'Asia/Singapore', connections: 2 });
  const pools: [pg.Pool, pg.Pool] = [open(), open()];
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  return pools;
}

test.each([false, true])(
  'leaves a database of a version before 0.1.0 unchanged, with allowNewerSchema %s',
  async (allowNewerSchema) => {
    const [pool] = await emptyDatabase(`before_baseline_${allowNewerSchema}`);
    await pool.query(`
    create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    insert into schema_migration (name, sha256) values ('0001-platform.sql', 'x'), ('${LAST_BEFORE_BASELINE}', 'x');
    create table customer (id uuid primary key)`);
    const schema = async () =>
      (await pool.query(`select oid, relname, relnatts from pg_class where oid > 16384 order by oid`)).rows;
    const before = await schema();
    await expect(migrate(pool, { allowNewerSchema })).rejects.toThrow(
      /before 0\.1\.0 made this database \(its last migration is 0240-time-off-requests\.sql\)[\s\S]*delete its folder[\s\S]*npm run export/,
    );
    expect(await schema()).toEqual(before);
    expect((await pool.query('select name from schema_migration order by name')).rows).toEqual([
      { name: '0001-platform.sql' },
      { name: LAST_BEFORE_BASELINE },
    ]);
  },
);

test('of two processes that start at once, one migrates and the other waits for it', {
  tags: 'deep',
}, async () => {
  const pools = await emptyDatabase('migrated_twice');
  const [one = [], other = []] = await Promise.all(pools.map((pool) => migrate(pool)));
  const [applied, waited] = one.length > 0 ? [one, other] : [other, one];
  expect(applied).toContain(BASELINE);
  expect(waited).toEqual([]);
});

test('(control: without the lock, one of them fails)', { tags: 'deep' }, async () => {
  const pools = await emptyDatabase('migrated_without_lock');
  const [pool] = pools;
  await migrateQueue({ pgPool: pool });
  // Instead of locking, each waits here for the other.
  await pool.query(`
    create sequence arrived;
    create function pg_advisory_lock(bigint) returns void language plpgsql as $$
    begin
      perform nextval('arrived');
      while (select last_value from arrived) < 2 loop perform pg_sleep(0.01); end loop;
    end $$;
    alter database migrated_without_lock set search_path = public, pg_catalog`);
  const outcomes = await Promise.allSettled(pools.map((each) => migrate(each)));
  expect(outcomes.map(({ status }) => status)).toContain('rejected');
});

test('an extension gets tables with its own name, once, and changes no others', async () => {
  const own = await cloneDatabase();
  const folder = makeTempDir('extension');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const extensions = new Map([['dog-walks', pathToFileURL(`${folder}/`)]]);
  const run = () => migrate(own.pool, { extensions });
  write(
    '0001-walks.sql',
    `-- update job
     create table ext_dog_walks (id uuid primary key, job_id uuid references job (id) on delete cascade);
     create index ext_dog_walks_job on ext_dog_walks (job_id);
     insert into ext_dog_walks (id) values (gen_random_uuid()) on conflict do nothing;`,
  );
  await run();
  await run();
  expect((await own.pool.query('select from ext_dog_walks')).rowCount).toBe(1);
  for (const [text, table] of [
    ['alter table job add column dog text;', 'job'],
    ['create table if not exists dogs (id uuid);', 'dogs'],
    ['create table ext_dog (id uuid);', 'ext_dog'],
    ['UPDATE "customer" set label = 1', 'customer'],
    ['create trigger bark after insert on ext_dog_walks; drop table\n  package', 'package'],
  ]) {
    write('0002-more.sql', text ?? '');
    await expect(run(), text).rejects.toThrow(
      `extensions/dog-walks/migrations/0002-more.sql may only change ext_dog_walks, not ${table}.`,
    );
  }
  write('0002-more.sql', 'create table ext_dog_walks_log (id uuid);');
  await run();
  write('0001-walks.sql', 'create table ext_dog_walks (id uuid);');
  await expect(run()).rejects.toThrow('Migration 0001-walks.sql was changed after it ran.');
});
