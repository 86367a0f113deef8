import { existsSync } from 'node:fs';
import { chmod, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { chooseAccount } from '#platform/server/database/embedded/account.ts';
import { stopLeftover } from '#platform/server/database/embedded/leftover.ts';
import { clusterFolder, MAJOR, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { SECRET_FILE } from '#platform/server/keys.ts';
import { lockAnyFolder, unfinishedRestore } from '../lock.ts';
import { copyFolder, digest } from './copy-folder.ts';
import { MANIFEST, type Manifest, manifestSchema } from './manifest.ts';
import { requireTool, runTool } from './postgres-tools.ts';
import { withholdSent } from './withhold-sent.ts';

interface RestoreOptions {
  readonly config: Config;
  /** The folder of a backup. */
  readonly source: string;
  /** Archived WAL (WAL_ARCHIVE), from which changes after the backup are replayed. Only for the bundled PostgreSQL. */
  readonly wal?: string | undefined;
  /** With `wal`: commits after this time are not replayed; by default all are. */
  readonly until?: Temporal.Instant | undefined;
}

/** Recovery reads all WAL since the backup. */
const LONGEST_RECOVERY_MS = 24 * 60 * 60_000;
/** Of the files and folders in DATA_DIR that a restore makes. */
const namesSchema = z.array(z.enum(['postgres', 'uploads', SECRET_FILE]));

/**
 * Puts a backup into an empty DATA_DIR, or a dump into the empty database of DATABASE_URL. Everything is checked
 * against its checksum first. What was waiting to be sent is withheld (withhold-sent.ts). If the process is killed, Kemas
 * does not start on the folder until the backup is restored again, and a database of DATABASE_URL is still empty.
 * @throws a sentence for the operator; what was there before is untouched
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { config, source, wal } = options;
  const manifest = await readManifest(source);
  await checkFiles(source, manifest);
  const isCopy = manifest.database === 'copy';
  if (isCopy && config.DATABASE_URL !== undefined)
    throw new Error('This is a backup of the bundled PostgreSQL: restore it without DATABASE_URL.');
  if (!isCopy && wal !== undefined)
    throw new Error('WAL can only be added to a backup of the bundled PostgreSQL.');
  const dataDir = resolve(config.DATA_DIR);
  const isNew = !existsSync(dataDir);
  const lock = lockAnyFolder(dataDir);
  const names = [...(isCopy ? ['postgres'] : []), ...['uploads', SECRET_FILE].filter(isIn(manifest))];
  try {
    // First: an orphaned pg_restore of an interrupted restore may have filled it.
    if (!isCopy) await requireEmptyDatabase(config, manifest);
    await removeUnfinished(dataDir);
    for (const name of names)
      if (existsSync(join(dataDir, name)))
        throw new Error(
          `${dataDir} has ${name === 'postgres' ? 'a database' : name} already. Choose an empty DATA_DIR.`,
        );
    await writeFile(unfinishedRestore(dataDir), JSON.stringify(names), { flush: true });
    try {
      await copyBack(source, dataDir, names);
      if (isCopy) await restoreBundled(options, dataDir, manifest);
      else await restoreDump(config, source, manifest);
      await rm(unfinishedRestore(dataDir));
    } catch (error) {
      await removeUnfinished(dataDir);
      throw error;
    }
  } finally {
    lock.release();
    if (isNew) await rmdir(dataDir).catch(() => undefined); // unless it is filled
  }
  return manifest;
}

function isIn({ files }: Manifest): (name: string) => boolean {
  return (name) => files.some(({ path }) => path === name || path.startsWith(`${name}/`));
}

/** Removes what a restore has written that was interrupted or fails: all of it was made by that restore. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const marker = unfinishedRestore(dataDir);
  if (!existsSync(marker)) return;
  await stopLeftover(clusterFolder(dataDir), console.warn);
  for (const name of namesSchema.parse(JSON.parse(await readFile(marker, 'utf8'))))
    await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(marker);
}

export async function readManifest(source: string): Promise<Manifest> {
  const file = join(source, MANIFEST);
  if (!existsSync(file)) throw new Error(`${source} is not a backup: it has no ${MANIFEST}.`);
  const read = manifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!read.success) throw new Error(`${file} was made by another version of Kemas, or is damaged.`);
  return read.data;
}

/** @throws when a file is missing or differs from its checksum */
export async function checkFiles(source: string, { files }: Manifest): Promise<void> {
  for (const { path, sha256 } of files) {
    const file = join(source, path);
    if (!existsSync(file)) throw new Error(`The backup is incomplete: ${path} is missing.`);
    if ((await digest(file)).sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} has changed.`);
  }
}

async function restoreBundled(
  { config, source, wal, until }: RestoreOptions,
  dataDir: string,
  manifest: Manifest,
): Promise<void> {
  const cluster = clusterFolder(dataDir);
  if (manifest.major !== MAJOR)
    throw new Error(`The backup is of PostgreSQL ${manifest.major}, and this Kemas brings ${MAJOR}.`);
  const home = join(dataDir, 'postgres');
  const account = chooseAccount(cluster);
  await copyFolder({
    from: join(source, 'postgres'),
    to: home,
    account,
    excludes: (path) => path.startsWith('cluster'),
  });
  await copyFolder({ from: join(source, 'postgres/cluster'), to: cluster, account });
  await chmod(cluster, 0o700);
  if (wal !== undefined) {
    // The server may not be allowed to read the archive itself.
    await copyFolder({ from: resolve(wal), to: join(home, 'wal'), account });
    await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    log: console.warn,
    readyWithinMs: LONGEST_RECOVERY_MS,
    settings: wal === undefined ? {} : recoverySettings(until),
  });
  try {
    await withholdSent(config, server.url);
  } finally {
    await server.stop();
  }
  await rm(join(home, 'wal'), { recursive: true, force: true });
}

/** The server's working directory is its data directory. */
function recoverySettings(until: Temporal.Instant | undefined): Record<string, string> {
  return {
    restore_command: 'cp "../wal/%f" "%p"',
    recovery_target_action: 'promote',
    ...(until !== undefined && { recovery_target_time: until.toString({ timeZone: 'UTC' }) }),
  };
}

/** @returns its address, past a pooler */
async function requireEmptyDatabase(config: Config, { major }: Manifest): Promise<string> {
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL;
  if (url === undefined)
    throw new Error('This is a dump: name the empty database that it goes into with DATABASE_URL.');
  requireTool('pg_restore', major);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
    );
    if (rows.length > 0) throw new Error('The database of DATABASE_URL has tables. Choose an empty one.');
  } finally {
    await client.end();
  }
  return url;
}

async function restoreDump(config: Config, source: string, manifest: Manifest): Promise<void> {
  const url = await requireEmptyDatabase(config, manifest);
  // Without --jobs: a database that is restored in part would lack constraints.
  const options = ['--single-transaction', '--no-owner', '--no-privileges'];
  await runTool('pg_restore', url, [...options, join(source, 'database')]);
  await withholdSent(config, url);
}

/** Uploads and the generated secret. */
async function copyBack(source: string, dataDir: string, names: readonly string[]): Promise<void> {
  if (names.includes('uploads'))
    await copyFolder({ from: join(source, 'uploads'), to: join(dataDir, 'uploads') });
  if (names.includes(SECRET_FILE)) await digest(join(source, SECRET_FILE), join(dataDir, SECRET_FILE));
}
