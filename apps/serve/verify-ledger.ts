/**
 * `npm run verify:ledger`: runs all features' ledger checks, prints violations, and exits with 1 if there are any. It
 * changes nothing, and can run beside a running Kemas. The database is DATABASE_URL, otherwise the one in DATA_DIR.
 */
import { features } from '#apps/api/features.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { type Config, loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { compose } from '#platform/server/feature.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

try {
  process.exitCode = (await verify(loadConfig(process.env))) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

async function verify(config: Config): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const url = await databaseFor(opened, config);
  const pool = openPool({ url, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  const composed = compose(features);
  const found = await checkLedger({ db: openDatabase(pool), composed });
  for (const { invariant, what } of found) console.log(`${invariant}: ${what}`);
  const checks = composed.ledgerChecks?.length ?? 0;
  console.log(found.length === 0 ? `All ${checks} ledger checks passed.` : `${found.length} violations.`);
  return found.length === 0;
}
