import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const CONNECT_TIMEOUT_MS = 5000;
const RETRY_MS = 1000;
/** The warning is logged on every 30th attempt. */
const REMIND_EVERY = 30;

/**
 * Nothing listens at the address, or it is not ready: starting up, shutting down, too many connections, or (08P01) a
 * PgBouncer that waits for its server.
 */
const NOT_YET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08P01',
]);

/**
 * Returns once the database accepts connections: when the whole machine boots, it may come up last.
 * @throws at once when it permanently refuses us, as with a wrong password or name; when `stopping` aborts
 */
export async function waitForDatabase(
  settings: pg.ClientConfig,
  log: Logger,
  stopping?: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const error = await tryToConnect(settings);
    if (error === null) return;
    if (!isTemporary(error)) throw error;
    if (attempt % REMIND_EVERY === 0)
      log.warn({ why: error.message || error.code }, 'waiting for the database');
    await sleep(RETRY_MS, undefined, stopping ? { signal: stopping } : {});
  }
}

type ConnectError = Error & { readonly code?: string };

async function tryToConnect(settings: pg.ClientConfig): Promise<ConnectError | null> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as ConnectError;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isTemporary(error: ConnectError): boolean {
  return NOT_YET.has(error.code ?? '') || /timeout|terminated unexpectedly/.test(error.message);
}
