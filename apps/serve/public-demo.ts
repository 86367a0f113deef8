/** DEMO=public: every full hour a new demo, in a database of its own, takes the place of the one before. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { firstSignIns } from '#apps/api/first-sign-ins.ts';
import { openProcess } from '#apps/process/open-process.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import { startOfNextHour } from '#platform/server/next-hour.ts';
import { type Kemas, startKemas } from './start-kemas.ts';

interface PublicDemoOptions {
  readonly config: Config;
  /** Of the bundled server. */
  readonly databaseUrl: string;
  readonly stopping: AbortSignal;
  /** Fills the empty database of a demo; for tests. */
  readonly fill?: (services: Services) => Promise<unknown>;
  /** Waits until so long before the next demo starts; for tests. */
  readonly waitUntil?: (before: Temporal.Duration, signal: AbortSignal) => Promise<unknown>;
}

/** Databases of this mode, and of no other, have this name. */
const NAME = 'public_demo_';
/** Making a demo takes half a minute, during which the last one is served a little slower. */
const PREPARED_BEFORE = Temporal.Duration.from({ minutes: 5 });
const AT_ONCE = Temporal.Duration.from({ seconds: 0 });

/**
 * Serves demo after demo. The next one is made while the last one is served, so nothing answers for about a second only.
 * Sessions end with the demo that they belong to. A demo that cannot be served ends the process.
 */
export async function startPublicDemo(options: PublicDemoOptions): Promise<Kemas> {
  const { config, databaseUrl, fill = firstSignIns, stopping } = options;
  const { waitUntil = (before, signal) => sleep(millisecondsTo(config, before), null, { signal }) } = options;
  const ending = new AbortController();
  await dropDemos(databaseUrl, null);
  const make = async () => {
    const name = `${NAME}${Date.now()}`;
    await onServer(databaseUrl, (client) => client.query(`create database ${name}`));
    await using started = new AsyncDisposableStack();
    const own = { config, databaseUrl: urlOf(databaseUrl, name), stopping };
    await fill((await openProcess(started, own)).services);
    return { name, start: () => startKemas(own) };
  };
  let current = await make();
  let kemas = await current.start();
  const prepare = async () => {
    try {
      await waitUntil(PREPARED_BEFORE, ending.signal);
      return await make();
    } catch (error) {
      if (!ending.signal.aborted) {
        console.error('The demo does not start afresh; the last one goes on for an hour.', error);
      }
      return current;
    }
  };
  const renewing = (async () => {
    while (!ending.signal.aborted) {
      const next = await prepare();
      await waitUntil(AT_ONCE, ending.signal).catch(() => undefined); // it is stopped
      if (ending.signal.aborted || next === current) continue;
      await kemas.close();
      kemas = await next.start();
      current = next;
      await dropDemos(databaseUrl, next.name);
    }
  })();
  const { address, signIns } = kemas;
  return {
    address,
    signIns: [...signIns, 'This demo is public: it starts afresh every full hour.'],
    close: async () => {
      ending.abort();
      await renewing;
      await kemas.close();
    },
  };
}

/** A timer may end a millisecond early, which would be in the last hour. */
const LATE_MS = 100;

function millisecondsTo(config: Config, before: Temporal.Duration): number {
  const at = startOfNextHour({ clock: systemClock, config }).subtract(before);
  return Math.max(0, at.epochMilliseconds - systemClock.now().epochMilliseconds) + LATE_MS;
}

/** All but this one. */
async function dropDemos(url: string, kept: string | null): Promise<void> {
  const text = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await onServer(url, (client) => client.query<{ datname: string }>(text, [NAME]));
  for (const { datname } of rows) if (datname !== kept) await dropDatabase(url, datname);
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await onServer(url, (client) => client.query(`drop database ${name} with (force)`));
}

function urlOf(url: string, name: string): string {
  return url.replace(/\/[^/]*$/, `/${name}`);
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
