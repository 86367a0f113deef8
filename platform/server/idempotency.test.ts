import type { RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { insertsInto, withHooks } from '../testing/query-hooks.ts';
import { startTestApp } from '../testing/test-app.ts';
import { openDatabase, openPool } from './database/database.ts';
import { purgeIdempotencyKeys, type StoredReply, withIdempotency } from './idempotency.ts';

const app = await startTestApp({ features: [], connections: 20 });

let keys = 0;
function newRequest() {
  keys += 1;
  return {
    scope: 'customer:1',
    key: `key-${keys}`,
    call: 'POST /jobs/1/commit',
    requestBody: '{"total":9300}',
  };
}

/** Runs the request and counts the runs. */
function runner(reply: StoredReply = { status: 200, body: '{"paid":true}' }, ms = 0) {
  const state = { runs: 0 };
  const run = async () => {
    state.runs += 1;
    await new Promise((next) => setTimeout(next, ms));
    return reply;
  };
  return { state, run };
}

async function isClaimed({ key }: { key: string }): Promise<boolean> {
  const rows = await app.database.db
    .selectFrom('idempotency_key')
    .select('key')
    .where('key', '=', key)
    .execute();
  return rows.length === 1;
}

it('replays the first reply for the same request', async () => {
  const request = newRequest();
  const { state, run } = runner();
  const first = await withIdempotency(app.context(), request, run);
  expect(await withIdempotency(app.context(), request, run)).toEqual(first);
  expect(state.runs).toBe(1);
});

it.each([402, 404, 409, 422])('saves a final refusal: %i', async (status) => {
  const request = newRequest();
  const { state, run } = runner({ status, body: '{"code":"x"}' });
  await withIdempotency(app.context(), request, run);
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(1);
});

it.each([429, 500, 503])('does not save a retryable error: %i', async (status) => {
  const request = newRequest();
  const { state, run } = runner({ status, body: '{}' });
  await withIdempotency(app.context(), request, run);
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(2);
});

it('frees the key when the work throws', async () => {
  const request = newRequest();
  const broken = () => Promise.reject(new Error('broken'));
  await expect(withIdempotency(app.context(), request, broken)).rejects.toThrow('broken');
  expect(await withIdempotency(app.context(), request, runner().run)).toMatchObject({ status: 200 });
});

it('refuses the key for another request, and lets another person use it', async () => {
  const request = newRequest();
  await withIdempotency(app.context(), request, runner().run);
  for (const other of [{ requestBody: '{"total":1}' }, { call: 'POST /jobs/2/commit' }]) {
    expect(await withIdempotency(app.context(), { ...request, ...other }, runner().run)).toEqual({
      refusal: 'idempotency_mismatch',
    });
  }
  const { state, run } = runner();
  await withIdempotency(app.context(), { ...request, scope: 'customer:2' }, run);
  expect(state.runs).toBe(1);
});

it('runs one of 20 concurrent requests, and gives the others its reply', async () => {
  const request = newRequest();
  const { state, run } = runner(undefined, 200);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => withIdempotency(app.context(), request, run)),
  );
  expect(state.runs).toBe(1);
  expect(replies.every((reply) => 'status' in reply && reply.body === '{"paid":true}')).toBe(true);
});

it('runs a waiting request when the first one failed', async () => {
  const request = newRequest();
  const { run } = runner({ status: 503, body: '{}' }, 200);
  const second = runner();
  const first = withIdempotency(app.context(), request, run);
  await expect.poll(() => isClaimed(request)).toBe(true);
  const waiting = Array.from({ length: 5 }, () => withIdempotency(app.context(), request, second.run));
  expect(await first).toMatchObject({ status: 503 });
  expect(await Promise.all(waiting)).toEqual(Array(5).fill({ status: 200, body: '{"paid":true}' }));
  expect(second.state.runs).toBe(1);
});

it('tells requests that waited in vain to retry', async () => {
  const request = newRequest();
  const answer = Promise.withResolvers<{ status: number; body: string }>();
  const first = withIdempotency(app.context(), request, () => answer.promise);
  await expect.poll(() => isClaimed(request)).toBe(true);
  const { state, run } = runner();
  expect(await withIdempotency(app.context(), request, run, 0)).toMatchObject({ refusal: 'in_progress' });
  answer.resolve({ status: 200, body: '{}' });
  expect(await first).toMatchObject({ status: 200 });
  expect(state.runs).toBe(0);
});

it('lets one other process take over after a crash, but not within a minute', async () => {
  const request = newRequest();
  void withIdempotency(app.context(), request, () => new Promise(() => undefined)); // its process died
  await expect.poll(() => isClaimed(request)).toBe(true);
  app.clock.advance({ seconds: 59 });
  expect(await withIdempotency(app.context(), request, runner().run, 0)).toMatchObject({
    refusal: 'in_progress',
  });
  app.clock.advance({ seconds: 1 });
  const { state, run } = runner(undefined, 100);
  await Promise.all(Array.from({ length: 10 }, () => withIdempotency(app.context(), request, run)));
  expect(state.runs).toBe(1);
});

it('deletes replies after 48 hours', async () => {
  const request = newRequest();
  const { state, run } = runner();
  await withIdempotency(app.context(), request, run);
  app.clock.advance({ hours: 48 });
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(2);
  app.clock.advance({ hours: 49 });
  await purgeIdempotencyKeys(app.context());
  expect((await app.database.pool.query('select from idempotency_key')).rowCount).toBe(0);
});

it('frees the key later when the work throws because the database is away', async () => {
  const request = newRequest();
  const impatient = openPool({
    url: app.database.url,
    timeZone: 'Asia/Singapore',
    connections: 1,
    timeouts: { lock: 50, statement: 10_000, idleInTransaction: 10_000, connection: 10_000 },
  });
  const ctx = { ...app.context(), db: openDatabase(impatient) };
  const other = await app.database.pool.connect();
  const broken = async () => {
    await other.query('begin');
    await other.query('lock table idempotency_key');
    throw new Error('connection lost');
  };
  await expect(withIdempotency(ctx, request, broken)).rejects.toThrow('connection lost');
  await other.query('rollback');
  other.release();
  await expect.poll(() => isClaimed(request)).toBe(false);
  expect(await withIdempotency(app.context(), request, runner().run)).toMatchObject({ status: 200 });
  await impatient.end();
});

it('frees a key that was claimed although the reply of the database was lost', async () => {
  const request = newRequest();
  let isLost = false;
  const loseFirstReply = async (query: RootOperationNode) => {
    if (isLost || !insertsInto(query, 'idempotency_key')) return;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  const ctx = { ...app.context(), db: withHooks(app.database.db, { answered: loseFirstReply }) };
  const { state, run } = runner();
  await expect(withIdempotency(ctx, request, run)).rejects.toThrow('Connection terminated');
  await expect.poll(() => isClaimed(request)).toBe(false);
  expect(await withIdempotency(ctx, request, run)).toMatchObject({ status: 200 });
  expect(state.runs).toBe(1);
});
