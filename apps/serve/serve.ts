/** Runs Kemas on one machine: the database unless one is configured, then the app; stopped in reverse order. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { startKemas } from '#apps/api/start-kemas.ts';
import type { Config } from '#platform/server/config.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { lockFolder } from './lock.ts';

export interface Serving {
  /** The public address. */
  address: string;
  /** Sign-in instructions for the terminal. */
  signIns: readonly string[];
  /**
   * Graceful shutdown: pending requests finish (up to their limit), then the database stops, then the directory lock is
   * released.
   */
  stop(): Promise<void>;
  /** Stops waiting for pending requests. */
  hurry(): void;
}

/** Time (ms) that pending requests get at shutdown. */
const OPEN_REQUESTS_MS = 10_000;

/**
 * Starts everything that one machine needs.
 * `onLoss` is called when the database stops unexpectedly: nothing works then, and the caller must stop.
 * @throws a sentence for the operator; whatever had already started is stopped again
 */
export async function serve(
  config: Config,
  onLoss: (reason: string) => void,
  stopping: AbortSignal,
): Promise<Serving> {
  await using started = new AsyncDisposableStack();
  const folder = config.DATABASE_URL ? undefined : lockFolder(resolve(config.DATA_DIR));
  if (folder) started.defer(folder.release);
  await portIsFree(config.PORT, config.HOST);
  const databaseUrl = config.DATABASE_URL ?? (await startDatabase(started, config, onLoss));
  const kemas = await startKemas({ config, databaseUrl, stopping });
  const hurried = Promise.withResolvers<void>();
  started.defer(() => closeWithin(OPEN_REQUESTS_MS, kemas.close(), hurried.promise));
  const address = config.PUBLIC_URL ?? kemas.address;
  folder?.publish(address);
  const all = started.move();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= all.disposeAsync();
    return stopped;
  };
  return { address, signIns: kemas.signIns, stop, hurry: hurried.resolve };
}

/** Checked before anything is started, so that a port in use fails immediately and nothing has to be stopped. */
function portIsFree(port: number, host: string): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer().once('error', taken);
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

async function startDatabase(
  started: AsyncDisposableStack,
  { DATA_DIR, WAL_ARCHIVE: walArchive }: Config,
  onCrash: (reason: string) => void,
): Promise<string> {
  const dataDir = resolve(DATA_DIR);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    log: console.warn,
    walArchive,
    onCrash,
  });
  started.defer(postgres.stop);
  return postgres.url;
}

async function closeWithin(ms: number, closing: Promise<void>, hurried: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([closing, late.promise, hurried]);
  clearTimeout(timer);
}
