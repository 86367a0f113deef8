import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const forget = (name: string) => database.pool.query('delete from schema_migration where name = $1', [name]);

test('a database that a newer version has migrated is refused, unless that is asked for', async () => {
  await database.pool.query(`insert into schema_migration (name, sha256) values ('9999-newer.sql', 'x')`);
  await expect(migrate(database.pool)).rejects.toThrow(/newer version of Kemas \(9999-newer\.sql\)/);
  expect(await migrate(database.pool, { allowNewerSchema: true })).toEqual([]);
  await forget('9999-newer.sql');
});

test('a change that waits for a table gives way to the queries of the version that still serves, and is tried again', async () => {
  await forget('0050-cron-runs.sql');
  await database.pool.query('drop table cron_run');
  const serving = new pg.Client({ connectionString: database.url });
  await serving.connect();
  await serving.query('begin');
  // What the migration wants to change is in use.
  await serving.query('lock table graphile_worker._private_known_crontabs in access share mode');
  await serving.query('lock table schema_migration in share mode');
  const migrating = migrate(database.pool);
  await new Promise((next) => setTimeout(next, 6500)); // the first try has given up by then
  await serving.query('commit');
  await serving.end();
  expect(await migrating).toEqual(['0050-cron-runs.sql']);
});
