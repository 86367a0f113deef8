import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#database/generated.ts';
import { withNamedStatements } from './prepared-statements.ts';

/** The query builder over Kemas' tables (types generated from the database). */
export type Db = Kysely<DB>;
export type { DB };

/** How long a statement, a lock, an idle transaction and a free connection are waited for, ms. */
export interface DatabaseTimeouts {
  readonly lock: number;
  readonly statement: number;
  readonly idleInTransaction: number;
  readonly connection: number;
}

const TIMEOUTS: DatabaseTimeouts = {
  lock: 3000,
  statement: 15_000,
  idleInTransaction: 30_000,
  // A short rush is worked off in this time; then the request gets 503 with Retry-After.
  connection: 10_000,
};
/**
 * PostgreSQL cancels a statement first; the driver gives up this much later, when the server does not answer at all, and
 * closes the connection.
 */
const QUERY_TIMEOUT_MARGIN_MS = 2000;
/** An idle connection (LISTEN, above all) whose other end has vanished is noticed by keep-alive probes. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** A new connection has no prepared statements and no cached catalogue, so idle ones stay for minutes. */
const CONNECTION_IDLE_MS = 600_000;
/** Replaced after this time, so that prepared statements that are no longer used do not add up. */
const CONNECTION_LIFE_S = 1800;

// Timestamps, dates and ranges stay the text that PostgreSQL wrote: turning them into Date objects and
// back costs more than the query (docs/performance.md). Counts and sums fit a double.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (STAY_TEXT.has(oid)) return asText;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
const asText = (value: string) => value;
const STAY_TEXT = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.TIME,
]);

export interface DatabaseOptions {
  readonly url: string;
  /** IANA zone in which PostgreSQL writes timestamps. */
  readonly timeZone: string;
  /** Size of the pool. */
  readonly connections: number;
  readonly timeouts?: DatabaseTimeouts;
  /** Called when an idle connection dies. */
  readonly onIdleError?: (error: Error) => void;
}

/** What every connection has, in a pool or alone: READ COMMITTED, short lock waits, business zone, timestamps as text. */
export function connectionSettings({
  url,
  timeZone,
  timeouts = TIMEOUTS,
}: Pick<DatabaseOptions, 'url' | 'timeZone' | 'timeouts'>): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'kemas',
    options: [
      `-c timezone=${timeZone}`,
      '-c default_transaction_isolation=read\\ committed',
      `-c lock_timeout=${timeouts.lock}`,
      `-c statement_timeout=${timeouts.statement}`,
      `-c idle_in_transaction_session_timeout=${timeouts.idleInTransaction}`,
    ].join(' '),
  };
}

/** A pool with the settings every connection must have. */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { timeouts = TIMEOUTS, connections, onIdleError = () => undefined } = options;
  const pool = new pg.Pool({
    ...connectionSettings(options),
    query_timeout: timeouts.statement + QUERY_TIMEOUT_MARGIN_MS,
    Client: ClosingClient,
    max: connections,
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: CONNECTION_IDLE_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

/**
 * A connection that closes itself when the server has not answered a statement in time. The driver would give it back to
 * the pool, where its next statement waits behind that one.
 */
class ClosingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const reply: unknown = super.query(...(args as [string]));
    if (reply instanceof Promise)
      reply.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.end().catch(() => undefined);
      });
    return reply as never; // the driver's type has a return value for each way to call it
  }
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
}
