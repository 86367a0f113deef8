import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';

const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);
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
}

/**
 * Migrates the database, and the task queue in it, to the newest schema: forward only, each file once, in one
 * transaction per file. Of several processes that start at once, one migrates and the others wait for it. How a change
 * stays compatible with the version before it: database/README.md
 * @throws when the database was migrated by a newer version, when a file that already ran has changed, or when a file
 * fails (it is rolled back)
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<readonly string[]> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  await client.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateQueue({ pgPool: pool });
    return await applyPending(client, options);
  } finally {
    await client.end(); // releases the advisory lock
  }
}

/** The name of the newest migration of this version. */
export async function lastMigration(): Promise<string> {
  return (
    (await readdir(MIGRATIONS))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? ''
  );
}

async function applyPending(client: pg.Client, options: MigrateOptions): Promise<readonly string[]> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const done = new Map(
    (
      await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
    ).rows.map((row) => [row.name, row.sha256]),
  );
  const applied: string[] = [];
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  if (!options.allowNewerSchema) refuseNewerSchema([...done.keys()], files);
  for (const name of files) {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const before = done.get(name);
    if (before === sha256) continue;
    if (before !== undefined)
      throw new Error(`Migration ${name} was changed after it ran. Add a new one instead.`);
    await applyOne(client, name, text, sha256);
    applied.push(name);
  }
  return applied;
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

async function applyOne(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(text);
      await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
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
