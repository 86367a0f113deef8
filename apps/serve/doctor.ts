/**
 * `npm run doctor [-- --send you@example.com]`: says what is configured, tries the database, the disk and each provider with
 * a real request, and what to do. Exits with 1 if something is wrong.
 */
import { parseArgs } from 'node:util';
import { openProviders } from '#apps/process/providers.ts';
import { systemClock } from '#platform/server/clock.ts';
import { loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { keysFrom, loadSecret } from '#platform/server/keys.ts';
import { openLog } from '#platform/server/log.ts';
import { examine } from '#platform/server/operations/examine.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

const SIGNS = { good: '✓', bad: '✗', off: '–' } as const;

try {
  const { values } = parseArgs({ options: { send: { type: 'string' } } });
  await using opened = new AsyncDisposableStack();
  const config = loadConfig(process.env);
  const databaseUrl = await databaseFor(opened, config, { mayCreate: true });
  const pool = openPool({ url: databaseUrl, timeZone: config.BUSINESS_TZ, connections: 1 });
  opened.defer(() => pool.end());
  const log = openLog({ ...config, LOG_LEVEL: 'silent' });
  const outside = await openProviders(config, {
    db: openDatabase(pool),
    clock: systemClock,
    keys: keysFrom(await loadSecret(config)),
    log,
  });
  opened.defer(() => outside.close());
  const { providers, names } = outside;
  const findings = await examine({ config, databaseUrl, providers, names, sendTo: values.send });
  for (const { about, state, says } of findings) console.log(`${SIGNS[state]} ${about}: ${says}`);
  process.exitCode = findings.some(({ state }) => state === 'bad') ? 1 : 0;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}
