/** A process that upgrades DATA_DIR to "the next version": this one with the migrations of the folder in its argument. */
import { pathToFileURL } from 'node:url';
import { loadConfig } from '#platform/server/config.ts';
import { upgradeData } from '../upgrade/upgrade-data.ts';

try {
  const migrations = pathToFileURL(`${process.argv[2]}/`);
  const { applied } = await upgradeData({ config: loadConfig(process.env), say: console.log, migrations });
  console.log(`Upgraded: ${applied.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
