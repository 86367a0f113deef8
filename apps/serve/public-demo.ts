/** DEMO=public: every full hour a new demo, in a database of its own, takes the place of the one before. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { startOfNextHour } from '#platform/server/next-hour.ts';
import { type Kemas, startKemas } from './start-kemas.ts';

interface PublicDemoOptions {
  readonly config: Config;
  /** Of the bundled server. */
  readonly databaseUrl: string;
  readonly stopping: AbortSignal;
  /** When the next demo starts; for tests. */
  readonly nextStart?: () => Promise<unknown>;
}

/** Databases of this mode, and of no other, have this name. */
const NAME = 'public_demo_';

/**
 * Serves demo after demo. The next one listens on the same port (`reusePort`) before the last one stops listening, which
 * still answers its pending requests; its sessions end with it.
 */
export async function startPublicDemo(options: PublicDemoOptions): Promise<Kemas> {
  const { config, databaseUrl, stopping } = options;
  const ending = new AbortController();
  const waitForHour = () =>
    sleep(
      Date.parse(startOfNextHour({ clock: systemClock, config }).toInstant().toString()) - Date.now(),
      null,
      {
        signal: ending.signal,
      },
    );
  const { nextStart = waitForHour } = options;
  for (const name of await databasesOfDemos(databaseUrl)) await dropDatabase(databaseUrl, name);
  const open = async () => {
    const name = `${NAME}${Date.now()}`;
    await onServer(databaseUrl, (client) => client.query(`create database ${name}`));
    try {
      return { name, kemas: await startKemas({ config, databaseUrl: urlOf(databaseUrl, name), stopping }) };
    } catch (error) {
      await dropDatabase(databaseUrl, name);
      throw error;
    }
  };
  let current = await open();
  const renew = async () => {
    const next = await open();
    const last = current;
    current = next;
    await last.kemas.close();
    await dropDatabase(databaseUrl, last.name);
  };
  const renewing = (async () => {
    while (!ending.signal.aborted) {
      await nextStart().catch(() => undefined); // aborted
      if (ending.signal.aborted) return;
      await renew().catch((error: unknown) => console.error('The demo did not start afresh.', error));
    }
  })();
  const { address, signIns } = current.kemas;
  return {
    address,
    signIns: [...signIns, 'This demo is public: it starts afresh every full hour.'],
    close: async () => {
      ending.abort();
      await renewing;
      await current.kemas.close();
    },
  };
}

async function databasesOfDemos(url: string): Promise<readonly string[]> {
  const found = await onServer(url, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      NAME,
    ]),
  );
  return found.rows.map(({ datname }) => datname);
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
