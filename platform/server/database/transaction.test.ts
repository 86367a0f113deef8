import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { Context } from '../context.ts';
import { handle } from '../http/handle.ts';
import { unchangedSince } from '../http/posted-record.ts';
import { inTransaction } from './transaction.ts';

const act = {
  method: 'POST',
  who: ['anyone'],
  summary: 'Acts, for this test.',
  reply: z.strictObject({ tries: z.int() }),
} as const;
const inOne = defineCall({ ...act, path: '/in-one' });
const outside = defineCall({ ...act, path: '/outside' });
const loses = defineCall({ ...act, path: '/loses' });

let tries = 0;
/** PostgreSQL's response to each attempt; an empty one succeeds. */
let answers: string[] = [];

async function attempt(ctx: Context): Promise<{ tries: number }> {
  const code = answers[tries];
  tries += 1;
  if (code !== undefined) await fail(ctx, code);
  return { tries };
}

/** @throws with this SQLSTATE, as PostgreSQL does. */
function fail(ctx: Context, code: string): Promise<unknown> {
  return sql`select set_config('probe.code', ${code}, false)`
    .execute(ctx.db)
    .then(() =>
      sql`do $$ begin raise exception using errcode = current_setting('probe.code'); end $$`.execute(ctx.db),
    );
}

/** Continues after the connection has ended, as a use case would. @throws */
async function loseConnection({ db }: Context): Promise<never> {
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => setTimeout(20));
  await sql`select 1`.execute(db);
  throw new Error('The connection was not lost.');
}

const app = await startTestApp({
  connections: 1,
  features: [
    {
      name: 'probe',
      routes: (api) => {
        handle(api, inOne, ({ ctx }) => inTransaction(ctx, attempt));
        handle(api, outside, ({ ctx }) => attempt(ctx));
        handle(api, loses, ({ ctx }) => inTransaction(ctx, loseConnection));
      },
    },
  ],
});

beforeEach(() => {
  tries = 0;
});

describe.each([
  ['a deadlock', '40P01'],
  ['a serialisation failure', '40001'],
])('%s', (_what, code) => {
  it('lets the transaction be retried', async () => {
    answers = [code, code];
    expect(await app.call(inOne, {})).toMatchObject({ status: 200, body: { tries: 3 } });
  });

  it('on every retry returns unavailable', async () => {
    answers = [code, code, code, code];
    const reply = await app.call(inOne, {});
    expect(reply).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '2' },
    });
    expect(tries).toBe(3);
  });

  it('outside a transaction returns unavailable', async () => {
    answers = [code];
    const reply = await app.call(outside, {});
    expect(reply).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '2' },
    });
  });
});

it('a record that somebody changes before the retry is refused', async () => {
  answers = ['40P01'];
  let version = 'read';
  const posted = unchangedSince(
    { updatedAt: 'read' },
    { key: 'a record', read: () => Promise.resolve({ updatedAt: version }) },
  );
  const outcome = await inTransaction({ ...app.context(), ...(posted && { posted }) }, (tx) => {
    version = 'changed since';
    return attempt(tx);
  });
  expect(outcome).toMatchObject({ refusal: 'changed_since' });
  expect(tries).toBe(1);
});

it('a lost connection returns unavailable, and the next transaction gets another one', async () => {
  expect(await app.call(loses, {})).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await app.call(inOne, {})).toMatchObject({ status: 200 });
});

it('any other failure is an internal error', async () => {
  answers = ['22012'];
  expect((await app.call(inOne, {})).status).toBe(500);
});
