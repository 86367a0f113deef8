/**
 * `npm run export -- <file>`: writes everything into one ZIP file (docs/archive.md). It can run beside a running Kemas;
 * Ctrl-C cancels it and leaves no file. The database is DATABASE_URL, otherwise the one in DATA_DIR.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openFiles } from '#apps/process/providers.ts';
import { exportArchive } from '#features/office/archive/server/index.ts';
import { loadConfig } from '#platform/server/config.ts';
import { openLog } from '#platform/server/log.ts';
import { cancelSignal, printProgress } from './archive-progress.ts';
import { commandLine } from './command-line.ts';
import { databaseFor } from './open-database.ts';
import { startErrorMessage } from './start-errors.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [target] = positionals;
  if (target === undefined || positionals.length > 1)
    throw new Error(`Name the new file: ${commandLine('export', 'kemas.zip')}`);
  if (existsSync(target)) throw new Error(`${target} exists already. Choose another name.`);
  await run(target);
} catch (error) {
  console.error(`\n${startErrorMessage(error)}\n`);
  process.exitCode = 1;
}

async function run(target: string): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const config = loadConfig(process.env);
  const { files } = await exportArchive({
    databaseUrl: await databaseFor(opened, config),
    businessZone: config.BUSINESS_TZ,
    store: await openFiles(config, openLog(config)),
    target,
    onProgress: printProgress('Exporting'),
    signal: cancelSignal(),
  });
  const rows = files.reduce((sum, file) => sum + (file.rows ?? 0), 0);
  console.log(`${target} has ${rows.toLocaleString('en-SG')} rows in ${files.length} files.`);
  console.log('It contains personal data of customers and cleaners: store it safely.');
}
