import { setTimeout as sleep } from 'node:timers/promises';

/** Delay before a crashed server is started again: doubled after each attempt that fails, up to the maximum. */
const FIRST_RESTART_MS = 1000;
const LONGEST_RESTART_MS = 30_000;

export interface Server {
  /** Resolves with the reason when the server has ended, whatever ended it. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

interface KeepRunning {
  readonly restart: () => Promise<Server>;
  readonly onCrash: (reason: string) => void;
  readonly log: (line: string) => void;
}

/** Restarts the server whenever it ends, until the returned function stops it. */
export function keepRunning(first: Server, { restart, onCrash, log }: KeepRunning): () => Promise<void> {
  let server = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Null if it is no longer wanted. */
  const startAgain = async (): Promise<Server | null> => {
    for (let delay = FIRST_RESTART_MS; ; delay = Math.min(2 * delay, LONGEST_RESTART_MS)) {
      await sleep(delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return null;
      try {
        return await restart();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const watch = async () => {
    for (;;) {
      const reason = await server.ended;
      if (signal.aborted) return;
      onCrash(reason);
      const next = await startAgain();
      if (next === null) return;
      server = next;
      if (signal.aborted) return server.stop();
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await server.stop();
    await watching;
  };
}
