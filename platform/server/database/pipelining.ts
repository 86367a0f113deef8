/** Statements that are asked for at once travel at once. What this promises: docs/decisions/0016-pipelining.md */
import { Socket } from 'node:net';
import { type DatabaseConnection, DummyDriver, Kysely, PostgresDialect } from 'kysely';
import type { Actor } from '../../kernel/actor.ts';
import type { Context } from '../context.ts';
import type { DB, Db } from './database.ts';

/** Sends what is written to it once nobody has more to add: the statements of a `Promise.all` wake PostgreSQL once. */
export class GatheringSocket extends Socket {
  /** The driver corks around each statement. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/**
 * Runs reads on one connection, the transaction's where one is open: what `work` asks for at once, by `Promise.all`, makes
 * one round trip.
 */
export function onOneConnection<A extends Actor, T>(
  ctx: Context<A>,
  work: (ctx: Context<A>) => Promise<T>,
): Promise<T> {
  if ('inTransaction' in ctx) return work(ctx);
  return ctx.db.connection().execute((db) => pipelined(db, (pipe) => work({ ...ctx, db: pipe })));
}

/** What Kysely asks for beside an executor, and never uses. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('Another connection has the pool.')),
});
const SHELL = { dialect, config: { dialect }, driver: new DummyDriver() };

/**
 * The same connection, or transaction, without Kysely's queue in front of it, which holds each statement back until the
 * one before it is answered. It refuses what is asked once `work` has ended: by then the connection is somebody else's.
 */
export async function pipelined<T>(db: Kysely<DB>, work: (pipe: Db) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  const connection = await executor.provideConnection(async (its) => its);
  let isOpen = true;
  const provider = {
    provideConnection: <R>(use: (its: DatabaseConnection) => Promise<R>) => {
      if (!isOpen) throw new Error('A statement came after its connection, or its transaction, had ended.');
      return use(connection);
    },
  };
  try {
    return await work(new Kysely<DB>({ ...SHELL, executor: executor.withConnectionProvider(provider) }));
  } finally {
    isOpen = false;
  }
}
