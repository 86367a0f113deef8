import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type Db, openDatabase, openPool, TIMEOUTS } from './database.ts';
import { withDriverTimeout } from './prepared-statements.ts';
import { inTransaction } from './transaction.ts';

/** One connection, so that every statement sees what the previous one left there. */
let database: TestDatabase;

const app = await startTestApp({ connections: 1, features: [] });

beforeEach(async () => {
  database = await cloneDatabase({ connections: 1 });
  await database.pool.query('create table thing (id int primary key, name text)');
  await database.pool.query(`insert into thing values (1, 'mop'), (2, 'broom')`);
});
afterEach(() => database.close());

const preparedIn = async ({ pool }: TestDatabase): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
};

const thing = async (db: Db, id: number) =>
  (await sql<Record<string, unknown>>`select * from thing where id = ${id}`.execute(db)).rows[0];

async function times(count: number, work: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time += 1) await work(time);
}

it('prepares a frequent statement once', async () => {
  await times(4, () => thing(database.db, 1));
  expect(await preparedIn(database)).toEqual([]);
  await times(4, (time) => thing(database.db, time));
  expect(await preparedIn(database)).toEqual(['select * from thing where id = $1']);
  expect(await thing(database.db, 2)).toEqual({ id: 2, name: 'broom' });
});

it('does not prepare one-off texts, such as lists of ids of any length', async () => {
  await times(60, (length) => {
    const ids = Array.from({ length: length + 1 }, (_, id) => id);
    return sql`select * from thing where id in (${sql.join(ids)})`.execute(database.db);
  });
  expect(await preparedIn(database)).toEqual([]);
});

it('leaves pattern searches to be planned for each pattern', async () => {
  await times(10, () => sql`select * from thing where name ilike ${'%mop%'}`.execute(database.db));
  expect(await preparedIn(database)).toEqual([]);
});

it('the driver waits longer for long statements than the pool does', { tags: 'deep' }, async () => {
  const timeouts = { ...TIMEOUTS, statement: 100 };
  const pool = openPool({ url: database.url, timeZone: 'UTC', connections: 1, timeouts });
  const long = () =>
    openDatabase(pool)
      .transaction()
      .execute(async (db) => {
        await sql`select set_config('statement_timeout', '0', true)`.execute(db);
        await sql`select pg_sleep(2.3)`.execute(db);
      });
  await withDriverTimeout(60_000, long);
  await expect(long()).rejects.toThrow(/Query read timeout|not queryable/);
  await pool.end();
});

it('continues after a prepared statement failed', async () => {
  const add = (id: number) => sql`insert into thing values (${id}, 'pail')`.execute(database.db);
  await times(6, (time) => add(10 + time));
  await expect(add(10)).rejects.toThrow('duplicate key');
  await add(99);
  expect(await preparedIn(database)).toHaveLength(1);
});

it('runs a statement whose table has been migrated since', async () => {
  await times(6, () => thing(database.db, 1));
  await database.pool.query(`alter table thing add colour text default 'grey'`);
  expect(await thing(database.db, 1)).toEqual({ id: 1, name: 'mop', colour: 'grey' });
  await times(6, () => thing(database.db, 1));
  expect(await thing(database.db, 2)).toEqual({ id: 2, name: 'broom', colour: 'grey' });
});

it('PostgreSQL refuses the statement without that handling', async () => {
  const ask = () =>
    database.pool.query({ name: 'mine', text: 'select * from thing where id = $1', values: [1] });
  await ask();
  await database.pool.query('alter table thing add colour text');
  await expect(ask()).rejects.toMatchObject({ code: '0A000', routine: 'RevalidateCachedQuery' });
});

it('reruns the whole transaction that hit such a statement', async () => {
  const { db, pool } = app.database;
  await pool.query('create table thing (id int primary key, name text)');
  const add = (id: number) =>
    inTransaction(app.context(), async (tx) => {
      await sql`insert into thing values (${id}, 'pail')`.execute(tx.db);
      return thing(tx.db, id);
    });
  await times(6, add);
  await pool.query('alter table thing add colour text');
  expect(await add(7)).toEqual({ id: 7, name: 'pail', colour: null });
  expect((await sql`select from thing where id = 7`.execute(db)).rows).toHaveLength(1);
});
