/** Statements that are met often are prepared once a connection. What this promises: docs/decisions/0012-prepared-statements.md */
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { DatabaseMonitor } from './monitor.ts';
import { OldestFirst, type Place } from './oldest-first.ts';
import { isSharing } from './shared-reads.ts';

/** So many times a statement is met before it gets a name. Texts of one use, such as lists of ids, get none. */
const MET_OFTEN = 5;
/** Texts that are remembered, those met last: a text that falls out begins again. */
const MOST_REMEMBERED = 1000;
/** PostgreSQL keeps every prepared statement, with its plan, in the connection's own memory. */
const MOST_A_CONNECTION = 200;

/** Here the pattern decides what the best plan is, and a plan that was made for all patterns would be kept. */
const PLANNED_EACH_TIME = / ilike /;

/** Where PostgreSQL finds that a migration has changed the columns of a plan; the error's code alone says less. */
const PLAN_CHECK = 'RevalidateCachedQuery';

/** True when a statement failed before it did anything, because the tables changed under its plan. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === PLAN_CHECK;
}

/** Which statements are prepared, and under what names; the same for all connections of a pool. */
class StatementNames {
  /** By text, the one met longest ago first. */
  readonly #met = new Map<string, { times: number; name: string | undefined }>();
  #named = 0;

  /** The name for a statement that is met now; undefined while it is met too seldom. */
  nameOf(text: string): string | undefined {
    const met = this.#met.get(text) ?? { times: 0, name: undefined };
    met.times += 1;
    if (met.times === MET_OFTEN && !PLANNED_EACH_TIME.test(text)) {
      this.#named += 1;
      met.name = `kemas_${this.#named}`;
    }
    this.#met.delete(text);
    this.#met.set(text, met);
    if (this.#met.size > MOST_REMEMBERED) this.#forgetOldest();
    return met.name;
  }

  /** From here on every statement gets a name that no connection knows. */
  startOver(): void {
    this.#met.clear();
  }

  #forgetOldest(): void {
    for (const oldest of this.#met.keys()) {
      this.#met.delete(oldest);
      return;
    }
  }
}

/** One connection as Kysely uses it, for whoever shares it at the moment. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #prepared = new Set<string>();
  #place: Place | undefined;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  takePlace(place: Place): this {
    this.#place = place;
    return this;
  }

  query<R>(asked: string | PostgresCursor<R>, values: readonly unknown[] = []): never {
    if (typeof asked !== 'string')
      throw new Error('Lists are read in pages (decision 0013), not by cursors.');
    return this.#run(asked, [...values]) as never; // Kysely's type has a reply for each of the two
  }

  release(destroy?: boolean): void {
    this.#place?.leave(() => this.#client.release(destroy));
  }

  async #run(text: string, values: unknown[]): Promise<unknown> {
    const name = this.#nameFor(text, values);
    if (name === undefined) return this.#client.query(text, values);
    const isAlone = this.#client.getTransactionStatus() === 'I';
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
      this.#names.startOver();
      if (!isAlone) throw error; // the transaction is lost: inTransaction runs it again
      return this.#client.query(text, values);
    }
  }

  /** Without parameters it is `begin` and the like, which PostgreSQL answers fastest as they are. */
  #nameFor(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const name = this.#names.nameOf(text);
    if (name === undefined || this.#prepared.has(name)) return name;
    if (this.#prepared.size >= MOST_A_CONNECTION) return undefined;
    this.#prepared.add(name);
    return name;
  }
}

/** A pool for Kysely that prepares what is met often, and whose connections go to the oldest work first. */
export function preparingPool(pool: pg.Pool, monitor?: DatabaseMonitor): PostgresPool {
  const names = new StatementNames();
  const places = new OldestFirst(pool.options.max, pool.options.connectionTimeoutMillis);
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  const opened = new WeakMap<Place, Promise<pg.PoolClient>>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      monitor?.requireAvailable();
      const place = await places.enter(isSharing());
      try {
        monitor?.requireAvailable();
        const opening = opened.get(place) ?? pool.connect();
        opened.set(place, opening);
        const client = await opening;
        const known = clients.get(client) ?? new PreparingClient(client, names);
        clients.set(client, known);
        return known.takePlace(place);
      } catch (error) {
        place.leave();
        throw error;
      }
    },
  };
}
