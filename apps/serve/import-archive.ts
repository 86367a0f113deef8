/**
 * `npm run import -- <file>`: fills a new, empty database from an archive (docs/archive.md), then runs the ledger checks
 * and checks the audit trail. ADMIN_IDENTITY and ADMIN_PASSWORD give an owner of the archive a new password. The database
 * is DATABASE_URL, otherwise a new one in DATA_DIR.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { features } from '#apps/api/features.ts';
import { openFiles } from '#apps/process/providers.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { importArchive } from '#features/office/archive/server/index.ts';
import { hashPassword } from '#features/people/accounts/server/index.ts';
import { verifyAudit } from '#platform/server/audit-chain/verify-audit.ts';
import { movableClock } from '#platform/server/clock.ts';
import { type Config, loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { compose } from '#platform/server/feature.ts';
import { openLog } from '#platform/server/log.ts';
import { cancelSignal, printProgress } from './archive-progress.ts';
import { commandLine } from './command-line.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [source] = positionals;
  if (source === undefined || positionals.length > 1)
    throw new Error(`Name the archive: ${commandLine('import', 'kemas.zip')}`);
  // Before a new folder gets a database.
  if (!existsSync(source)) throw new Error(`${source} does not exist.`);
  process.exitCode = (await run(loadConfig(process.env), source)) ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

async function run(config: Config, source: string): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const databaseUrl = await databaseFor(opened, config, { mayCreate: true });
  const pool = openPool({ url: databaseUrl, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  await migrate(pool);
  await importArchive({
    databaseUrl,
    businessZone: config.BUSINESS_TZ,
    store: await openFiles(config, openLog(config)),
    source,
    passwords: await passwordsFrom(config),
    onProgress: printProgress('Importing'),
    signal: cancelSignal(),
  });
  console.log('Imported. Checking the ledger and the audit trail ...');
  const services = { db: openDatabase(pool), clock: movableClock(), composed: compose(features) };
  const violations = await checkLedger(services);
  for (const { invariant, what } of violations) console.log(`${invariant}: ${what}`);
  const { problem } = await verifyAudit(services);
  if (problem !== null) console.log(`The audit trail is broken. ${problem}`);
  const isSound = violations.length === 0 && problem === null;
  if (isSound) console.log(`Everything is in order. Start Kemas with ${commandLine('start')}.`);
  return isSound;
}

async function passwordsFrom({ ADMIN_IDENTITY, ADMIN_PASSWORD }: Config) {
  const others = await hashPassword(randomBytes(32).toString('base64url'));
  const identity = ADMIN_IDENTITY?.trim() || 'admin';
  const password = ADMIN_PASSWORD?.trim();
  if (password === undefined) return { others };
  return { others, owner: { identity, hash: await hashPassword(password) } };
}
