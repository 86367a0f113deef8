import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { SuspendablePool } from './database.ts';

/** Together less than the eight seconds that a request may wait for a database that no longer answers. */
const INTERVAL_MS = 1000;
const ANSWER_MS = 4000;

interface Watch {
  readonly pool: SuspendablePool;
  /** Of the connection that asks. */
  readonly settings: pg.ClientConfig;
  readonly log: Logger;
  readonly intervalMs?: number;
  readonly answerMs?: number;
}

/**
 * A host that vanishes says no goodbye: requests would wait for the timeout of their statement, which must be long enough
 * for a slow one, and others for their connections. So a connection of its own asks every second. If there is no answer,
 * the pool's connections are closed and nothing waits for a new one until the database answers again. A server that
 * refuses or closes connections says so itself.
 * @returns a function that stops
 */
export function watchForSilence({
  pool,
  settings,
  log,
  intervalMs = INTERVAL_MS,
  answerMs = ANSWER_MS,
}: Watch): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | null = null;

  const ask = async () => {
    client ??= await connect(settings, answerMs);
    await client.query('select 1');
  };
  const drop = () => {
    // Not `end`, which waits for the host.
    client?.connection.stream.destroy();
    client = null;
  };

  const watch = async () => {
    while (!signal.aborted) {
      const answer = await answerWithin(ask(), answerMs);
      if (answer !== 'answered') drop();
      if (answer === 'silent' && !pool.isSuspended) {
        log.error({ wake: true }, 'the database does not answer: requests are refused until it does');
        pool.suspend();
      }
      if (answer === 'answered' && pool.isSuspended) {
        log.warn('the database answers again');
        pool.isSuspended = false;
      }
      // It may refuse connections while it starts, which is an answer.
      if (answer === 'refused') pool.isSuspended = false;
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    }
    drop();
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}

async function connect(settings: pg.ClientConfig, answerMs: number): Promise<pg.Client> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: answerMs });
  client.on('error', () => undefined); // the next question fails
  await client.connect();
  return client;
}

async function answerWithin(asked: Promise<void>, ms: number): Promise<'answered' | 'refused' | 'silent'> {
  const answer = asked.then(
    () => 'answered' as const,
    // The driver's own limit for connecting.
    (error: Error) => (/timeout/i.test(error.message) ? ('silent' as const) : ('refused' as const)),
  );
  const limit = new AbortController();
  const late = sleep(ms, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const);
  const first = await Promise.race([answer, late]);
  limit.abort();
  if (first !== 'late') return first;
  // If this process itself was busy, the answer has arrived by now.
  await nextTurn();
  await nextTurn();
  return Promise.race([answer, Promise.resolve('silent' as const)]);
}
