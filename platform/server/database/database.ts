import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#database/generated.ts';
import type { DatabaseMonitor } from './monitor.ts';
import { GatheringSocket } from './pipelining.ts';
import { preparingPool } from './prepared-statements.ts';

/** The query builder over Kemas' tables (types generated from the database). */
export type Db = Kysely<DB>;
export type { DB };

const LOCK_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** PostgreSQL cancels a statement first; this is for a server that cannot any more. The connection is closed. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000;
/** An idle connection (LISTEN, above all) whose other end has vanished is noticed by keep-alive probes. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * When all connections are in use, who comes waits for one (oldest-first.ts), this long: a rush is worked off in
 * a few seconds, and a request that is sent away comes back and makes it longer. Where there is no database at all,
 * connecting fails at once.
 */
const CONNECTION_WAIT_MS = 10_000;
/** A new connection knows no plan and no table: whoever asks again within minutes is spared that. */
const CONNECTION_IDLE_MS = 600_000;
/** Then a connection gives way to a new one, and its prepared statements to those that are in use by then. */
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
  readonly connections: number;
  /** Closes the pool's connections when the database is lost. */
  readonly monitor?: DatabaseMonitor;
  /** How many times longer everything may take than it may for a user. Tests on a busy machine need it; 1 by default. */
  readonly patience?: number;
  /** Told when an idle connection dies. */
  readonly onIdleError?: (error: Error) => void;
}

/** What every connection has, in a pool or alone: READ COMMITTED, short lock waits, business zone, plain texts. */
export function connectionSettings(
  options: Pick<DatabaseOptions, 'url' | 'timeZone' | 'patience'>,
): pg.ClientConfig {
  const { patience = 1 } = options;
  return {
    connectionString: options.url,
    types,
    pipeline: true,
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'kemas',
    options: [
      `-c timezone=${options.timeZone}`,
      '-c default_transaction_isolation=read\\ committed',
      `-c lock_timeout=${LOCK_TIMEOUT_MS * patience}`,
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS * patience}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS * patience}`,
    ].join(' '),
  };
}

/** A pool with the settings every connection must have. */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { monitor, patience = 1 } = options;
  const pool = new pg.Pool({
    ...connectionSettings(options),
    stream: () => (monitor ? monitor.track(new GatheringSocket()) : new GatheringSocket()),
    query_timeout: QUERY_TIMEOUT_MS * patience,
    max: options.connections,
    connectionTimeoutMillis: CONNECTION_WAIT_MS * patience,
    idleTimeoutMillis: CONNECTION_IDLE_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  const told = options.onIdleError ?? (() => undefined);
  pool.on('error', told);
  pool.on('connect', (client) => client.on('error', told));
  return pool;
}

/** @param monitor while it says that the database is lost, statements fail at once with DatabaseUnavailable */
export function openDatabase(pool: pg.Pool, monitor?: DatabaseMonitor): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool, monitor) }) });
}
