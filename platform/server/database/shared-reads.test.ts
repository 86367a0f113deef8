import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { inOrderOfStart } from './oldest-first.ts';
import { sharingConnection } from './shared-reads.ts';
import { inTransaction } from './transaction.ts';

const app = await startTestApp({ connections: 2, features: [] });

const backend = async ({ db } = app.services) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;
const shared = () => sharingConnection(() => backend());
const fails = () => sharingConnection(() => sql`select 1 / 0`.execute(app.services.db));

it('asks for short reads of the same moment on one connection, and for others each on its own', async () => {
  const of = async (read: () => Promise<number>) =>
    new Set(await Promise.all([1, 2].map(() => inOrderOfStart(read)))).size;
  expect(await of(shared)).toBe(1);
  expect(await of(backend)).toBe(2);
});

it('lets one fail by itself', async () => {
  const [before, failed, after] = await Promise.allSettled([shared(), fails(), shared()]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(after).toEqual(before);
  expect(before.status).toBe('fulfilled');
});

it('gives every connection back, whatever became of the reads', async () => {
  for (let round = 0; round < 5; round += 1)
    await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => (nth % 3 === 0 ? fails() : shared())));
  const both = await Promise.all([1, 2].map(() => inTransaction(app.context(), backend)));
  expect(new Set(both).size).toBe(2);
});

it('answers those that share a lost connection with its error, and goes on with another', async () => {
  const lost = () =>
    sharingConnection(() => sql`select pg_terminate_backend(pg_backend_pid())`.execute(app.services.db));
  const outcomes = await Promise.allSettled([lost(), shared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared()).toBeGreaterThan(0);
});

it('stays in the transaction it is called in', async () => {
  const pids = await inTransaction(app.context(), (tx) =>
    Promise.all([backend(tx), sharingConnection(() => backend(tx))]),
  );
  expect(new Set(pids as number[]).size).toBe(1);
});
