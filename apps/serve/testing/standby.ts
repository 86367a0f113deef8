import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from '#platform/server/database/embedded/account.ts';
import { findBinaries } from '#platform/server/database/embedded/binaries.ts';
import { serverSettings, toFlags } from '#platform/server/database/embedded/settings.ts';
import { clusterFolder } from '#platform/server/database/embedded.ts';
import { freePort } from '#platform/server/free-port.ts';
import { copyCluster } from '../backup/copy-cluster.ts';
import { copyFolder } from '../backup/copy-folder.ts';

/** A streaming replica of a bundled PostgreSQL. */
export interface Standby {
  readonly url: string;
  query(text: string): Promise<unknown[]>;
  kill(): Promise<void>;
}

interface StandbyOptions {
  /** Of the primary. */
  readonly url: string;
  /** DATA_DIR of the primary. */
  readonly dataDir: string;
  /** An empty folder, below which the replica's files go. */
  readonly folder: string;
}

/** Copies the running primary, and starts the copy as its replica. */
export async function startStandby({ url, dataDir, folder }: StandbyOptions): Promise<Standby> {
  const from = clusterFolder(dataDir);
  const account = chooseAccount(from);
  const cluster = join(folder, 'cluster');
  await copyCluster({ url, from, to: join(folder, 'copy') });
  await copyFolder({ from: join(folder, 'copy'), to: cluster, account });
  await writeFile(join(cluster, 'standby.signal'), '');
  for (const parent of [dirname(folder), folder, dataDir]) await chmod(parent, 0o711); // PostgreSQL runs as another account
  const primary = new URL(url);
  const port = await freePort();
  const flags = toFlags({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    primary_conninfo: `host=${decodeURIComponent(primary.hostname)} port=${primary.port || 5432} user=${primary.username} password=${primary.password}`,
  });
  const child = spawn(findBinaries(account).postgres, ['-D', cluster, ...serverSettings(true), ...flags], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const own = `postgres://${primary.username}:${primary.password}@127.0.0.1:${port}${primary.pathname}`;
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: own });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const isUp = () => query('select 1').then(Boolean, () => false);
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`The replica ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    url: own,
    query,
    async kill() {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
