import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startOutagePostgres } from '../../testing/outage-postgres.ts';
import { connectionSettings, openPool } from './database.ts';
import { isDatabaseBusy } from './database-busy.ts';
import { watchForSilence } from './watch-silence.ts';

const postgres = await startOutagePostgres();
const of = { url: postgres.url, timeZone: 'Asia/Singapore' };
const pool = openPool({ ...of, connections: 2 });
const log = pino({ level: 'silent' });
const stop = watchForSilence({ pool, settings: connectionSettings(of), log, intervalMs: 20, answerMs: 500 });
afterAll(async () => {
  await stop();
  await pool.end();
  await postgres.stop();
});

const ask = () => pool.query<{ one: number }>('select 1 as one').then(({ rows }) => rows[0]?.one);
const refused = (error: unknown) => ({ isBusy: isDatabaseBusy(error) });

test('when the database no longer answers, nothing waits for it; afterwards everything works again', {
  tags: 'deep',
}, async () => {
  expect(await ask()).toBe(1);
  postgres.goSilent(false);
  // More than there are connections: some wait for a reply, the others for a connection.
  const waiting = await Promise.all(Array.from({ length: 5 }, () => ask().catch(refused)));
  expect(waiting).toEqual(Array(5).fill({ isBusy: true }));
  expect(pool.isSuspended).toBe(true);
  expect(await ask().catch(refused)).toEqual({ isBusy: true });
  postgres.comeBack();
  await expect.poll(() => pool.isSuspended).toBe(false);
  expect(await ask()).toBe(1);
});

test('a statement that is slow is not silence', async () => {
  const slow = pool.query('select pg_sleep(1.5), 1 as one').then(({ rows }) => rows[0]?.one);
  expect(await ask()).toBe(1);
  expect(await slow).toBe(1);
  expect(pool.isSuspended).toBe(false);
});

test('a restart of the database is noticed by its connections', async () => {
  await postgres.restart(200);
  await expect.poll(() => ask().catch(refused)).toBe(1);
  expect(pool.isSuspended).toBe(false);
});
