import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { refuse } from '../../kernel/refusal.ts';
import { problem, startTestApp } from '../../testing/test-app.ts';
import { loggedLines } from '../../testing/test-log.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { saveIdempotentReply } from '../idempotency.ts';
import { handle } from './handle.ts';

const reply = z.strictObject({ id: z.string() });
const act = {
  method: 'POST',
  who: ['anyone'],
  summary: 'Acts, for this test.',
  reply,
  idempotent: true,
} as const;
const keeping = defineCall({ ...act, path: '/keeping' });
const forgetting = defineCall({ ...act, path: '/forgetting' });
const keepingTooEarly = defineCall({ ...act, path: '/keeping-too-early' });
const differing = defineCall({ ...act, path: '/differing' });
const looking = defineCall({ ...act, path: '/looking' });
const resuming = defineCall({ ...act, path: '/resuming', resumes: true });
const denying = defineCall({ ...act, path: '/denying' });
const asking = defineCall({
  ...act,
  path: '/asking',
  resumes: true,
  passing: z.object({ id: z.literal('wait') }),
});

/** Runs between the effect and saving the reply. */
let meanwhile = async () => undefined as unknown;

/** The successive replies of `asking`. */
const answers: string[] = [];

function write(ctx: Context, keeps: 'reply' | 'nothing') {
  return inTransaction(ctx, async (tx) => {
    const done = { id: tx.newID() };
    await audit(tx, { action: 'probe.done', subject: { kind: 'probe', id: done.id } });
    await meanwhile();
    return keeps === 'reply' ? saveIdempotentReply(tx, done) : done;
  });
}

const app = await startTestApp({
  features: [
    {
      name: 'probe',
      routes: (api) => {
        handle(api, keeping, ({ ctx }) => write(ctx, 'reply'));
        handle(api, forgetting, ({ ctx }) => write(ctx, 'nothing'));
        handle(api, keepingTooEarly, async ({ ctx }) => {
          await write(ctx, 'reply');
          return write(ctx, 'nothing');
        });
        handle(api, differing, async ({ ctx }) => {
          await write(ctx, 'reply');
          return { id: 'another' };
        });
        handle(api, looking, async ({ ctx }) => ({
          id: String((await sql`select 1`.execute(ctx.db)).rows.length),
        }));
        handle(api, resuming, ({ ctx }) => write(ctx, 'nothing'));
        handle(api, denying, () => refuse('forbidden'));
        handle(api, asking, () => ({ id: answers.shift() ?? 'another' }));
      },
    },
  ],
});

const newKey = () => app.services.newID();
const send = (call: typeof act & { readonly path: string }, key: string) =>
  app.call(call, {}, { headers: { 'idempotency-key': key } });
const effects = async () =>
  (await app.database.pool.query("select from audit_entry where action = 'probe.done'")).rowCount ?? 0;

it.each([
  ['empty', ''],
  ['of 256 characters', 'k'.repeat(256)],
])('refuses a key that is %s, without an effect', async (_what, key) => {
  const before = await effects();
  expect((await send(keeping, key)).status).toBe(422);
  expect(await effects()).toBe(before);
});

describe('a use case with an effect', () => {
  it('saves its reply in the same transaction, or neither', async () => {
    const key = newKey();
    meanwhile = () => Promise.reject(new Error('power failure'));
    expect((await send(keeping, key)).status).toBe(500);
    meanwhile = async () => undefined;
    const before = await effects();
    const first = await send(keeping, key);
    expect(first.status).toBe(200);
    expect((await send(keeping, key)).body).toEqual(first.body);
    expect(await effects()).toBe(before + 1);
  });

  it.each([
    ['does not save its reply', forgetting],
    ['saves its reply in an earlier transaction', keepingTooEarly],
  ])('fails its tests when it %s', async (_what, call) => {
    expect((await send(call, newKey())).status).toBe(500);
  });

  it('replays the saved reply', async () => {
    const key = newKey();
    const first = await send(differing, key);
    expect(first.status).toBe(200);
    expect((await send(differing, key)).body).toEqual(first.body);
  });

  it('does not have to save one if it has no effect, no key was sent, or it resumes', async () => {
    expect((await send(looking, newKey())).status).toBe(200);
    expect((await send(resuming, newKey())).status).toBe(200);
    expect((await app.call(forgetting, {})).status).toBe(200);
  });

  it('saves the final reply, not a temporary one', async () => {
    const key = newKey();
    answers.push('wait', 'done');
    const replies = [await send(asking, key), await send(asking, key), await send(asking, key)];
    expect(replies.map(({ body }) => body.id)).toEqual(['wait', 'done', 'done']);
  });

  it('is logged once if it is refused', async () => {
    const key = newKey();
    expect((await send(denying, key)).status).toBe(403);
    expect((await send(denying, key)).status).toBe(403);
    const lines = () => loggedLines('request denied').filter(({ call }) => call === 'POST /denying');
    // The line is written after the reply.
    await expect.poll(lines).toMatchObject([{ code: 'forbidden' }]);
  });

  it('saves none when it took so long that another process has taken over its key', async () => {
    const key = newKey();
    const before = await effects();
    const slow = Promise.withResolvers<unknown>();
    const begun = Promise.withResolvers<void>();
    meanwhile = () => {
      meanwhile = async () => undefined;
      begun.resolve();
      return slow.promise;
    };
    const first = send(keeping, key);
    await begun.promise;
    app.clock.advance({ seconds: 61 });
    const done = await send(keeping, key);
    slow.resolve(undefined);
    expect(problem((await first) as never)).toMatchObject({ code: 'in_progress', status: 409 });
    expect(done.status).toBe(200);
    expect(await effects()).toBe(before + 1);
    expect((await send(keeping, key)).body).toEqual(done.body);
  });
});
