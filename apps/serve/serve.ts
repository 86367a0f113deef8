/** Runs Kemas on one machine: the database unless one is configured, then the process; stopped in reverse order. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { type Config, metricsPort } from '#platform/server/config.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { lockFolder, refuseUnfinishedRestore } from './lock.ts';
import { startPublicDemo } from './public-demo.ts';
import { startKemas } from './start-kemas.ts';

export interface Serving {
  /** The public address; of a worker, the address of its metrics. */
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

/** Time (ms) to stop, besides DRAIN_SECONDS: pending requests and tasks get ten seconds, the rest is for connections. */
const STOP_MS = 15_000;
const LATE = 'Kemas stops although something has not finished: its tasks run again within minutes.';

/**
 * Starts everything that one machine needs. A bundled database that ends unexpectedly is started again; until then requests
 * get 503.
 * @throws a sentence for the operator; whatever had already started is stopped again
 */
export async function serve(config: Config, stopping: AbortSignal): Promise<Serving> {
  await using started = new AsyncDisposableStack();
  const folder = config.DATABASE_URL ? undefined : lockFolder(resolve(config.DATA_DIR));
  refuseUnfinishedRestore(resolve(config.DATA_DIR));
  if (folder) started.defer(folder.release);
  await portsAreFree(config);
  const databaseUrl = config.DATABASE_URL ?? (await startDatabase(started, config));
  const start = config.DEMO === 'public' ? startPublicDemo : startKemas;
  const kemas = await start({ config, databaseUrl, stopping });
  const hurried = Promise.withResolvers<void>();
  started.defer(() => closeWithin(config.DRAIN_SECONDS * 1000 + STOP_MS, kemas.close(), hurried.promise));
  const address = config.PROCESS === 'worker' ? kemas.address : (config.PUBLIC_URL ?? kemas.address);
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
async function portsAreFree(config: Config): Promise<void> {
  if (config.PROCESS !== 'worker') await portIsFree('PORT', config.PORT, config.HOST);
  const ownPort = metricsPort(config);
  if (ownPort !== null) await portIsFree('METRICS_PORT', ownPort, config.METRICS_HOST);
}

function portIsFree(setting: string, port: number, host: string): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer().once('error', (error) => taken(Object.assign(error, { setting })));
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

async function startDatabase(
  started: AsyncDisposableStack,
  { DATA_DIR, WAL_ARCHIVE: walArchive }: Config,
): Promise<string> {
  const dataDir = resolve(DATA_DIR);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    log: console.warn,
    walArchive,
    onCrash: (reason) => console.error(`${reason}. The log above says why. It is started again.`),
  });
  started.defer(postgres.stop);
  return postgres.url;
}

async function closeWithin(ms: number, closing: Promise<void>, hurried: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<true>();
  const timer = setTimeout(() => late.resolve(true), ms);
  const isLate = await Promise.race([closing.then(() => false), late.promise, hurried.then(() => false)]);
  clearTimeout(timer);
  if (isLate) console.warn(LATE);
}
