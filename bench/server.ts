import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A program in a process of its own. */
export interface Server {
  readonly address: string;
  /** Resident memory in bytes. Linux only. */
  memory(): number;
  isRunning(): boolean;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const STOPS_WITHIN_MS = 30_000;

const PROGRAMS = { kemas: '../apps/serve/main.ts', floor: 'floor/main.ts' } as const;

/** Starts it as `npm start` would. @throws with everything that it printed when it ends before it is ready */
export async function startServer(
  program: keyof typeof PROGRAMS,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, PROGRAMS[program])], {
    env: { ...process.env, PORT: '0', SANDBOX: '1', ...settings },
  });
  const ended = once(child, 'close');
  let printed = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      printed += String(part);
      const address = /ready: (\S+)/.exec(printed)?.[1];
      if (address !== undefined) ready.resolve(address);
    });
  }
  child.once('close', () => ready.reject(new Error(`${program} did not start.\n${printed}`)));
  const address = await ready.promise;
  return {
    address,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const kill = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS); // one that is stuck in a loop
      await ended;
      clearTimeout(kill);
    },
  };
}
