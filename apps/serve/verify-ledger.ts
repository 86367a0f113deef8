/**
 * `npm run verify:ledger`: runs all features' ledger checks, prints violations, and exits with 1 if there are any. It
 * changes nothing, and can run beside a running Kemas. The database is DATABASE_URL, otherwise the one in DATA_DIR.
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
  console.log(found.length === 0 ? `All ${checks} ledger checks passed.` : `${found.length} violations.`);
  return found.length === 0;
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
