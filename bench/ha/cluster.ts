import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DebianRoot, MAJOR } from './files.ts';

const HOST = '127.0.0.1';
/** Of everything: the trial's databases live for minutes, on the loopback address. */
const PASSWORD = 'trial';
const NAMES = ['n1', 'n2', 'n3'] as const;
export type NodeName = (typeof NAMES)[number];

/** Ports of the trial: node n1 has 25432, its Patroni 28008, and so on. */
const PORTS = { node: 25_432, rest: 28_008, etcd: 22_379, peer: 22_389, primary: 25_000, replica: 25_001 };
export const WEB_PORT = 25_080;
export const API_PORTS = [25_081, 25_082] as const;
const POOLER_PORT = 26_432;
const REPOSITORY = '/trial/repository';
const READY_MS = 180_000;
const STOP_MS = 30_000;

const portOf = (name: NodeName) => PORTS.node + NAMES.indexOf(name);
const restOf = (name: NodeName) => PORTS.rest + NAMES.indexOf(name);
const folderOf = (name: NodeName) => `/trial/${name}`;
const urlAt = (port: number, user = 'kemas', database = 'kemas') =>
  `postgres://${user}:${PASSWORD}@${HOST}:${port}/${database}`;

interface Member {
  readonly name: NodeName;
  readonly role: 'leader' | 'quorum_standby' | 'replica';
  readonly state: string;
}

/** Three PostgreSQL nodes under Patroni and three etcd, behind HAProxy and PgBouncer. */
export interface Cluster {
  /** Through PgBouncer. */
  readonly poolerUrl: string;
  /** The leader, through HAProxy. */
  readonly sessionUrl: string;
  /** A standby, through HAProxy. */
  readonly replicaUrl: string;
  /** A node itself, as the superuser. */
  nodeUrl(name: NodeName): string;
  members(): Promise<readonly Member[]>;
  /** Waits for a leader, and two standbys that stream and may become the leader. */
  becomeHealthy(): Promise<void>;
  /** Kills Patroni and every process of PostgreSQL on the leader at once, as if the machine had lost its power. */
  killLeader(): Promise<NodeName>;
  startNode(name: NodeName): void;
  /** A backup by pgBackRest. */
  backUp(): Promise<void>;
  /** Restores the newest backup with all archived WAL beside the nodes, and returns its address. */
  restore(): Promise<string>;
  stop(): Promise<void>;
}

/** @throws when it does not become healthy within three minutes */
export async function startCluster(root: DebianRoot): Promise<Cluster> {
  const started = new Map<string, ChildProcess>();
  const run = (name: string, command: readonly string[]) => {
    const log = createWriteStream(join(root.path, `trial/${name}.log`), { flags: 'a' });
    const [program = '', ...options] = command;
    const child = spawn('chroot', ['--userspec=postgres:postgres', root.path, program, ...options], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/trial' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    started.set(name, child);
    return child;
  };
  const finish = async (name: string, command: readonly string[]) => {
    const [code] = (await once(run(name, command), 'close')) as [number | null];
    if (code !== 0)
      throw new Error(`${command.join(' ')} ended with ${code}: see ${root.path}/trial/${name}.log`);
  };
  writeFiles(root);
  startEtcd(run);
  const startNode = (name: NodeName) => void run(name, ['patroni', `${folderOf(name)}/patroni.yml`]);
  for (const name of NAMES) startNode(name);
  run('haproxy', ['haproxy', '-db', '-f', '/trial/haproxy.cfg']);
  const cluster: Cluster = {
    poolerUrl: urlAt(POOLER_PORT),
    sessionUrl: urlAt(PORTS.primary),
    replicaUrl: urlAt(PORTS.replica),
    nodeUrl: (name) => urlAt(portOf(name), 'postgres'),
    members: readMembers,
    async becomeHealthy() {
      const until = performance.now() + READY_MS;
      for (let members = await readMembers(); !isHealthy(members); members = await readMembers()) {
        if (performance.now() > until) throw new Error(`Not healthy: ${JSON.stringify(members)}`);
        await sleep(500);
      }
    },
    async killLeader() {
      const leader = (await readMembers()).find(({ role }) => role === 'leader');
      if (leader === undefined) throw new Error('There is no leader to kill.');
      const postmaster = Number(
        readFileSync(join(root.path, folderOf(leader.name), 'data/postmaster.pid'), 'utf8').split('\n')[0],
      );
      started.get(leader.name)?.kill('SIGKILL');
      for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfAlive(pid);
      return leader.name;
    },
    startNode,
    async backUp() {
      const leader = (await readMembers()).find(({ role }) => role === 'leader')?.name ?? 'n1';
      const pgbackrest = ['pgbackrest', `--config=${folderOf(leader)}/pgbackrest.conf`, '--stanza=kemas'];
      await finish('stanza', [...pgbackrest, 'stanza-create']);
      await finish('backup', [...pgbackrest, '--type=full', 'backup']);
    },
    async restore() {
      const folder = '/trial/restored';
      root.fill('pgbackrest.conf', `${folder}/pgbackrest.conf`, nodeValues(folder, PORTS.node + 9));
      const pgbackrest = ['pgbackrest', `--config=${folder}/pgbackrest.conf`, '--stanza=kemas'];
      await finish('restore', ['mkdir', '-m', '700', `${folder}/data`]);
      await finish('restore', [...pgbackrest, '--archive-mode=off', 'restore']);
      const port = PORTS.node + 9;
      const settings = [
        `port=${port}`,
        `unix_socket_directories=${folder}`,
        'listen_addresses=127.0.0.1',
        'synchronous_standby_names=',
        `hba_file=${folder}/data/pg_hba.conf`,
        `ident_file=${folder}/data/pg_ident.conf`,
      ];
      run('restored', [
        `/usr/lib/postgresql/${MAJOR}/bin/postgres`,
        '-D',
        `${folder}/data`,
        ...settings.flatMap((setting) => ['-c', setting]),
      ]);
      const url = urlAt(port, 'postgres');
      await waitUntil(async () => (await queryAt(url, 'select pg_is_in_recovery() as is'))[0]?.is === false);
      return url;
    },
    async stop() {
      const children = [...started.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      const ended = children.map((child) => once(child, 'close'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.race([Promise.all(ended), sleep(STOP_MS)]);
      for (const child of children) child.kill('SIGKILL');
    },
  };
  try {
    await cluster.becomeHealthy();
    await makeRole(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  run('pgbouncer', ['pgbouncer', '/trial/pgbouncer/pgbouncer.ini']);
  return cluster;
}

/** The rows of a query on a connection of its own. */
export async function queryAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws after three minutes; an error of `isDone` counts as not yet */
export async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > until) throw new Error(`Not after ${READY_MS / 1000} s: ${isDone}`);
    await sleep(250);
  }
}

function nodeValues(folder: string, port: number) {
  return { folder, port, repository: REPOSITORY };
}

function writeFiles(root: DebianRoot): void {
  root.write(`${REPOSITORY}/README`, 'Of pgBackRest.\n');
  const etcd = NAMES.map((_, nth) => `${HOST}:${PORTS.etcd + nth}`).join(',');
  for (const name of NAMES) {
    const values = { ...nodeValues(folderOf(name), portOf(name)), name, host: HOST, etcd, major: MAJOR };
    const more = { restPort: restOf(name), password: PASSWORD, network: '127.0.0.1/32', watchdog: 'off' };
    root.fill('patroni.yml', `${folderOf(name)}/patroni.yml`, { ...values, ...more });
    root.fill('pgbackrest.conf', `${folderOf(name)}/pgbackrest.conf`, values);
  }
  const nodes = NAMES.flatMap((name) => [
    [name, `${HOST}:${portOf(name)}`],
    [`${name}Rest`, restOf(name)],
  ]);
  root.fill('haproxy.cfg', '/trial/haproxy.cfg', {
    ...(Object.fromEntries(nodes) as Record<string, string | number>),
    primary: `${HOST}:${PORTS.primary}`,
    replica: `${HOST}:${PORTS.replica}`,
    web: `${HOST}:${WEB_PORT}`,
    api1: `${HOST}:${API_PORTS[0]}`,
    api2: `${HOST}:${API_PORTS[1]}`,
  });
  const folder = '/trial/pgbouncer';
  const primary = { primaryHost: HOST, primaryPort: PORTS.primary };
  root.fill('pgbouncer.ini', `${folder}/pgbouncer.ini`, {
    ...primary,
    host: HOST,
    port: POOLER_PORT,
    folder,
  });
  root.write(`${folder}/userlist.txt`, `"kemas" "${PASSWORD}"\n`);
}

function startEtcd(run: (name: string, command: readonly string[]) => ChildProcess): void {
  const clientOf = (nth: number) => `http://${HOST}:${PORTS.etcd + nth}`;
  const peerOf = (nth: number) => `http://${HOST}:${PORTS.peer + nth}`;
  const members = NAMES.map((name, nth) => `${name}=${peerOf(nth)}`).join(',');
  for (const [nth, name] of NAMES.entries()) {
    run(`etcd-${name}`, [
      'etcd',
      `--name=${name}`,
      `--data-dir=/trial/etcd-${name}`,
      `--listen-client-urls=${clientOf(nth)}`,
      `--advertise-client-urls=${clientOf(nth)}`,
      `--listen-peer-urls=${peerOf(nth)}`,
      `--initial-advertise-peer-urls=${peerOf(nth)}`,
      `--initial-cluster=${members}`,
      // All three share this machine's disk and cores with everything else.
      '--heartbeat-interval=300',
      '--election-timeout=3000',
    ]);
  }
}

/** From whichever Patroni answers. */
async function readMembers(): Promise<readonly Member[]> {
  for (const name of NAMES) {
    const reply = await fetch(`http://${HOST}:${restOf(name)}/cluster`, {
      signal: AbortSignal.timeout(2000),
    }).catch(() => null); // this node was killed
    if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
  }
  return [];
}

function isHealthy(members: readonly Member[]): boolean {
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
  const roles = running.map(({ role }) => role).toSorted();
  return roles.join(' ') === 'leader quorum_standby quorum_standby';
}

async function makeRole(cluster: Cluster): Promise<void> {
  const leader = (await cluster.members()).find(({ role }) => role === 'leader')?.name ?? 'n1';
  const url = Object.assign(new URL(cluster.nodeUrl(leader)), { pathname: '/postgres' }).href;
  const text = readFileSync(new URL('../../ops/ha/role.sql', import.meta.url), 'utf8');
  const statements = text.replaceAll(/--.*$/gm, '').replace(":'password'", `'${PASSWORD}'`).split(';');
  for (const statement of statements) if (statement.trim() !== '') await queryAt(url, statement);
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const [, parent = ''] =
          readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return Number(parent) === pid;
      } catch {
        return false; // it has ended meanwhile
      }
    });
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
