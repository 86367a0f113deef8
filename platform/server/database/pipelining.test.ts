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

test('what follows from a failure is told as that failure, wherever it is waited for', async () => {
  const fails = sql`select 1 / 0`;
  const outcome = inTransaction(ctx, async ({ db }) => {
    const failing = fails.execute(db);
    await Promise.all([sql`select 1`.execute(db), (async () => void (await failing))()]);
  });
  await expect(outcome).rejects.toMatchObject({ code: '22012' });
});

test('no transaction can begin on a connection that is being used', async () => {
  const nested = onOneConnection(ctx, (its) => inTransaction(its, backend));
  await expect(nested).rejects.toThrow('No transaction can begin');
});

test('what a failure has left behind is over when its connection is given back', async () => {
  let isOver = false;
  const fails = onOneConnection(ctx, ({ db }) =>
    Promise.all([
      sql`select 1 / 0`.execute(db),
      sql`select pg_sleep(0.05)`.execute(db).then(() => {
        isOver = true;
      }),
    ]),
  );
  await expect(fails).rejects.toThrow('division by zero');
  expect(isOver).toBe(true);
});

describe('a socket', () => {
  class Counting extends GatheringSocket {
    readonly sent: number[] = [];
    override _writev(chunks: readonly unknown[], done: () => void): void {
      this.sent.push(chunks.length);
      done();
    }
  }

  function write(socket: Counting, ...statements: readonly string[]): void {
    for (const text of statements) {
      socket.cork();
      socket.write(text);
      socket.write('sync');
      socket.uncork();
    }
  }

  test('sends the statements of one moment in one piece', async () => {
    const socket = new Counting();
    write(socket, 'bind one', 'bind two');
    await new Promise(setImmediate);
    expect(socket.sent).toEqual([4]);
    write(socket, 'bind three');
    await new Promise(setImmediate);
    expect(socket.sent).toEqual([4, 2]);
  });

  test('that is ended at once sends first what it has', async () => {
    const socket = new Counting();
    write(socket, 'bind one', 'bind two');
    socket.end();
    expect(socket.sent).toEqual([4]);
    expect(socket.writableEnded).toBe(true);
    await new Promise(setImmediate);
  });
});
