/**
 * `npm run restore -- <folder> [--wal <folder>] [--until <time>]`: puts a backup into an empty DATA_DIR, or a dump into the
 * empty database of DATABASE_URL, and verifies the ledger and the audit trail (docs/runbook/backup.md).
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#platform/server/config.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { commandLine } from './command-line.ts';
import { startErrorMessage } from './start-errors.ts';
import { verifyAuditTrail } from './verify-audit-trail.ts';
import { verifyLedger } from './verify-books.ts';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { wal: { type: 'string' }, until: { type: 'string' } },
  });
  const [source] = positionals;
  if (source === undefined || positionals.length > 1)
    throw new Error(`Name the folder of the backup: ${commandLine('restore', '/backups/2026-11-27')}`);
  const config = loadConfig(process.env);
  const { createdAt } = await restoreBackup({
    config,
    source,
    wal: values.wal,
    until: readTime(values.until, values.wal),
  });
  console.log('What was waiting to be sent is marked as not sent: see the message log and the failed tasks.');
  console.log(`The backup of ${createdAt} is restored. Checking it:`);
  const isSound = [await verifyLedger(config), await verifyAuditTrail(config, undefined)].every(Boolean);
  if (isSound) console.log(`Everything is in order. Start Kemas with ${commandLine('start')}.`);
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

function readTime(until: string | undefined, wal: string | undefined): Temporal.Instant | undefined {
  if (until === undefined) return undefined;
  if (wal === undefined) throw new Error('--until needs --wal: a backup alone has one state.');
  try {
    return Temporal.Instant.from(until);
  } catch {
    throw new Error('Give --until a time with an offset: 2026-11-27T10:00:00+08:00');
  }
}
