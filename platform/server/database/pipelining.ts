/** Independent statements are pipelined. What this promises: docs/decisions/0016-pipelining.md */
import { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  isAbortedTransactionError,
  Kysely,
  PostgresDialect,
  type QueryExecutor,
} from 'kysely';
import pg from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import type { Context, Tx } from '../context.ts';
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
 * The same connection without Kysely's queue in front of it, which holds each statement back until the one before it is
 * answered. It lasts as long as `work`, and until all that was sent is answered: what is asked later is refused, as the
 * connection is somebody else's by then.
 */
async function pipelined<T>(db: Kysely<DB>, work: (pipe: Db) => Promise<T>): Promise<T> {
  const pipe = await openPipe(db);
  try {
    return await work(pipe.db);
  } finally {
    await pipe.close();
  }
}

/**
 * A transaction of which the same holds. What was sent is answered before its commit is, or its rollback.
 *
 * @throws the error of the statement that failed first, also when nothing but the commit met with it
 */
export async function pipelinedTransaction<T>(db: Db, work: (pipe: Db) => Promise<T>): Promise<T> {
  let pipe: Pipe | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      pipe = await openPipe(transaction);
      pipes.set(pipe.db, pipe);
      try {
        return await work(pipe.db);
      } finally {
        pipe.shut();
      }
    });
  } catch (error) {
    throw isAbortedTransactionError(error) ? (pipe?.cause ?? error) : error;
  }
}

/**
 * Sends a statement whose reply decides about nothing, a line of the audit trail say: it makes no round trip of its own but
 * goes along with what the transaction asks next, or with its commit. Should it fail, so does that, with its error. It
 * is sent at once, and so before a statement that was begun and not awaited.
 */
export function sendAlong({ db }: Pick<Tx, 'db'>, statement: CompiledQuery): void {
  const pipe = pipes.get(db);
  if (pipe === undefined)
    throw new Error('Only in a transaction is there something that it can go along with.');
  pipe.sendAlong(statement);
}

/** Of the open transactions. */
const pipes = new WeakMap<Db, Pipe>();

async function openPipe(db: Kysely<DB>): Promise<Pipe> {
  const executor = db.getExecutor();
  return new Pipe(await executor.provideConnection(async (connection) => connection), executor);
}

const TRANSACTION_ABORTED = '25P02';

class Pipe {
  readonly db: Db;
  /** What went wrong before all that follows in its transaction did. */
  cause: unknown;
  readonly #connection: DatabaseConnection;
  readonly #sent = new Set<Promise<unknown>>();
  #isOpen = true;

  constructor(connection: DatabaseConnection, executor: QueryExecutor) {
    this.#connection = connection;
    this.db = new Kysely<DB>({ ...WITHOUT_POOL, executor: executor.withConnectionProvider(this) });
  }

  async provideConnection<R>(use: (connection: DatabaseConnection) => Promise<R>): Promise<R> {
    this.#mustBeOpen();
    const sent = use(this.#connection);
    this.#sent.add(sent);
    try {
      return await sent;
    } catch (error) {
      this.#note(error);
      throw this.cause ?? error;
    } finally {
      this.#sent.delete(sent);
    }
  }

  sendAlong(statement: CompiledQuery): void {
    this.#mustBeOpen();
    this.#connection.executeQuery(statement).catch((error: unknown) => this.#note(error));
  }

  shut(): void {
    this.#isOpen = false;
  }

  async close(): Promise<void> {
    this.shut();
    await Promise.allSettled(this.#sent);
  }

  #mustBeOpen(): void {
    if (!this.#isOpen)
      throw new Error('A statement came after its connection, or its transaction, had ended.');
  }

  #note(error: unknown): void {
    const isConsequence = error instanceof pg.DatabaseError && error.code === TRANSACTION_ABORTED;
    // The first error is the cause: a statement that was not prepared because of it fails with another code.
    if (!isConsequence) this.cause ??= error;
  }
}
