import { setTimeout as sleep } from 'node:timers/promises';
import { startFakeTwilio } from '#platform/testing/fake-twilio.ts';
import { startKemasProcess } from './kemas-process.ts';

/** Kemas as a separate process, with a fake SMS gateway, under a load of visitors who request sign-in codes. */
export interface OutageApp {
  readonly address: string;
  /** Whether the process still runs. */
  isRunning(): boolean;
  printed(): string;
  /** A visitor with a new number and address requests a code. */
  askForCode(): Promise<Asked>;
  /** This many visitors keep requesting until `stop` aborts; resolves with all their requests. */
  load(visitors: number, stop: AbortSignal): Promise<Asked[]>;
  /** How often the gateway received an SMS for this number. */
  textsTo(mobile: string): number;
  /** Waits until the gateway has received an SMS for this number. False if none came in `ms`. */
  gotCode(mobile: string, ms: number): Promise<boolean>;
  stop(): Promise<number | null>;
}

export interface Asked {
  readonly mobile: string;
  /** HTTP status; 0 if the connection failed. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

export async function startOutageApp(databaseUrl: string): Promise<OutageApp> {
  const gateway = await startFakeTwilio();
  const kemas = await startKemasProcess({ DATABASE_URL: databaseUrl }, gateway);
  const { address } = kemas;
  let visitor = 0;
  const askForCode = async (): Promise<Asked> => {
    visitor += 1;
    const mobile = `65${81_000_000 + visitor}`;
    const start = performance.now();
    const { status, retryAfter } = await fetch(`${address}/api/customers/signin`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.1`,
      },
      body: JSON.stringify({ mobile }),
    }).then(
      ({ status, headers }) => ({ status, retryAfter: headers.get('retry-after') }),
      () => ({ status: 0, retryAfter: null }),
    );
    return { mobile, status, retryAfter, ms: performance.now() - start };
  };
  const textsTo = (mobile: string) => gateway.taken.filter(({ to }) => to === `+${mobile}`).length;
  return {
    address,
    isRunning: kemas.isRunning,
    printed: kemas.printed,
    askForCode,
    textsTo,
    async load(visitors, stop) {
      const asked: Asked[] = [];
      const visit = async () => {
        while (!stop.aborted) {
          asked.push(await askForCode());
          await sleep(50);
        }
      };
      await Promise.all(Array.from({ length: visitors }, visit));
      return asked;
    },
    async gotCode(mobile, ms) {
      const end = performance.now() + ms;
      while (textsTo(mobile) === 0 && performance.now() < end) await sleep(100);
      return textsTo(mobile) > 0;
    },
    async stop() {
      const code = await kemas.stop();
      await gateway.close();
      return code;
    },
  };
}
