import pg from 'pg';

const CANNOT_CONNECT = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']);
/**
 * SQLSTATEs for: shutting down, starting up, too many connections, no connection (08P01 is PgBouncer's for everything),
 * statement or lock timeout, deadlock, serialization failure, a server that has just become a replica.
 */
const DATABASE_BUSY = /^(?:57P0[1-3]|53\d{3}|08[\dP]\d{2}|57014|55P03|40P01|40001|25006)$/;

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND']);
/** The driver's message when no connection could be had in time. */
export const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Whether the statement cannot have reached the database. */
export function wasNeverSent(error: unknown): boolean {
  const { code = '', message } = error as Error & { readonly code?: string };
  return NEVER_CONNECTED.has(code) || message.includes(NO_CONNECTION);
}

/** Whether a statement was cancelled because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014';
}

/**
 * Whether a statement failed because the database is unreachable or overloaded: the same statement may succeed a moment
 * later.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as Error & { readonly code?: string };
  if (error instanceof pg.DatabaseError) return DATABASE_BUSY.test(code);
  return (
    CANNOT_CONNECT.has(code) ||
    error.message.includes(NO_CONNECTION) ||
    /Connection terminated|Query read timeout|is not queryable/.test(error.message)
  );
}
