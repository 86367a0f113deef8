/**
 * `npm run verify:audit`: seals what is not in the audit trail's chain yet, checks the whole chain, prints its head, and
 * exits with 1 and the first broken entry if it is broken. It can run beside a running Kemas. The database is
 * DATABASE_URL, otherwise the one in DATA_DIR.
 *
 * `npm run verify:audit -- --head <hash>` also checks that a head printed earlier is still part of the chain: only that
 * finds a chain that was written again as a whole.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#platform/server/config.ts';
import { startErrorMessage } from './start-errors.ts';
import { verifyAuditTrail } from './verify-audit-trail.ts';

const HEAD = /^[0-9a-f]{64}$/i;

try {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  if (values.head !== undefined && !HEAD.test(values.head))
    throw new Error('A head has 64 digits and letters from a to f.');
  process.exitCode = (await verifyAuditTrail(loadConfig(process.env), values.head)) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}
