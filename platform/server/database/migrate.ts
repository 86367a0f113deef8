import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateQueue } from 'graphile-worker';
import type pg from 'pg';

const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);
/** Any fixed number: two processes that start at once must not migrate at once. */
const MIGRATION_LOCK = 7_453_001;

/**
 * Brings the database to the newest schema: forward only, each file once, in one transaction a file.
 * @throws when a file that already ran was changed since, or a file fails (nothing of it stays).
 */
export async function migrate(pool: pg.Pool): Promise<readonly string[]> {
  await migrateQueue({ pgPool: pool });
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      return await applyPending(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release(true); // its timeouts were changed: do not give it back to the pool
  }
}

async function applyPending(client: pg.PoolClient): Promise<readonly string[]> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const done = new Map(
    (
      await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
    ).rows.map((row) => [row.name, row.sha256]),
  );
  const applied: string[] = [];
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
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

async function applyOne(client: pg.PoolClient, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed.`, { cause: error });
  }
}
