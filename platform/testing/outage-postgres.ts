import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/database/embedded.ts';
import { makeTempDir } from './temp-dir.ts';

/** Room for an empty database and some of its log. */
const DISK_BYTES = 400 << 20;

/** A PostgreSQL behind a TCP proxy, with the ways in which it can fail under a running application. */
export interface OutagePostgres {
  /** Through the proxy. */
  readonly url: string;
  /** Stops the server cleanly, waits `ms`, and starts it again. */
  restart(ms: number): Promise<void>;
  /** Kills one of the application's backends; PostgreSQL then closes all connections and recovers. */
  killBackend(): Promise<void>;
  /** Terminates every connection of the application. */
  terminateAll(): Promise<void>;
  /** Locks the queue's tasks for `ms`. */
  lockTasks(ms: number): Promise<void>;
  /** Open connections receive no more bytes, as if the host had vanished. New ones work if `failover`. */
  goSilent(failover: boolean): void;
  /** Serves new connections again. */
  comeBack(): void;
  /**
   * Fills the disk for `ms`. Null where the database has no small disk of its own: that takes Linux and the right to mount
   * one.
   */
  readonly fillDisk: ((ms: number) => Promise<void>) | null;
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  stop(): Promise<void>;
}

export async function startOutagePostgres(): Promise<OutagePostgres> {
  const dataDir = makeTempDir('outages');
  const hasOwnDisk = mountDisk(dataDir);
  let postgres = await start(dataDir);
  const direct = new URL(postgres.url);
  const proxy = await startProxy(socketOf(direct));
  const admin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: direct.href, application_name: 'outage' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await admin((client) => client.query<R>(text, values))).rows;
  const backends =
    "from pg_stat_activity where backend_type = 'client backend' and application_name <> 'outage'";
  return {
    url: `postgres://${direct.username}:${direct.password}@127.0.0.1:${proxy.port}${direct.pathname}`,
    async restart(ms) {
      await postgres.stop();
      await sleep(ms);
      postgres = await start(dataDir);
    },
    async killBackend() {
      const [one] = await query<{ pid: number }>(`select pid ${backends} order by random() limit 1`);
      if (one) process.kill(one.pid, 'SIGKILL');
    },
    async terminateAll() {
      await query(`select pg_terminate_backend(pid) ${backends}`);
    },
    async lockTasks(ms) {
      await admin(async (client) => {
        await client.query('begin');
        await client.query('lock table graphile_worker._private_jobs in exclusive mode');
        await sleep(ms);
        await client.query('commit');
      });
    },
    goSilent: proxy.goSilent,
    comeBack: proxy.comeBack,
    fillDisk: hasOwnDisk ? (ms) => fillDisk(dataDir, ms) : null,
    query,
    async stop() {
      proxy.close();
      await postgres.stop();
      if (hasOwnDisk) execFileSync('umount', [dataDir]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Mounts a small disk at this folder, in memory. Returns whether it could. */
function mountDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'kemas-outages', folder];
  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
}

/** Writes until not a byte is left, and removes what it wrote after `ms`. */
async function fillDisk(folder: string, ms: number): Promise<void> {
  const file = join(folder, 'full');
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size);
      while (wasWritten(descriptor, block));
    }
    await sleep(ms);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

function wasWritten(descriptor: number, block: Buffer): boolean {
  try {
    return writeSync(descriptor, block) === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** Durable: what was acknowledged before a crash must survive it. The address stays the same across restarts. */
function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined, onCrash: () => undefined });
}

function socketOf(url: URL): net.NetConnectOpts {
  const host = decodeURIComponent(url.hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.5432` } : { host, port: Number(url.port) };
}

async function startProxy(target: net.NetConnectOpts) {
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let answersNew = true;
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    if (!answersNew) return; // accepted, but never answered
    const upstream = net.connect(target);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    upstream.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
    const end = () => {
      if (!pairs.delete(pair)) return; // silenced: closed without notice
      client.destroy();
      upstream.destroy();
    };
    client.on('close', end);
    upstream.on('close', end);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as net.AddressInfo).port,
    goSilent(failover: boolean) {
      answersNew = failover;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.resume();
        upstream.destroy();
      }
      pairs.clear();
    },
    comeBack() {
      answersNew = true;
    },
    close() {
      server.close();
      for (const [client, upstream] of pairs) {
        client.destroy();
        upstream.destroy();
      }
    },
  };
}
