import { resolve } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { addressOfRunning, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { lockFolder } from './lock.ts';

/** The address of the database that a command works with: DATABASE_URL, otherwise the one in DATA_DIR. Not a pooler's. */
export async function databaseFor(opened: AsyncDisposableStack, config: Config): Promise<string> {
  const { DATABASE_SESSION_URL, DATABASE_URL, DATA_DIR } = config;
  return DATABASE_SESSION_URL ?? DATABASE_URL ?? (await openFolder(opened, resolve(DATA_DIR)));
}

/** The server in the directory: that of a running Kemas, otherwise one that is started temporarily. */
async function openFolder(opened: AsyncDisposableStack, dataDir: string): Promise<string> {
  const running = addressOfRunning(dataDir);
  if (running !== null && (await answers(running))) return running;
  const folder = lockFolder(dataDir);
  opened.defer(folder.release);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: console.warn });
  opened.defer(postgres.stop);
  return postgres.url;
}

/** A killed server leaves its pid file behind. */
async function answers(url: string): Promise<boolean> {
  const pool = openPool({ url, timeZone: 'UTC', connections: 1 });
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false; // unreachable, which is the answer
  } finally {
    await pool.end();
  }
}
