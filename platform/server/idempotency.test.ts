import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type KeptReply, sweepIdempotencyKeys, withIdempotency } from './idempotency.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [], connections: 20 });
});
afterAll(() => app.close());

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

/** Carries out and counts. */
function runner(reply: KeptReply = { status: 200, body: '{"paid":true}' }, ms = 0) {
  const state = { runs: 0 };
  const run = async () => {
    state.runs += 1;
    await new Promise((next) => setTimeout(next, ms));
    return reply;
  };
  return { state, run };
}

it('gives the first reply again to the same request', async () => {
  const request = newRequest();
  const { state, run } = runner();
  const first = await withIdempotency(app.context(), request, run);
  expect(await withIdempotency(app.context(), request, run)).toEqual(first);
  expect(state.runs).toBe(1);
});

it.each([402, 404, 409, 422])('keeps a final refusal: %i', async (status) => {
  const request = newRequest();
  const { state, run } = runner({ status, body: '{"code":"x"}' });
  await withIdempotency(app.context(), request, run);
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(1);
});

it.each([429, 500, 503])('does not keep "try again": %i', async (status) => {
  const request = newRequest();
  const { state, run } = runner({ status, body: '{}' });
  await withIdempotency(app.context(), request, run);
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(2);
});

it('frees the key when the work threw', async () => {
  const request = newRequest();
  const broken = () => Promise.reject(new Error('broken'));
  await expect(withIdempotency(app.context(), request, broken)).rejects.toThrow('broken');
  expect(await withIdempotency(app.context(), request, runner().run)).toMatchObject({ status: 200 });
});

it('refuses the key with another request, and lets another person use it', async () => {
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

it('runs one of 20 at once; the others are told to ask again', async () => {
  const request = newRequest();
  const { state, run } = runner(undefined, 200);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => withIdempotency(app.context(), request, run)),
  );
  expect(state.runs).toBe(1);
  expect(replies.filter((reply) => 'status' in reply)).toHaveLength(1);
  expect(replies.filter((reply) => 'refusal' in reply && reply.refusal === 'in_progress')).toHaveLength(19);
});

it('lets one other take over after a crash, and not before a minute', async () => {
  const request = newRequest();
  void withIdempotency(app.context(), request, () => new Promise(() => undefined)); // its process died
  await expect
    .poll(
      async () =>
        (
          await app.database.db
            .selectFrom('idempotency_key')
            .select('key')
            .where('key', '=', request.key)
            .execute()
        ).length,
    )
    .toBe(1);
  app.clock.advance({ seconds: 59 });
  expect(await withIdempotency(app.context(), request, runner().run)).toMatchObject({
    refusal: 'in_progress',
  });
  app.clock.advance({ seconds: 1 });
  const { state, run } = runner(undefined, 100);
  await Promise.all(Array.from({ length: 10 }, () => withIdempotency(app.context(), request, run)));
  expect(state.runs).toBe(1);
});

it('forgets after 48 hours', async () => {
  const request = newRequest();
  const { state, run } = runner();
  await withIdempotency(app.context(), request, run);
  app.clock.advance({ hours: 48 });
  await withIdempotency(app.context(), request, run);
  expect(state.runs).toBe(2);
  app.clock.advance({ hours: 49 });
  await sweepIdempotencyKeys(app.context());
  expect((await app.database.pool.query('select from idempotency_key')).rowCount).toBe(0);
});
