import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SECRET } from '../business/sessions.ts';

/** Kemas as `npm start` runs it, in a process that is killed and started again. */
export interface MortalServer {
  /** Where it answers now; waits while it is being started. */
  address(): Promise<string>;
  /** `kill -9`, and a start. @throws when it does not start again. */
  killAndStart(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
  readonly kills: number;
}

const PROGRAM = path.join(import.meta.dirname, '../../apps/serve/main.ts');

export async function startMortalServer(databaseUrl: string): Promise<MortalServer> {
  let kills = 0;
  let running = start(databaseUrl);
  await running;
  return {
    address: async () => (await running).address,
    async killAndStart() {
      const { child } = await running;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      kills += 1;
      running = ended.then(() => start(databaseUrl));
      await running;
    },
    async stop() {
      const { child } = await running;
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
    get kills() {
      return kills;
    },
  };
}

async function start(databaseUrl: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...environment(databaseUrl) } });
  let printed = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      printed += String(part);
      const address = /ready: (\S+)/.exec(printed)?.[1];
      if (address !== undefined) ready.resolve(address);
    });
  }
  child.once('close', () => ready.reject(new Error(`Kemas did not start.\n${printed}`)));
  return { child, address: await ready.promise };
}

function environment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DEMO: '0',
    SANDBOX: '1',
    SESSION_SECRET: SECRET,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', // what fails is counted
  };
}
