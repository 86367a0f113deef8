/** Independent statements are pipelined. What this promises: docs/decisions/0016-pipelining.md */
import { Socket } from 'node:net';
import { type DatabaseConnection, DummyDriver, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import type { Context } from '../context.ts';
import type { DB, Db } from './database.ts';

/** Sends what is written to it once nobody has more to add: the statements of a `Promise.all` wake PostgreSQL once. */
export class GatheringSocket extends Socket {
  #waiting = 0;

  /** The driver corks around each statement. */
  override uncork(): void {
    this.#waiting += 1;
    process.nextTick(() => this.#send());
  }

  override end(...last: unknown[]): this {
    while (this.#waiting > 0) this.#send(); // what is still corked would keep the stream from ending
    return super.end(...(last as []));
  }

  #send(): void {
    if (this.#waiting === 0) return;
    this.#waiting -= 1;
    super.uncork();
  }
}

/**
 * Runs reads on one connection, the transaction's where one is open: what `work` asks for at once, by `Promise.all`, makes
 * one round trip. A transaction cannot be begun in it.
 */
export function onOneConnection<A extends Actor, T>(
  ctx: Context<A>,
  work: (ctx: Context<A>) => Promise<T>,
): Promise<T> {
  if ('inTransaction' in ctx) return work(ctx);
  return ctx.db.connection().execute((db) => pipelined(db, (pipe) => work({ ...ctx, db: pipe })));
}

/** Would otherwise begin transactions that are none. */
class NoTransactions extends DummyDriver {
  override beginTransaction(): Promise<void> {
    throw new Error('No transaction can begin on a connection that is being used: begin it outside.');
  }
}

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('Another connection has the pool.')),
});
const WITHOUT_POOL = { dialect, config: { dialect }, driver: new NoTransactions() };

/**
 * The same connection, or transaction, without Kysely's queue in front of it, which holds each statement back until the
 * one before it is answered. It lasts as long as `work`, and until all that was sent is answered: what is asked later is
 * refused, as the connection is somebody else's by then.
 */
export async function pipelined<T>(db: Kysely<DB>, work: (pipe: Db) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  const pipe = new Pipe(await executor.provideConnection(async (connection) => connection));
  try {
    return await work(new Kysely<DB>({ ...WITHOUT_POOL, executor: executor.withConnectionProvider(pipe) }));
  } finally {
    await pipe.close();
  }
}

const TRANSACTION_ABORTED = '25P02';

class Pipe {
  readonly #connection: DatabaseConnection;
  readonly #sent = new Set<Promise<unknown>>();
  #isOpen = true;
  /** What went wrong before all that follows in its transaction did. */
  #cause: unknown;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async provideConnection<R>(use: (connection: DatabaseConnection) => Promise<R>): Promise<R> {
    if (!this.#isOpen)
      throw new Error('A statement came after its connection, or its transaction, had ended.');
    const sent = use(this.#connection);
    this.#sent.add(sent);
    try {
      return await sent;
    } catch (error) {
      const isConsequence = error instanceof pg.DatabaseError && error.code === TRANSACTION_ABORTED;
      if (!isConsequence) this.#cause = error;
      throw this.#cause ?? error;
    } finally {
      this.#sent.delete(sent);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#sent);
  }
}
