import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { audit, noChange } from '../audit.ts';
import type { Tx } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { handle } from './handle.ts';

const act = {
  method: 'POST',
  who: ['admin', 'customer'],
  summary: 'Acts, for this test.',
  reply: z.strictObject({ done: z.literal(true) }),
} as const;
const writing = defineCall({ ...act, path: '/writing' });
const excused = defineCall({ ...act, path: '/excused', unaudited: 'Only for this test.' });

let work = async (_tx: Tx): Promise<void> => undefined;

const app = await startTestApp({
  features: [
    {
      name: 'probe',
      routes: (api) => {
        for (const call of [writing, excused])
          handle(api, call, async ({ ctx }) => {
            await inTransaction(ctx, (tx) => work(tx));
            return { done: true as const };
          });
      },
    },
  ],
});
const office = await signedIn(app, 'admin');
const customer = await signedIn(app, 'customer');

const change = async (tx: Tx) => {
  await sql`insert into cron_run (name, completed_at) values (${tx.newID()}, now())`.execute(tx.db);
};
const read = async (tx: Tx) => {
  await sql`select 1`.execute(tx.db);
};
const entry = (tx: Tx) => audit(tx, { action: 'probe.done', subject: { kind: 'probe', id: null } });
const statusOf = async (call: typeof writing | typeof excused, as = office) =>
  (await app.call(call, {}, as)).status;

describe('in tests, a request of the office', () => {
  it('fails if it changes something without an audit entry', async () => {
    work = change;
    expect(await statusOf(writing)).toBe(500);
  });

  it.each<[string, readonly ((tx: Tx) => Promise<void> | void)[]]>([
    ['writes an entry', [change, entry]],
    ['declares that nothing changed', [change, noChange]],
    ['only reads', [read]],
  ])('passes if it %s', async (_what, steps) => {
    work = async (tx) => {
      for (const step of steps) await step(tx);
    };
    expect(await statusOf(writing)).toBe(200);
  });

  it('passes if its call says why it has no entry', async () => {
    work = change;
    expect(await statusOf(excused)).toBe(200);
  });
});

it('customers are not concerned', async () => {
  work = change;
  expect(await statusOf(writing, customer)).toBe(200);
});
