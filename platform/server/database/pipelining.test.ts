import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Context } from '../context.ts';
import { GatheringSocket, onOneConnection } from './pipelining.ts';
import { inTransaction } from './transaction.ts';

let app: TestApp;
let ctx: Context;

beforeAll(async () => {
  app = await startTestApp({ features: [] });
  ctx = app.context({ role: 'anyone' });
});
afterAll(() => app.close());

async function ask<T>({ db }: Context, what: ReturnType<typeof sql<{ value: T }>>): Promise<T | undefined> {
  return (await what.execute(db)).rows[0]?.value;
}
const backend = (its: Context) => ask(its, sql<{ value: number }>`select pg_backend_pid() as value`);

describe.each([
  ['a transaction', (work: (its: Context) => Promise<unknown>) => inTransaction(ctx, work)],
  ['reads on one connection', (work: (its: Context) => Promise<unknown>) => onOneConnection(ctx, work)],
])('%s', (_, run) => {
  test('asks several things of one connection at once', async () => {
    const pids = (await run((its) => Promise.all([backend(its), backend(its)]))) as number[];
    expect(new Set(pids).size).toBe(1);
  });

  test('is answered in the order in which it asked, the slowest first', async () => {
    const after = (ms: number) => (its: Context) =>
      ask(
        its,
        sql<{ value: number }>`select date_part('epoch', clock_timestamp()) as value, pg_sleep(${ms / 1000})`,
      );
    const times = (await run((its) => Promise.all([60, 30, 0].map((ms) => after(ms)(its))))) as number[];
    expect(times).toEqual(times.toSorted());
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(0.08);
  });

  test('fails by the first that fails, and leaves the connection as it was', async () => {
    const fails = (its: Context) => ask(its, sql<{ value: number }>`select 1 / 0 as value`);
    await expect(run((its) => Promise.all([fails(its), backend(its)]))).rejects.toThrow('division by zero');
    expect(await run(backend)).toBeGreaterThan(0);
  });

  test('refuses what comes after its end', async () => {
    let late: Context | undefined;
    await run(async (its) => {
      late = its;
    });
    await expect(backend(late ?? ctx)).rejects.toThrow(/had ended|already committed/);
  });
});

test('statements of one moment are sent in one piece', async () => {
  const sent: number[] = [];
  class Counting extends GatheringSocket {
    override _writev(chunks: readonly unknown[], done: () => void): void {
      sent.push(chunks.length);
      done();
    }
  }
  const socket = new Counting();
  for (const text of ['bind one', 'bind two']) {
    socket.cork();
    socket.write(text);
    socket.write('sync');
    socket.uncork();
  }
  await new Promise(setImmediate);
  expect(sent).toEqual([4]);
});
