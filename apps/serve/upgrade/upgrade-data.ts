import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { features } from '#apps/api/features.ts';
import { checkLedger, type LedgerViolation } from '#features/money/ledger/server/index.ts';
import { verifyAudit } from '#platform/server/audit-chain/verify-audit.ts';
import { movableClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { chooseAccount } from '#platform/server/database/embedded/account.ts';
import {
  clusterFolder,
  hasCluster,
  replaceCluster,
  replacementDraft,
  startEmbeddedPostgres,
} from '#platform/server/database/embedded.ts';
import { migrate, readSchemaState } from '#platform/server/database/migrate.ts';
import { loadSandboxClock } from '#platform/server/fakes/sandbox-clock.ts';
import { compose } from '#platform/server/feature.ts';
import { copyFolder } from '../backup/copy-folder.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { checkFiles, readManifest } from '../backup/restore-backup.ts';
import { commandLine } from '../command-line.ts';
import { lockFolder } from '../lock.ts';

export interface UpgradeOptions {
  readonly config: Config;
  /** A new folder for the backup; by default one in DATA_DIR/backups. Null: none, only with DATABASE_URL. */
  readonly backup?: string | null;
  /** Upgrades although books or audit trail do not verify. */
  readonly force?: boolean;
  readonly say: (line: string) => void;
  /** The migrations of the new version and of its extensions, for tests of upgrading. */
  readonly migrations?: URL;
  readonly extensions?: ReadonlyMap<string, URL>;
  /** Free space in bytes, for tests. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface Upgraded {
  /** The migrations that ran; none if the data already was of this version. */
  readonly applied: readonly string[];
  readonly backup: string | null;
}

/** Where the backups of upgrades are, in DATA_DIR: the one folder that a hardened service may write to. */
const BACKUPS = 'backups';
/** PostgreSQL: a table, column or function that the older schema does not have. */
const NOT_IN_OLD_SCHEMA = new Set(['42P01', '42703', '42883']);

/**
 * Brings the data to this version: backs it up, checks it, migrates it and checks it again. If something fails, the
 * bundled PostgreSQL gets its files from the backup back. If the process is killed, either the older version starts
 * (nothing had been migrated) or this one (it continues).
 * @throws a sentence for the operator that says in which state the data is, and where the backup is
 */
export async function upgradeData(options: UpgradeOptions): Promise<Upgraded> {
  const { config } = options;
  return config.DATABASE_URL === undefined
    ? upgradeFolder(options, resolve(config.DATA_DIR))
    : upgradeServer(options, config.DATABASE_SESSION_URL ?? config.DATABASE_URL);
}

async function upgradeFolder(options: UpgradeOptions, dataDir: string): Promise<Upgraded> {
  if (!hasCluster(dataDir))
    throw new Error(`There is no database in ${dataDir}. Name the folder of your data with DATA_DIR.`);
  if (options.backup === null) throw new Error('Without a backup, only a DATABASE_URL can be upgraded.');
  const lock = lockFolder(dataDir);
  try {
    const target = resolve(options.backup ?? (await newBackupFolder(dataDir)));
    await requireSpace(options, dataDir, target);
    let server = await startEmbeddedPostgres({ dataDir, durable: true, log: options.say });
    try {
      const plan = await prepare(options, server.url, target);
      if (plan === null) return { applied: [], backup: null };
      try {
        return { applied: await migrateAndCheck(options, server.url, plan), backup: target };
      } catch (error) {
        await server.stop();
        await putBack(dataDir, target, error, options.say);
        server = await startEmbeddedPostgres({ dataDir, durable: true, log: options.say });
        await requireSchema(options, server.url, plan.last);
        throw new Error(
          `${messageOf(error)}\n\nThe upgrade failed, and your data is as it was before. The version that you ran until ` +
            `now goes on working with it: install that one again.\nThe backup is in ${target}.`,
          { cause: error },
        );
      }
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}

/** A database that other processes may use meanwhile, and which only its owner can put back. */
async function upgradeServer(options: UpgradeOptions, databaseUrl: string): Promise<Upgraded> {
  const { backup, config, say } = options;
  say(
    'The database is that of DATABASE_URL. It is dumped, migrated and checked. Processes that run on it are not',
  );
  say('stopped, and if something fails it is not put back: UPGRADING.md says how to go back.');
  const target =
    backup === null ? null : resolve(backup ?? (await newBackupFolder(resolve(config.DATA_DIR))));
  const plan = await prepare(options, databaseUrl, target);
  if (plan === null) return { applied: [], backup: null };
  try {
    return { applied: await migrateAndCheck(options, databaseUrl, plan), backup: target };
  } catch (error) {
    const state = await stateAfter(options, databaseUrl, plan);
    throw new Error(`${messageOf(error)}\n\n${state} ${backupSentence(target)}`, { cause: error });
  }
}

/** How far an upgrade came that has failed, and what to do. */
async function stateAfter(options: UpgradeOptions, databaseUrl: string, { pending }: Plan): Promise<string> {
  const left = await withPool(options.config, databaseUrl, (pool) =>
    readSchemaState(pool, folderOf(options)),
  ).catch(() => null); // the error of the upgrade says more
  if (left === null)
    return 'The upgrade failed, and the database does not answer. Once it does, upgrade again.';
  const applied = pending.filter((name) => !left.pending.includes(name));
  if (applied.length === 0)
    return 'The upgrade failed, and the database is as it was before: the version that you had goes on working with it.';
  return (
    `The upgrade failed after ${applied.join(', ')}. To go on, mend the cause and upgrade again. To go back, restore the ` +
    `backup with the version that you had: set DATABASE_URL to an empty database and DATA_DIR to a new folder, and run ` +
    `\`${commandLine('restore', '<folder of the backup>')}\`.`
  );
}

function backupSentence(target: string | null): string {
  return target === null
    ? 'This upgrade made no backup.'
    : `The backup is in ${target}. It contains personal data: delete it when it is not needed.`;
}

interface Plan {
  /** The last migration of the older version. */
  readonly last: string | null;
  readonly pending: readonly string[];
  /** Violations that the older version had already. */
  readonly known: ReadonlySet<string>;
}

/** Checks and backs up. Null if there is nothing to migrate. Changes nothing in the database. */
async function prepare(
  options: UpgradeOptions,
  databaseUrl: string,
  target: string | null,
): Promise<Plan | null> {
  const { config, force = false, say } = options;
  return withPool(config, databaseUrl, async (pool) => {
    const { last, pending } = await readSchemaState(pool, folderOf(options));
    if (pending.length === 0) return null;
    say(`1/4 Checking the books and the audit trail. To migrate: ${pending.join(', ')}`);
    const known = await violations(pool);
    if (known.length > 0 && !force)
      throw new Error(
        `${known.join('\n')}\n\nThe data does not verify; nothing has been changed. docs/runbook/books.md and audit.md say what to do. ` +
          'To upgrade all the same, add --force.',
      );
    if (target !== null) {
      say(`2/4 Backing up into ${target}`);
      await makeBackup({ config, databaseUrl, target });
    }
    return { last, pending, known: new Set(known) };
  });
}

async function migrateAndCheck(
  options: UpgradeOptions,
  databaseUrl: string,
  { known }: Plan,
): Promise<readonly string[]> {
  const { config, say } = options;
  return withPool(config, databaseUrl, async (pool) => {
    say('3/4 Migrating');
    const applied = await migrate(pool, folderOf(options));
    say('4/4 Checking the books and the audit trail');
    const found = (await violations(pool)).filter((one) => !known.has(one));
    if (found.length > 0)
      throw new Error(`After the migration the data does not verify:\n${found.join('\n')}`);
    return applied;
  });
}

/** Of books and audit trail. One check at a time: one of this version may need a column that the older schema does not have. */
async function violations(pool: pg.Pool): Promise<readonly string[]> {
  const db = openDatabase(pool);
  const composed = compose(features);
  const found: LedgerViolation[] = [];
  const services = { db, clock: movableClock() };
  const checks = [
    ...(composed.ledgerChecks ?? []).map(
      (check) => () => checkLedger({ db, composed: { ...composed, ledgerChecks: [check] } }),
    ),
    async () => {
      await loadSandboxClock(db, services.clock);
      const { problem } = await verifyAudit(services);
      return problem === null ? [] : [{ invariant: 'Audit trail', what: problem }];
    },
  ];
  for (const check of checks) {
    try {
      found.push(...(await check()));
    } catch (error) {
      if (!NOT_IN_OLD_SCHEMA.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
  return found.map(({ invariant, what }) => `${invariant}: ${what}`);
}

async function putBack(dataDir: string, backup: string, cause: unknown, say: (line: string) => void) {
  say('Putting back the data of before');
  const cluster = clusterFolder(dataDir);
  const copy = replacementDraft(cluster);
  try {
    const manifest = await readManifest(backup);
    await checkFiles(backup, manifest);
    await rm(copy, { recursive: true, force: true });
    const account = chooseAccount(cluster);
    await copyFolder({ from: join(backup, 'postgres/cluster'), to: copy, account });
    replaceCluster(cluster, copy);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw new Error(
      `${messageOf(cause)}\n\nThe upgrade failed, and the data could not be put back: ${messageOf(error)}\n` +
        `The backup in ${backup} is complete: restore it into an empty folder (docs/runbook/backup.md).`,
      { cause: error },
    );
  }
}

async function requireSchema(options: UpgradeOptions, databaseUrl: string, last: string | null) {
  await withPool(options.config, databaseUrl, async (pool) => {
    const state = await readSchemaState(pool, folderOf(options));
    if (state.last !== last) throw new Error(`The restored database has ${state.last} instead of ${last}.`);
  });
}

/** The backup, and the same again: for putting it back, and for what migrations rewrite. */
async function requireSpace(
  { freeBytes = freeBytesOf }: UpgradeOptions,
  dataDir: string,
  target: string,
): Promise<void> {
  const cluster = await sizeOf(clusterFolder(dataDir));
  const uploads = await sizeOf(join(dataDir, 'uploads'));
  const needs = [
    { folder: existing(dirname(target)), bytes: cluster + uploads },
    { folder: dataDir, bytes: cluster },
  ];
  const isOneDisk = (await stat(needs[0]?.folder ?? dataDir)).dev === (await stat(dataDir)).dev;
  const checked = isOneDisk ? [{ folder: dataDir, bytes: 2 * cluster + uploads }] : needs;
  for (const { folder, bytes } of checked) {
    const free = await freeBytes(folder);
    if (free < bytes)
      throw new Error(
        `The upgrade needs ${megabytes(bytes)} MB in ${folder}, where ${megabytes(free)} MB are free. Make room, or name ` +
          'a folder on another disk with --backup. Nothing has been changed.',
      );
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

/** Named after the time. What an interrupted upgrade left is removed. */
async function newBackupFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, BACKUPS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.endsWith('.part')) await rm(join(folder, name), { recursive: true });
  return join(folder, `before-upgrade-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
}

function folderOf({ migrations, extensions }: UpgradeOptions) {
  return { ...(migrations && { folder: migrations }), ...(extensions && { extensions }) };
}

async function withPool<T>(config: Config, url: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ url, timeZone: config.BUSINESS_TZ, connections: 2 });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en-SG');

/** With its cause: `Migration 0002-x.sql failed.` alone does not say why. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
