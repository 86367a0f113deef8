import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeTwilio } from '#platform/testing/fake-twilio.ts';

const PROGRAM = path.join(import.meta.dirname, '../main.ts');

/** Kemas as a separate process. */
export interface KemasProcess {
  /** The address that it has printed. */
  readonly address: string;
  isRunning(): boolean;
  printed(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Starts a process with fake providers, and waits until it is ready. */
export async function startKemasProcess(
  settings: Readonly<Record<string, string>>,
  { account, url }: FakeTwilio,
): Promise<KemasProcess> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: '0',
      SANDBOX: '1',
      TRUST_PROXY: 'loopback',
      SESSION_SECRET: 'only for tests of processes, long enough',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: account.from,
      TWILIO_API_URL: url,
      MESSAGES_PER_MINUTE: '60000',
      ...settings,
    },
  });
  let printed = '';
  const keep = (part: unknown) => {
    printed += String(part);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  let address: string | undefined;
  while (address === undefined) {
    if (!isRunning()) throw new Error(`Kemas did not start.\n${printed}`);
    await sleep(50);
    address = /ready: (\S+)/.exec(printed)?.[1];
  }
  return {
    address,
    isRunning,
    printed: () => printed,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      if (isRunning()) {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      return child.exitCode;
    },
  };
}
