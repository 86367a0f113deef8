import { sealAudit } from '#platform/server/audit-chain/seal-audit.ts';
import { verifyAudit } from '#platform/server/audit-chain/verify-audit.ts';
import { movableClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { loadSandboxClock } from '#platform/server/fakes/sandbox-clock.ts';
import { databaseFor } from './open-database.ts';

/**
 * Seals what is not in the audit trail's chain yet, checks the whole chain, and prints its head.
 * @param wanted a head printed earlier, which must still be part of the chain
 */
export async function verifyAuditTrail(config: Config, wanted: string | undefined): Promise<boolean> {
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
