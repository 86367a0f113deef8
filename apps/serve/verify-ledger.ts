/**
 * `npm run verify:ledger`: checks what all features promise of the books, prints what does not hold, and ends with 1 if
 * anything does not. It changes nothing, and Kemas may run meanwhile. The database is DATABASE_URL, else the one in
 * DATA_DIR.
 */
import { resolve } from 'node:path';
import { features } from '#apps/api/features.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { type Config, loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { addressOfRunning, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { compose } from '#platform/server/feature.ts';
import { lockFolder } from './lock.ts';
import { startErrorMessage } from './start-errors.ts';

try {
  process.exitCode = (await verify(loadConfig(process.env))) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

async function verify(config: Config): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const url = config.DATABASE_URL ?? (await openFolder(opened, resolve(config.DATA_DIR)));
  const pool = openPool({ url, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  const composed = compose(features);
  const found = await checkLedger({ db: openDatabase(pool), composed });
  for (const { invariant, what } of found) console.log(`${invariant}: ${what}`);
  const checks = composed.ledgerChecks?.length ?? 0;
  console.log(found.length === 0 ? `The books hold: ${checks} checks.` : `${found.length} violations.`);
  return found.length === 0;
}

/** The server in the folder: the one of a running Kemas, else one that is started for as long as this takes. */
async function openFolder(opened: AsyncDisposableStack, dataDir: string): Promise<string> {
  const running = addressOfRunning(dataDir);
  if (running !== null && (await answers(running))) return running;
  const folder = lockFolder(dataDir);
  opened.defer(folder.release);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: console.warn });
  opened.defer(postgres.stop);
  return postgres.url;
}

/** A server that died leaves its file behind. */
async function answers(url: string): Promise<boolean> {
  const pool = openPool({ url, timeZone: 'UTC', connections: 1 });
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false; // nobody is there, which is the answer
  } finally {
    await pool.end();
  }
}
