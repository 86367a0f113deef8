import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from './live-event.ts';

/** Called for each event; with null when events may have been missed. */
export type LiveListener = (event: LiveEvent | null) => void;

/** The live events of all processes on this database. */
export interface LiveEvents {
  /** @returns a function that ends the subscription */
  subscribe(listener: LiveListener): () => void;
  close(): Promise<void>;
}

const RECONNECT_AFTER_MS = 1000;
/** A host that does not answer must not hold up the shutdown. */
const CONNECT_WITHIN_MS = 5000;

/**
 * Listens for live events on a database connection of its own. Each time it begins to listen, also after it lost the
 * connection, it tells its subscribers that they may have missed events.
 */
export function listenForLiveEvents(settings: pg.ClientConfig, log: Logger): LiveEvents {
  const listeners = new Set<LiveListener>();
  const publish = (event: LiveEvent | null) => {
    for (const listener of listeners) listener(event);
  };
  const closing = new AbortController();
  const listening = (async () => {
    while (!closing.signal.aborted) {
      await listenUntilLost(settings, publish, closing.signal).catch((error: Error) =>
        log.warn({ why: error.message }, 'live events: database connection lost'),
      );
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

/** @throws when the connection fails or is lost; returns once `closing` is aborted */
async function listenUntilLost(
  settings: pg.ClientConfig,
  publish: LiveListener,
  closing: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  const lost = new Promise<never>((_resolve, reject) => client.on('error', reject));
  const closed = once(closing, 'abort');
  client.on('notification', ({ payload = '' }) => publish(JSON.parse(payload) as LiveEvent));
  try {
    await client.connect();
    await client.query('listen live_event');
    publish(null);
    await Promise.race([lost, closed]);
  } finally {
    lost.catch(() => undefined);
    await client.end();
  }
}
