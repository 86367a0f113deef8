import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../server/database/database.ts';
import { startEmbeddedPostgres } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { makeTempDir } from './temp-dir.ts';

const TEMPLATE = 'kemas_template';

/** Starts one PostgreSQL for the whole run, without durability, with a migrated database to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeTempDir('test');
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  const server = postgres.url.replace(/\/[^/]*$/, '');
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const pool = openPool({ url: `${server}/${TEMPLATE}`, timeZone: 'Asia/Singapore', connections: 2 });
  await migrate(pool);
  await pool.end();
  project.provide('databaseServer', server);
  project.provide('templateDatabase', TEMPLATE);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
