import { features } from '#apps/api/features.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { compose } from '#platform/server/feature.ts';
import { databaseFor } from './open-database.ts';

/** Runs all features' ledger checks and prints violations. Returns whether there are none. */
export async function verifyLedger(config: Config): Promise<boolean> {
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
