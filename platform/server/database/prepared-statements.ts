/** Frequent statements are prepared once per connection, under a name: docs/decisions/0012-prepared-statements.md */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** A statement gets a name on its fifth run: one-off texts, such as lists of ids, never do. */
const RUNS_UNTIL_NAMED = 5;
/** PostgreSQL keeps every prepared statement in each connection's memory. Kemas has about 300 frequent ones. */
const MAX_NAMED = 500;
/** Maximum number of unnamed texts whose runs are counted; after that counting restarts. */
const MAX_COUNTED = 5000;
/** The best plan depends on the pattern, so a generic plan must not be reused. */
const PLANNED_EACH_TIME = / ilike /;

const driverTimeout = new AsyncLocalStorage<number>();

/**
 * Runs long statements: the driver waits this many ms for each of them instead of the pool's timeout. The caller sets
 * PostgreSQL's own `statement_timeout` a little shorter.
 */
export function withDriverTimeout<T>(ms: number, use: () => Promise<T>): Promise<T> {
  return driverTimeout.run(ms, use);
}

/** True when a statement failed before it did anything, because a migration changed the tables of its cached plan. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** Names of statements, shared by all connections of a pool. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();
  #created = 0;

  nameOf(text: string): string | undefined {
    return this.#names.get(text) ?? this.#count(text);
  }

  #count(text: string): string | undefined {
    if (this.#names.size >= MAX_NAMED || PLANNED_EACH_TIME.test(text)) return undefined;
    if (this.#runs.size >= MAX_COUNTED) this.#runs.clear();
    const runs = (this.#runs.get(text) ?? 0) + 1;
    this.#runs.set(text, runs);
    if (runs < RUNS_UNTIL_NAMED) return undefined;
    this.#runs.delete(text);
    this.#created += 1;
    this.#names.set(text, `kemas_${this.#created}`);
    return this.#names.get(text);
  }

  /** Gives every statement a new name, and with it a new plan. */
  reset(): void {
    this.#names.clear();
  }
}

/** A pool for Kysely that names the statements it sends. */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const names = new StatementNames();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => namingClient(await pool.connect(), names),
  };
}

function namingClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const run = async (text: string, values: unknown[]) => {
    const timeout = driverTimeout.getStore();
    if (timeout !== undefined)
      return client.query({ text, values, query_timeout: timeout } as pg.QueryConfig);
    // Statements without parameters are `begin` and the like.
    const name = values.length === 0 ? undefined : names.nameOf(text);
    if (name === undefined) return client.query(text, values);
    const isInTransaction = client.getTransactionStatus() !== 'I';
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
      names.reset();
      if (isInTransaction) throw error; // inTransaction reruns the whole transaction
      return client.query(text, values);
    }
  };
  return {
    release: (destroy?: boolean) => client.release(destroy),
    query<R>(statement: string | PostgresCursor<R>, values: readonly unknown[] = []): never {
      if (typeof statement !== 'string')
        throw new Error('Lists are read in pages (decision 0013), not by cursors.');
      return run(statement, [...values]) as never; // Kysely's type has one return value per overload
    },
  };
}
