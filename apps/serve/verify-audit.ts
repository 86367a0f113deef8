/**
 * `npm run verify:audit`: seals what is not in the audit trail's chain yet, checks the whole chain, prints its head, and
 * exits with 1 and the first broken entry if it is broken. It can run beside a running Kemas. The database is
 * DATABASE_URL, otherwise the one in DATA_DIR.
 *
 * `npm run verify:audit -- --head <hash>` also checks that a head printed earlier is still part of the chain: only that
 * finds a chain that was written again as a whole.
 */
import { parseArgs } from 'node:util';
import { sealAudit } from '#platform/server/audit-chain/seal-audit.ts';
import { verifyAudit } from '#platform/server/audit-chain/verify-audit.ts';
import { movableClock } from '#platform/server/clock.ts';
import { type Config, loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { loadSandboxClock } from '#platform/server/fakes/sandbox-clock.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

const HEAD = /^[0-9a-f]{64}$/i;

try {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  if (values.head !== undefined && !HEAD.test(values.head))
    throw new Error('A head has 64 digits and letters from a to f.');
  process.exitCode = (await verify(loadConfig(process.env), values.head)) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

async function verify(config: Config, wanted: string | undefined): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const url = await databaseFor(opened, config);
  const pool = openPool({ url, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  const services = { db: openDatabase(pool), clock: movableClock() };
  await loadSandboxClock(services.db, services.clock);
  await sealAudit(services);
  const { entries, seq, head, problem, hasHead } = await verifyAudit(services, wanted);
  console.log(`${entries} entries checked.`);
  console.log(`Head of link ${seq}: ${head}`);
  if (problem !== null) console.log(`The audit trail is broken. ${problem}`);
  const isLost = wanted !== undefined && problem === null && !hasHead;
  if (isLost)
    console.log('The given head is not part of the chain: it was written again, or cut off before it.');
  if (problem === null && !isLost) console.log('No entry was changed, removed, added or moved.');
  return problem === null && !isLost;
}
