import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { refuse } from '../../kernel/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { Context, Tx } from '../context.ts';
import { GatheringSocket, onOneConnection, sendAlong } from './pipelining.ts';
import { atSavepoint, inTransaction } from './transaction.ts';

const app = await startTestApp({ features: [] });
const ctx = app.context({ role: 'anyone' });

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

describe('a statement that is sent along', () => {
  const tried = refuse('throttled');
  const constraints = { session_pkey: tried };
  const throttled = (key: string, its: Context) =>
    sql`insert into throttle (key, window_start, window_end, hits) values (${key}, now(), now(), 1)`.compile(
      its.db,
    );
  const known = async (key: string) =>
    (await ask(ctx, sql<{ value: number }>`select count(*) as value from throttle where key = ${key}`)) === 1;
  /** Breaks the primary key of a table. */
  const fails = (its: Context) =>
    sql`with one as (select ${its.newId()}::uuid as id)
      insert into session (id, role, account_id, created_at, last_seen_at, expires_at, ip, user_agent, stay_signed_in)
      select id, 'admin', id, now(), now(), now(), '', '', false from one union all
      select id, 'admin', id, now(), now(), now(), '', '', false from one`.compile(its.db);

  test('is done before what is asked after it, and kept with it', async () => {
    const seen = await inTransaction(ctx, (tx) => {
      sendAlong(tx, throttled('seen', tx));
      return ask(tx, sql<{ value: number }>`select hits as value from throttle where key = 'seen'`);
    });
    expect(seen).toBe(1);
    expect(await known('seen')).toBe(true);
  });

  test('makes no round trip, also as the last one before the commit', async () => {
    const writes = vi.spyOn(GatheringSocket.prototype, '_writev');
    await inTransaction(ctx, async (tx) => {
      sendAlong(tx, throttled('first', tx));
      await backend(tx);
      sendAlong(tx, throttled('last', tx));
    });
    const { length } = writes.mock.calls;
    writes.mockRestore();
    expect(length).toBe(2); // `begin` is a single chunk, and is not counted here
    expect(await known('last')).toBe(true);
  });

  test('fails what comes after it with its own error', async () => {
    const outcome = inTransaction(ctx, async (tx) => {
      sendAlong(tx, fails(tx));
      await backend(tx);
    });
    await expect(outcome).rejects.toMatchObject({ code: '23505' });
  });

  test('fails the commit with its own error, and nothing stays', async () => {
    const outcome = inTransaction(ctx, async (tx) => {
      sendAlong(tx, throttled('lost', tx));
      sendAlong(tx, fails(tx));
    });
    await expect(outcome).rejects.toMatchObject({ code: '23505' });
    expect(await known('lost')).toBe(false);
    expect(await backend(ctx)).toBeGreaterThan(0);
  });

  test('is refused by its constraint, wherever that is met', async () => {
    const last = inTransaction(ctx, async (tx) => sendAlong(tx, fails(tx)), constraints);
    expect(await last).toEqual(tried);
    const inside = inTransaction(ctx, async (tx) => {
      const refused = await atSavepoint(tx, async () => sendAlong(tx, fails(tx)), constraints);
      sendAlong(tx, throttled('after the savepoint', tx));
      return { refused };
    });
    expect(await inside).toEqual({ refused: tried });
    expect(await known('after the savepoint')).toBe(true);
  });

  test('has nothing to go along with outside a transaction', async () => {
    expect(() => sendAlong(ctx as Tx, throttled('alone', ctx))).toThrow('Only in a transaction');
    await onOneConnection(ctx, async (its) => {
      expect(() => sendAlong(its as Tx, throttled('alone', its))).toThrow('Only in a transaction');
    });
  });
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
