import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { connectionSettings, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';

export interface BusinessSize {
  readonly cleaners: number;
  readonly customers: number;
  readonly jobs: number;
  /** `YYYY-MM-DD`, the day that the company's past ends with. */
  readonly today: string;
}

/** The business's time zone. */
export const ZONE = 'Asia/Singapore';

const MIGRATIONS = new URL('../../database/migrations/', import.meta.url);
const SCRIPTS = [
  'helpers',
  'drop-indexes',
  'people',
  'jobs',
  'time-off',
  'credits',
  'money',
  'messages',
  'restore-indexes',
].map((name) => new URL(`${name}.sql`, import.meta.url));

/** The address of the database with a company of that size: the one an earlier run made on this day, or a new one. */
export async function ensureBusiness(
  serverUrl: string,
  size: BusinessSize,
  log: (line: string) => void,
): Promise<string> {
  const prefix = `jobs_${size.jobs}_`;
  const database = prefix + (await fingerprint(size));
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    const { rows } = await server.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    if (rows.some(({ datname }) => datname === database)) return urlOf(database);
    for (const { datname } of rows) await server.query(`drop database "${datname}"`);
    const draft = `${database}_unfinished`;
    await server.query(`create database "${draft}"`);
    log(`Creating a company with ${size.jobs.toLocaleString('en')} jobs.`);
    await makeBusiness(urlOf(draft), size, log);
    await server.query(`alter database "${draft}" rename to "${database}"`);
    return urlOf(database);
  } finally {
    await server.end();
  }
}

/** Changes with the size, the day, the generator and the schema. */
async function fingerprint(size: BusinessSize): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).sort().map((name) => new URL(name, MIGRATIONS));
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const file of [...SCRIPTS, ...migrations]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Fills an empty database with a company of that size: the same rows for the same size and day. The constraints hold
 * for every row when it is done.
 */
async function makeBusiness(url: string, size: BusinessSize, log: (line: string) => void): Promise<void> {
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  await migrate(pool);
  await pool.end();
  const client = new pg.Client(connectionSettings({ url, timeZone: ZONE }));
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '128MB';
      set maintenance_work_mem = '512MB'; set session_replication_role = replica`);
    for (const [name, value] of Object.entries(size))
      await client.query('select set_config($1, $2, false)', [`bench.${name}`, String(value)]);
    client.on('notice', ({ message }) => log(String(message)));
    for (const script of SCRIPTS) {
      log(path.basename(script.pathname));
      await client.query(await readFile(script, 'utf8'));
    }
    log('vacuum');
    await client.query('drop schema bench cascade');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
