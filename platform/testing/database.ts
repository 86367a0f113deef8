import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase, openPool } from '../server/database/database.ts';
import { closeAfterTests } from './teardown.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server, without a database name. */
    databaseServer: string;
    templateDatabase: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

/** Longer than any test runs: waiting for a lock or a connection on a busy machine must not fail a test. */
const TIMEOUTS = { lock: 30_000, statement: 150_000, idleInTransaction: 300_000, connection: 100_000 };

/** A separate database for one test file: a clone of the migrated template, in about 50 ms. Closed automatically. */
export async function cloneDatabase(options: { connections?: number } = {}): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  // Copies files: the other strategy writes every page to the log.
  await runOnServer(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const url = `${inject('databaseServer')}/${name}`;
  const { connections = 10 } = options;
  const pool = openPool({ url, timeZone: 'Asia/Singapore', connections, timeouts: TIMEOUTS });
  return {
    url,
    pool,
    db: openDatabase(pool),
    close: closeAfterTests(async () => {
      await pool.end();
      await runOnServer(`drop database if exists ${name} with (force)`);
    }),
  };
}

/** Two concurrent clones of the template fail on its lock, so they are retried one after the other. */
async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('databaseServer')}/postgres` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
