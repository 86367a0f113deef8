import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface DemoServer {
  readonly address: string;
  stop(): Promise<void>;
}

const PROGRAM = path.join(import.meta.dirname, '../../apps/serve/main.ts');

/** Kemas as `npm start` runs it, with the demo business, in a folder of its own. @throws when it does not start */
export async function startDemo(dataDir: string): Promise<DemoServer> {
  const env = { ...process.env, PORT: '0', DEMO: '1', SANDBOX: '1', DATABASE_URL: '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [PROGRAM], { env });
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
  return {
    address: await ready.promise,
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
