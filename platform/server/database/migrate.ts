import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { extensionMigrations } from '../extensions.ts';

const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);
/** Every database has it, unless a version before 0.1.0 made it: docs/decisions/0033-one-baseline.md */
export const BASELINE = '0001-baseline.sql';
/** The last migration before the baseline, with the same schema: archives with it can be imported. */
export const LAST_BEFORE_BASELINE = '0240-time-off-requests.sql';
/** The last commit with it. */
const COMMIT_BEFORE_BASELINE = 'a2f491aa';

/** An arbitrary constant: the advisory lock that keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 7_453_001;

/** How long a table change waits for the version that is still serving, before it lets its queries pass and retries. */
const LOCK_TIMEOUT = '5s';
const MAX_LOCK_TRIES = 12;
const LOCK_RETRY_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Start on a schema that a newer version has migrated, for a rollback after an upgrade. */
  readonly allowNewerSchema?: boolean;
  /** Where the migrations are, for tests of migrating. */
  readonly folder?: URL;
  /**
   * Folders with migrations of extensions, by their names; default: the installed ones. They may only make tables with the
   * extension's prefix.
   */
  readonly extensions?: ReadonlyMap<string, URL>;
}

/**
 * Migrates the database, and the task queue in it, to the newest schema: forward only, each file once, in one
 * transaction per file. Of several processes that start at once, one migrates and the others wait for it. How a change
 * stays compatible with the version before it: database/README.md
 * @throws when a version before 0.1.0 made the database, when a newer version migrated it, when a file that already ran
 * has changed, or when a file fails (it is rolled back). The database is unchanged then, except for files before one that
 * fails
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<readonly string[]> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  await client.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    refuseUnreleasedSchema(await namesOfDone(client));
    await migrateQueue({ pgPool: pool });
    const applied = [...(await applyPending(client, options))];
    for (const [name, folder] of options.extensions ?? extensionMigrations())
      applied.push(...(await migrateExtension(client, name, folder)));
    return applied;
  } finally {
    await client.end(); // releases the advisory lock
  }
}

/** What a database has of this version's migrations. */
export interface SchemaState {
  /** The newest one that ran; null in an empty database. */
  readonly last: string | null;
  /** Those that would run; of an extension as `extensions/<name>/migrations/<file>`. */
  readonly pending: readonly string[];
}

/**
 * Reads what `migrate` would do, and changes nothing.
 * @throws when it would refuse: a version before 0.1.0 or a newer one made the database, or a file has changed
 */
export async function readSchemaState(
  pool: pg.Pool,
  { folder = MIGRATIONS, extensions = extensionMigrations() }: MigrateOptions = {},
): Promise<SchemaState> {
  const client = await pool.connect();
  try {
    const names = await namesOfDone(client);
    refuseUnreleasedSchema(names);
    const files = await filesIn(folder);
    refuseNewerSchema(names, files);
    const done = names.length === 0 ? new Map<string, string>() : await sumsOfDone(client);
    const pending = (await pendingIn(folder, done)).map(({ name }) => name);
    for (const [extension, ofIt] of extensions) {
      const before =
        names.length === 0 ? new Map<string, string>() : await sumsOfExtension(client, extension);
      for (const { name } of await pendingIn(ofIt, before)) pending.push(pathOf(extension, name));
    }
    return { last: names.at(-1) ?? null, pending };
  } finally {
    client.release();
  }
}

/** The name of the newest migration of this version. */
export async function lastMigration(): Promise<string> {
  return (await filesIn(MIGRATIONS)).at(-1) ?? '';
}

async function filesIn(folder: URL): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

async function namesOfDone(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = current_schema() and tablename = 'schema_migration'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** Its tables exist already, and some versions before 0.1.0 had others, so the baseline cannot run on it. */
function refuseUnreleasedSchema(done: readonly string[]): void {
  if (done.length === 0 || done.includes(BASELINE)) return;
  throw new Error(
    `A version of Kemas before 0.1.0 made this database (its last migration is ${done.at(-1)}). This version cannot ` +
      'use it, and has changed nothing.\n' +
      'If it is a demo, delete its folder (DATA_DIR) or its database, and start again.\n' +
      'To take the data along, export it with the last version before 0.1.0, and import it with this one:\n' +
      `    git switch --detach ${COMMIT_BEFORE_BASELINE} && npm ci && npm start      # migrates it; then stop it\n` +
      '    npm run export -- kemas.zip\n' +
      '    git switch - && npm ci\n' +
      "    DATA_DIR=./new-kemas ADMIN_PASSWORD='a new password' npm run import -- kemas.zip\n" +
      '    DATA_DIR=./new-kemas npm start\n' +
      'docs/archive.md has the details.',
  );
}

async function applyPending(
  client: pg.Client,
  { allowNewerSchema, folder = MIGRATIONS }: MigrateOptions,
): Promise<readonly string[]> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  await client.query(
    'create table if not exists extension_migration (extension text, name text, sha256 text not null, applied_at timestamptz not null default now(), primary key (extension, name))',
  );
  const done = await sumsOfDone(client);
  if (!allowNewerSchema) refuseNewerSchema([...done.keys()], await filesIn(folder));
  const pending = await pendingIn(folder, done);
  for (const { name, text, sha256 } of pending)
    await applyOne(client, name, text, {
      text: 'insert into schema_migration (name, sha256) values ($1, $2)',
      values: [name, sha256],
    });
  return pending.map(({ name }) => name);
}

interface Pending {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** @throws when a file has changed since it ran */
async function pendingIn(folder: URL, done: ReadonlyMap<string, string>): Promise<Pending[]> {
  const pending: Pending[] = [];
  for (const name of await filesIn(folder)) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const before = done.get(name);
    if (before === undefined) pending.push({ name, text, sha256 });
    else if (before !== sha256)
      throw new Error(`Migration ${name} was changed after it ran. Add a new one instead.`);
  }
  return pending;
}

/**
 * The tables of an extension are `ext_<name>` and `ext_<name>_…`, so that they never collide with ours of later versions. Those
 * of an extension that is gone stay.
 */
async function migrateExtension(client: pg.Client, extension: string, folder: URL): Promise<string[]> {
  const prefix = `ext_${extension.replaceAll('-', '_')}`;
  const pending = await pendingIn(folder, await sumsOfExtension(client, extension));
  for (const { name, text, sha256 } of pending) {
    const foreign = tablesNamedIn(text).filter(
      (table) => table !== prefix && !table.startsWith(`${prefix}_`),
    );
    if (foreign.length > 0)
      throw new Error(`${pathOf(extension, name)} may only change ${prefix}, not ${foreign.join(', ')}.`);
    await applyOne(client, name, text, {
      text: 'insert into extension_migration (extension, name, sha256) values ($1, $2, $3)',
      values: [extension, name, sha256],
    });
  }
  return pending.map(({ name }) => pathOf(extension, name));
}

function pathOf(extension: string, name: string): string {
  return `extensions/${extension}/migrations/${name}`;
}

async function sumsOfExtension(client: pg.ClientBase, extension: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from extension_migration where extension = $1',
    [extension],
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

const TABLE_NAMES =
  /\b(?:table|on|into|update|from)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?"?([a-z_]\w*)"?/gi;

function tablesNamedIn(text: string): string[] {
  const code = text.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, "''");
  const names = [...code.matchAll(TABLE_NAMES)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].filter((name) => !['delete', 'update', 'conflict'].includes(name));
}

async function sumsOfDone(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** An older version may write data that the newer one cannot read. */
function refuseNewerSchema(done: readonly string[], known: readonly string[]): void {
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer version of Kemas (${unknown.join(', ')}). Start that version, or set ` +
      'ALLOW_NEWER_SCHEMA=1 if its release notes say that this one can still work with it.',
  );
}

async function applyOne(client: pg.Client, name: string, text: string, mark: pg.QueryConfig): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(text);
      await client.query(mark);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isBlocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isBlocked || attempt === MAX_LOCK_TRIES)
        throw new Error(`Migration ${name} failed.`, { cause: error });
      await sleep(LOCK_RETRY_MS);
    }
  }
}
