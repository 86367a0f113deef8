import { resolve } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { addressOfRunning, hasCluster, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { lockFolder } from './lock.ts';

interface Options {
  /** Creates the database in DATA_DIR if there is none. */
  readonly mayCreate?: boolean;
}

/**
 * The address of the database that a command works with: DATABASE_URL, otherwise the one in DATA_DIR. Not a pooler's.
 * @throws when DATA_DIR has no database, which is probably the wrong folder
 */
export async function databaseFor(
  opened: AsyncDisposableStack,
  config: Config,
  { mayCreate = false }: Options = {},
): Promise<string> {
  const { DATABASE_SESSION_URL, DATABASE_URL, DATA_DIR } = config;
  const url = DATABASE_SESSION_URL ?? DATABASE_URL;
  if (url !== undefined) return url;
  const dataDir = resolve(DATA_DIR);
  if (!mayCreate && !hasCluster(dataDir))
    throw new Error(`There is no database in ${dataDir}. Name the folder of your data with DATA_DIR.`);
  return openFolder(opened, dataDir);
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
