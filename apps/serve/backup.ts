/**
 * `npm run backup -- <folder>`: database, uploads and secrets in one folder, beside a running Kemas
 * (docs/runbook/backup.md). The database is DATABASE_URL, otherwise the one in DATA_DIR.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#platform/server/config.ts';
import { makeBackup } from './backup/make-backup.ts';
import { commandLine } from './command-line.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [target] = positionals;
  if (target === undefined || positionals.length > 1)
    throw new Error(`Name the new folder: ${commandLine('backup', '/backups/2026-11-27')}`);
  await using opened = new AsyncDisposableStack();
  const config = loadConfig(process.env);
  const { files, hasUploads } = await makeBackup({
    config,
    databaseUrl: await databaseFor(opened, config),
    target,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`${target} has ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB.`);
  if (!hasUploads) console.log('Uploads are in the S3 store, which has to keep copies of its own.');
  console.log('It contains personal data and secrets: store it safely, and on another machine.');
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}
