import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

const database = await cloneDatabase();

const forget = (name: string) => database.pool.query('delete from schema_migration where name = $1', [name]);

test('refuses a database that a newer version has migrated, unless that is allowed', async () => {
  await database.pool.query(`insert into schema_migration (name, sha256) values ('9999-newer.sql', 'x')`);
  await expect(migrate(database.pool)).rejects.toThrow(/newer version of Kemas \(9999-newer\.sql\)/);
  expect(await migrate(database.pool, { allowNewerSchema: true })).toEqual([]);
  await forget('9999-newer.sql');
});

/** Reverts a migration that changes a table which the running older version reads. */
async function undoKnownBrowsers(): Promise<void> {
  await database.pool.query(`
    drop index one_time_code_mobile;
    alter table one_time_code drop column known_browser;
    create unique index one_time_code_live on one_time_code (purpose, mobile) where ended_at is null`);
  await forget('0051-known-browsers.sql');
}

/** Resolves once a statement waits for the table's lock. */
async function waitForBlockedChange(table: string): Promise<void> {
  const waiting = async () =>
    (await database.pool.query('select from pg_locks where relation = $1::regclass and not granted', [table]))
      .rowCount;
  await expect.poll(waiting).toBe(1);
}

test('a migration that waits for a table lets the queries of the running version pass, then retries', async () => {
  await undoKnownBrowsers();
  const longRead = new pg.Client({ connectionString: database.url });
  const nextRead = new pg.Client({ connectionString: database.url, statement_timeout: 60_000 });
  await longRead.connect();
  await nextRead.connect();
  await longRead.query('begin');
  await longRead.query('select from one_time_code');
  const migrating = migrate(database.pool);
  await waitForBlockedChange('one_time_code');
  // It queues behind the migration, which queues behind the long read.
  await nextRead.query('select from one_time_code');
  await longRead.query('commit');
  expect(await migrating).toEqual(['0051-known-browsers.sql']);
  await longRead.end();
  await nextRead.end();
});
