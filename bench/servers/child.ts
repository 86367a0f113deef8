import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { MEMORY } from '#apps/serve/tuned.ts';

/** What a server's process says of itself. */
export interface Condition {
  /** Statements sent to the database since it started. */
  readonly statements: number;
  /** Resident memory in bytes. */
  readonly rss: number;
}

export interface Server {
  readonly address: string;
  condition(): Promise<Condition>;
  stop(): Promise<void>;
}

/** Starts a server of this folder in a process of its own. @throws when it ends before it answers. */
export async function startServer(
  program: 'kemas.ts' | 'floor.ts',
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = fork(new URL(program, import.meta.url), {
    env: { ...process.env, ...env },
    execArgv: MEMORY, // as `npm start` runs it
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { address } = await answerOf<{ address: string }>(child);
  return {
    address,
    condition: () => {
      child.send('condition');
      return answerOf<Condition>(child);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const early = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('A server of the bench has ended.');
  });
  try {
    const [answer] = await Promise.race([once(child, 'message'), early]);
    return answer as T;
  } finally {
    ended.abort();
    early.catch(() => undefined);
  }
}
