import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../server/database/database.ts';
import { startEmbeddedPostgres } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { makeTempDir } from './temp-dir.ts';
import { secretsInLogs } from './test-log.ts';

const TEMPLATE = 'kemas_template';

/**
 * Starts one PostgreSQL for the whole run, without durability, with a migrated database to clone. At the end, the logs
 * of all apps under test are searched for secrets and personal data.
 */
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
  const logFolder = makeTempDir('logs');
  project.provide('logFolder', logFolder);
  return async () => {
    await postgres.stop();
    const secrets = secretsInLogs(logFolder);
    await rm(dataDir, { recursive: true, force: true });
    await rm(logFolder, { recursive: true, force: true });
    if (secrets.length > 0) throw new Error(`The logs of the tests contain secrets:\n${secrets.join('\n')}`);
  };
}
