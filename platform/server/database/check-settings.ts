import type pg from 'pg';
import { sessionSettings } from './database.ts';

/**
 * PgBouncer drops the settings that a client asks for when it connects, unless the role has them in the database.
 * Without them times would be in another zone, and a statement could wait for ever.
 * @throws a sentence for the operator that names the settings
 */
export async function checkSettings(pool: pg.Pool, timeZone: string): Promise<void> {
  const needed = sessionSettings({ timeZone });
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
