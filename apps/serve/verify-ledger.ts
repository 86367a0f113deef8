/**
 * `npm run verify:ledger`: runs all features' ledger checks, prints violations, and exits with 1 if there are any. It
 * changes nothing, and can run beside a running Kemas. The database is DATABASE_URL, otherwise the one in DATA_DIR.
 */
import { loadConfig } from '#platform/server/config.ts';
import { startErrorMessage } from './start-errors.ts';
import { verifyLedger } from './verify-books.ts';

try {
  process.exitCode = (await verifyLedger(loadConfig(process.env))) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}
