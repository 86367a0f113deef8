import type pg from 'pg';
import { TIMEOUTS } from './database.ts';

/** What connections are opened with (connectionSettings), in the units of pg_settings. */
const NEEDED = {
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: String(TIMEOUTS.idleInTransaction),
  lock_timeout: String(TIMEOUTS.lock),
  statement_timeout: String(TIMEOUTS.statement),
} as const;

/**
 * PgBouncer drops the settings that a client asks for when it connects, unless the role has them in the database.
 * Without them times would be in another zone, and a statement could wait for ever.
 * @throws a sentence for the operator that names the settings
 */
export async function checkSettings(pool: pg.Pool, timeZone: string): Promise<void> {
  const needed: Readonly<Record<string, string>> = { ...NEEDED, TimeZone: timeZone };
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [Object.keys(needed)],
  );
  const wrong = rows.filter(({ name, setting }) => setting.toLowerCase() !== needed[name]?.toLowerCase());
  if (wrong.length === 0) return;
  const found = wrong.map(({ name, setting }) => `${name} is "${setting}" instead of "${needed[name]}"`);
  throw new Error(
    `DATABASE_URL leads through a connection pooler that drops settings: ${found.join(', ')}. ` +
      'Set them for the role in the database: docs/scaling.md, "PgBouncer".',
  );
}
