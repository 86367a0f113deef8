import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { openPool } from './database.ts';

const url = `${inject('databaseServer')}/postgres`;

it('accepts connections with their settings', async () => {
  const pool = openPool({ url, timeZone: 'Asia/Singapore', connections: 1 });
  await expect(checkSettings(pool, 'Asia/Singapore')).resolves.toBeUndefined();
  await pool.end();
});

it('names the settings that a connection has lost', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await expect(checkSettings(pool, 'Asia/Singapore')).rejects.toThrow(
    /TimeZone is "UTC" instead of "Asia\/Singapore".*lock_timeout is "0" instead of "3000".*docs\/scaling\.md/,
  );
  await pool.end();
});
