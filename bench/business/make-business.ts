import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectionSettings, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';

export interface BusinessSize {
  readonly cleaners: number;
  readonly customers: number;
  readonly jobs: number;
}

/** Where the business is: times in the database are its own. */
export const ZONE = 'Asia/Singapore';

const MIGRATIONS = new URL('../../database/migrations/', import.meta.url);
const PARTS = [
  'helpers.sql',
  'people.sql',
  'jobs.sql',
  'time-off.sql',
  'credits.sql',
  'money.sql',
  'messages.sql',
];
/** Filled row by row, their indexes would take most of the time: they come afterwards. */
const BIG_TABLES = [
  'job',
  'job_hold',
  'job_crew',
  'job_checklist_item',
  'cleaner_occupation',
  'time_off',
  'ledger_tx',
  'ledger_entry',
  'money_transaction',
  'payment_allocation',
  'payment_attempt',
  'credit_lot',
  'credit_movement',
  'credit_use',
  'promo_use',
  'audit_entry',
  'message',
];

interface Making {
  /** `YYYY-MM-DD`, the day that the company's past ends with. */
  readonly today: string;
  /** Told what is being done. */
  readonly log: (line: string) => void;
}

/**
 * The address of a database with a company of that size: the one that an earlier run made on this day, brought to the
 * newest schema, or a new one.
 */
export async function ensureBusiness(
  serverUrl: string,
  name: string,
  size: BusinessSize,
  { today, log }: Making,
): Promise<string> {
  const database = `${name}_${await fingerprint({ ...size, today })}`;
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    const made = await server.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${name}\\_%`],
    );
    const isMade = made.rows.some((row) => row.datname === database);
    if (isMade && (await isMigrated(url.href, log))) return url.href;
    for (const { datname } of made.rows) await server.query(`drop database "${datname}"`);
    await server.query(`create database "${database}_unfinished"`);
    log(`A company with ${size.jobs.toLocaleString('en')} jobs is made.`);
    const draft = new URL(url);
    draft.pathname = `/${database}_unfinished`;
    await makeBusiness(draft.href, size, { today, log });
    await server.query(`alter database "${database}_unfinished" rename to "${database}"`);
    return url.href;
  } finally {
    await server.end();
  }
}

/** Changes with the size, the day and the generator. */
async function fingerprint(of: object): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(of));
  for (const part of PARTS) hash.update(await readFile(new URL(part, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

/** Brings a company to the newest schema; false where it has a migration that is not of this schema, or no longer. */
async function isMigrated(url: string, log: Making['log']): Promise<boolean> {
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  try {
    const done = await pool.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migration',
    );
    for (const { name, sha256 } of done.rows) {
      const text = await readFile(new URL(name, MIGRATIONS)).catch(() => null); // another branch's
      if (text === null || createHash('sha256').update(text).digest('hex') !== sha256) return false;
    }
    const applied = await migrate(pool);
    if (applied.length === 0) return true;
    log(`An earlier company gets ${applied.join(', ')}.`);
    await pool.query('set statement_timeout = 0');
    await pool.query('vacuum analyze');
    return true;
  } finally {
    await pool.end();
  }
}

/**
 * Fills an empty database with a company of that size: the same rows for the same size and day. The constraints hold
 * for every row when it is done.
 */
async function makeBusiness(url: string, size: BusinessSize, { today, log }: Making): Promise<void> {
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  await migrate(pool);
  await pool.end();
  const client = new pg.Client(connectionSettings({ url, timeZone: ZONE }));
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '128MB';
      set maintenance_work_mem = '512MB'; set session_replication_role = replica`);
    for (const [name, value] of Object.entries({ ...size, today }))
      await client.query('select set_config($1, $2, false)', [`bench.${name}`, String(value)]);
    const restore = await dropIndexes(client);
    for (const part of PARTS) {
      log(part);
      await client.query(await readFile(new URL(part, import.meta.url), 'utf8'));
    }
    for (const statement of restore) {
      log(statement.slice(0, 100));
      await client.query(statement);
    }
    log('vacuum');
    await client.query('drop schema bench cascade');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Takes the indexes and exclusion constraints of the big tables away, primary keys aside; how to put them back. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const constraints = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('x', 'u') and conrelid = any ($1::regclass[])`,
    [BIG_TABLES],
  );
  for (const { table, name } of constraints.rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where not indisprimary and indrelid = any ($1::regclass[])`,
    [BIG_TABLES],
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  return [
    ...indexes.rows.map((index) => index.definition),
    ...constraints.rows.map((one) => `alter table ${one.table} add constraint ${one.name} ${one.definition}`),
  ];
}
