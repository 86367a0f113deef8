import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { ENVIRONMENT, MEMORY } from '#apps/serve/tuned.ts';

/** What a server's process says of itself. */
export interface Condition {
  /** Statements sent to the database since it started. */
  readonly statements: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Processor time that the process has used, ms: other work on the machine leaves it alone. */
  readonly cpu: number;
}

/** A statement as it was sent, with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Server {
  readonly address: string;
  condition(): Promise<Condition>;
  /** The statements that are sent while something is done, all but those of sessions and of the worker. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
  /** Runs every sweep of Kemas once: how long each took, ms. */
  sweep(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

/** Starts a server of this folder in a process of its own. @throws when it ends before it answers. */
export async function startServer(
  program: 'kemas.ts' | 'floor.ts',
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = forkProgram(new URL(program, import.meta.url), env);
  const { address } = await answerOf<{ address: string }>(child);
  const tell = async <T>(word: string) => {
    child.send(word);
    return answerOf<T>(child);
  };
  return {
    address,
    condition: () => tell<Condition>('condition'),
    statementsOf: async (work) => {
      await tell('record');
      await work();
      return tell<Statement[]>('recorded');
    },
    sweep: () => tell<Record<string, number>>('sweep'),
    stop: () => stopProgram(child),
  };
}

/** A process of the bench as `npm start` would run it; it ends when its parent lets go of it. */
export function forkProgram(program: URL, env: Readonly<Record<string, string>> = {}): ChildProcess {
  return fork(program, {
    env: { ...process.env, ...ENVIRONMENT, ...env },
    execArgv: MEMORY,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** What a process of the bench says next. @throws when it ends instead. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const early = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('A process of the bench has ended.');
  });
  try {
    const [answer] = await Promise.race([once(child, 'message'), early]);
    return answer as T;
  } finally {
    ended.abort();
    early.catch(() => undefined);
  }
}
