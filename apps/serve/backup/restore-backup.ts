import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/server/config.ts';
import { chooseAccount } from '#platform/server/database/embedded/account.ts';
import { clusterFolder, MAJOR, startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { SECRET_FILE } from '#platform/server/keys.ts';
import { lockFolder } from '../lock.ts';
import { copyFolder, digest } from './copy-folder.ts';
import { MANIFEST, type Manifest, manifestSchema } from './manifest.ts';
import { requireTool, runTool } from './postgres-tools.ts';

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

/**
 * Puts a backup into an empty DATA_DIR, or a dump into the empty database of DATABASE_URL. Everything is checked
 * against its checksum first.
 * @throws a sentence for the operator; what was there before is untouched
 */
export async function restoreBackup({ config, source, wal, until }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(source);
  await checkFiles(source, manifest);
  const dataDir = resolve(config.DATA_DIR);
  for (const name of [SECRET_FILE, 'uploads']) {
    const isInBackup = manifest.files.some(({ path }) => path === name || path.startsWith(`${name}/`));
    if (isInBackup && existsSync(join(dataDir, name)))
      throw new Error(`${dataDir} has ${name} already. Choose an empty DATA_DIR.`);
  }
  if (manifest.database === 'copy') {
    if (config.DATABASE_URL !== undefined)
      throw new Error('This is a backup of the bundled PostgreSQL: restore it without DATABASE_URL.');
    const lock = lockFolder(dataDir);
    try {
      await restoreBundled({ dataDir, source, manifest, wal, until });
    } finally {
      lock.release();
    }
  } else {
    if (wal !== undefined) throw new Error('WAL can only be added to a backup of the bundled PostgreSQL.');
    await restoreDump(config, source, manifest);
  }
  await copyBack(source, dataDir, manifest);
  return manifest;
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

interface Bundled extends Pick<RestoreOptions, 'source' | 'wal' | 'until'> {
  readonly dataDir: string;
  readonly manifest: Manifest;
}

async function restoreBundled({ dataDir, source, manifest, wal, until }: Bundled): Promise<void> {
  const cluster = clusterFolder(dataDir);
  if (manifest.major !== MAJOR)
    throw new Error(`The backup is of PostgreSQL ${manifest.major}, and this Kemas brings ${MAJOR}.`);
  const home = join(dataDir, 'postgres');
  // Also one of an older version: a restore that fails removes this folder.
  if (existsSync(home)) throw new Error(`${dataDir} has a database already. Choose an empty DATA_DIR.`);
  const account = chooseAccount(cluster);
  try {
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
    await server.stop();
    await rm(join(home, 'wal'), { recursive: true, force: true });
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** The server's working directory is its data directory. */
function recoverySettings(until: Temporal.Instant | undefined): Record<string, string> {
  return {
    restore_command: 'cp "../wal/%f" "%p"',
    recovery_target_action: 'promote',
    ...(until !== undefined && { recovery_target_time: until.toString({ timeZone: 'UTC' }) }),
  };
}

async function restoreDump({ DATABASE_URL: url }: Config, source: string, manifest: Manifest): Promise<void> {
  if (url === undefined)
    throw new Error('This is a dump: name the empty database that it goes into with DATABASE_URL.');
  requireTool('pg_restore', manifest.major);
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
  await runTool('pg_restore', url, [
    '--jobs=2',
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    join(source, 'database'),
  ]);
}

/** Uploads and the generated secret. */
async function copyBack(source: string, dataDir: string, { files }: Manifest): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (files.some(({ path }) => path.startsWith('uploads/')))
    await copyFolder({ from: join(source, 'uploads'), to: join(dataDir, 'uploads') });
  if (files.some(({ path }) => path === SECRET_FILE))
    await digest(join(source, SECRET_FILE), join(dataDir, SECRET_FILE));
}
