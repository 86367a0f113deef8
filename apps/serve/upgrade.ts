/**
 * `npm run upgrade [-- --backup <folder> --no-start --force]`: brings the data of an older version to this one, and starts
 * Kemas (UPGRADING.md). The data is in DATA_DIR, or the database of DATABASE_URL, for which `--no-backup` leaves out the dump.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#platform/server/config.ts';
import { commandLine } from './command-line.ts';
import { startErrorMessage } from './start-errors.ts';
import { upgradeData } from './upgrade/upgrade-data.ts';

try {
  const { values } = parseArgs({
    options: {
      backup: { type: 'string' },
      'no-backup': { type: 'boolean' },
      'no-start': { type: 'boolean' },
      force: { type: 'boolean' },
    },
  });
  const target = values['no-backup'] ? null : values.backup;
  const { applied, backup } = await upgradeData({
    config: loadConfig(process.env),
    ...(target !== undefined && { backup: target }),
    force: values.force ?? false,
    say: console.log,
  });
  if (applied.length === 0)
    console.log(
      `The data already is of this version. If an upgrade was interrupted while it checked, do that now: ${commandLine('verify')}`,
    );
  else console.log(`Upgraded: ${applied.join(', ')}. The books and the audit trail are in order.`);
  if (backup !== null)
    console.log(`The backup is in ${backup}. It contains personal data: delete it when it is not needed.`);
  if (!values['no-start']) await import('./main.ts');
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}
