import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { openPool } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';

const server = inject('databaseServer');
const admin = new pg.Client({ connectionString: `${server}/postgres` });
afterAll(async () => {
  await admin.query('drop database kemas_unprivileged with (force)');
  await admin.query('drop role kemas_unprivileged');
  await admin.end();
});

test('the role of compose.yaml is not a superuser, and can run every migration', async () => {
  const script = readFileSync(join(import.meta.dirname, 'create-role.sh'), 'utf8');
  const [, sql = ''] = /<<'SQL'\n([\s\S]*?)SQL\n/.exec(script) ?? [];
  await admin.connect();
  const statements = sql
    .replaceAll('kemas', 'kemas_unprivileged')
    .replace(":'password'", "'secret'")
    .split(';');
  for (const statement of statements) await admin.query(statement);
  const url = new URL(`${server}/kemas_unprivileged`);
  url.username = 'kemas_unprivileged';
  url.password = 'secret';
  const pool = openPool({ url: url.href, timeZone: 'Asia/Singapore', connections: 2 });
  await migrate(pool);
  const { rows } = await pool.query(
    'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  );
  await pool.end();
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
});
