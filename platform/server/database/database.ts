import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#database/generated.ts';
import { ColumnNames } from './column-names.ts';
import { NO_CONNECTION } from './database-busy.ts';
import { withNamedStatements } from './prepared-statements.ts';

/** The Kysely query builder over Kemas's tables (types generated from the database). */
export type Db = Kysely<DB>;
export type { DB };

/** Timeouts for a statement, a lock, an idle transaction and a free connection, in ms. */
export interface DatabaseTimeouts {
  readonly lock: number;
  readonly statement: number;
  readonly idleInTransaction: number;
  readonly connection: number;
}

export const TIMEOUTS: DatabaseTimeouts = {
  lock: 3000,
  statement: 15_000,
  idleInTransaction: 30_000,
  // Long enough to work off a short burst; after that the request gets 503 with Retry-After, within eight seconds.
  connection: 7000,
};
/**
 * PostgreSQL cancels a statement first. If the server does not respond at all, the driver gives up this much later and
 * closes the connection.
 */
const QUERY_TIMEOUT_MARGIN_MS = 2000;
/** Keep-alive probes detect an idle connection (mainly LISTEN) whose peer has vanished. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Idle connections are kept for minutes, because a new one has no prepared statements and no catalogue cache. */
const CONNECTION_IDLE_MS = 600_000;
/** Connections are replaced after this time, so that unused prepared statements do not accumulate. */
const CONNECTION_LIFE_S = 1800;

// Timestamps, dates and ranges stay PostgreSQL's text: converting them to Date objects and back costs more than the
// query (docs/performance.md). Counts and sums fit a double.
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
  /** IANA time zone in which PostgreSQL formats timestamps. */
  readonly timeZone: string;
  /** Pool size. */
  readonly connections: number;
  readonly timeouts?: DatabaseTimeouts;
  /** Called when an idle connection fails. */
  readonly onIdleError?: (error: Error) => void;
}

type SessionOptions = Pick<DatabaseOptions, 'timeZone' | 'timeouts'>;

/** What every connection sets: READ COMMITTED, short waits (ms), business time zone. By name, as pg_settings shows them. */
export function sessionSettings({ timeZone, timeouts = TIMEOUTS }: SessionOptions): Record<string, string> {
  return {
    TimeZone: timeZone,
    default_transaction_isolation: 'read committed',
    lock_timeout: String(timeouts.lock),
    statement_timeout: String(timeouts.statement),
    idle_in_transaction_session_timeout: String(timeouts.idleInTransaction),
  };
}

/** Of every connection, pooled or not: its settings, and timestamps as text. */
export function connectionSettings({
  url,
  ...session
}: Pick<DatabaseOptions, 'url'> & SessionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'kemas',
    options: Object.entries(sessionSettings(session))
      .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
      .join(' '),
  };
}

/** Opens a pool with `connectionSettings`. */
export function openPool(options: DatabaseOptions): SuspendablePool {
  const { timeouts = TIMEOUTS, connections, onIdleError = () => undefined } = options;
  const pool = new SuspendablePool({
    ...connectionSettings(options),
    query_timeout: timeouts.statement + QUERY_TIMEOUT_MARGIN_MS,
    Client: ClosingClient,
    max: connections,
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: CONNECTION_IDLE_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
  });
  // The pool replaces a connection that fails while idle; without a listener the error would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

/** A pool that can give up its connections when the database no longer answers; see watchForSilence. */
export class SuspendablePool extends pg.Pool {
  /** Nothing waits for a connection. */
  isSuspended = false;
  readonly #clients = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** Closes every connection, so that what waits for a reply fails now. */
  suspend(): void {
    this.isSuspended = true;
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  override connect(...args: unknown[]): never {
    if (!this.isSuspended) return super.connect(...(args as [])) as never;
    const error = new Error(NO_CONNECTION);
    const [callback] = args;
    // The driver's type has one return value per overload.
    if (typeof callback === 'function') return void callback(error) as never;
    return Promise.reject(error) as never;
  }
}

/** Of a statement that changes something on a server that has become a replica. */
const READ_ONLY = '25006';

/**
 * A client that closes its connection when the server has not answered a statement in time, or has become a replica. The
 * driver would return it to the pool, where the next statement would queue behind the hanging one, or fail too.
 */
class ClosingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const reply: unknown = super.query(...(args as [string]));
    if (reply instanceof Promise)
      reply.catch((error: Error & { readonly code?: string }) => {
        if (error.message === 'Query read timeout' || error.code === READ_ONLY)
          this.end().catch(() => undefined);
      });
    return reply as never; // the driver's type has one return value per overload
  }
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withNamedStatements(pool) }),
    plugins: [new ColumnNames()],
  });
}
