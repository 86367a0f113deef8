/** Stops a server that outlived its app (kill -9, power loss) before the next one starts. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** No kernel assigns this process id, so the server treats the pid file as stale. */
const NO_SUCH_PID = 2_147_483_646;
/** The lock file of the socket in the directory around the cluster, where embedded.ts puts the socket. */
const SOCKET_LOCK = '.s.PGSQL.5432.lock';
/** Time for a fast shutdown; after this the server is told to shut down immediately (it recovers from its log). */
const FAST_STOP_MS = 20_000;

/**
 * Stops whatever still runs on `cluster` and waits until it has exited. Two files name the server: the cluster's pid
 * file and the lock of the socket beside the cluster. Each blocks a start if its pid belongs to a live process of the
 * server's account, whatever that process is: the pid may have been reused (as after a container restart), or the dead
 * server may not have been reaped yet.
 * A file that names no server of this cluster is marked as stale; the server's own checks (shared memory) still apply.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const files = [join(cluster, 'postmaster.pid'), join(dirname(cluster), SOCKET_LOCK)];
  await stopServer(() => serverProcesses(cluster, files), log);
  for (const file of files) {
    const lines = readLines(file);
    const pid = pidIn(lines);
    if (pid === undefined ? isUnreadableLock(file, lines) : isAlive(pid)) invalidatePidFile(file, lines);
  }
}

/** The server refuses to read a lock file that it had no time to fill. It judges its pid file itself. */
function isUnreadableLock(file: string, lines: readonly string[]): boolean {
  return lines.length > 0 && basename(file) === SOCKET_LOCK;
}

function invalidatePidFile(file: string, lines: readonly string[]): void {
  writeFileSync(file, [NO_SUCH_PID, ...lines.slice(1)].join('\n'));
}

async function stopServer(running: () => number[], log: (line: string) => void): Promise<void> {
  if (running().length === 0) return;
  log('A PostgreSQL from an earlier run is still there: stopping it first.');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (const pid of running()) send(pid, signal);
    if (await endsWithin(FAST_STOP_MS, running)) return;
  }
  throw new Error(
    `PostgreSQL (process ${running().join(', ')}) from an earlier run does not stop. End it, then start again.`,
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has already exited
  }
}

/**
 * All processes that run in the cluster's directory: the server, or connections that outlived it. Linux shows them all,
 * even if the files name another process; elsewhere only the named ones can be checked.
 */
function serverProcesses(cluster: string, files: readonly string[]): number[] {
  if (process.platform === 'linux') return linuxProcesses(cluster);
  const named = new Set(files.map((file) => pidIn(readLines(file))).filter((pid) => pid !== undefined));
  return [...named].filter((pid) => isAlive(pid) && isPostgres(pid));
}

/** The topmost of them: a server's child processes end with it. */
function linuxProcesses(cluster: string): number[] {
  const found = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = linuxParent(pid, cluster);
    if (parent !== undefined) found.set(pid, parent);
  }
  return [...found].filter(([, parent]) => !found.has(parent)).map(([pid]) => pid);
}

/** The parent of a PostgreSQL process that runs in `cluster`, otherwise undefined. */
function linuxParent(pid: number, cluster: string): number | undefined {
  try {
    if (realpathSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return undefined;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!/^Name:\tpostgres$/m.test(status)) return undefined;
    return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
  } catch {
    // It has exited, or another account hides its directory: then it cannot be the server of a directory that is ours.
    return undefined;
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    return /postgres/.test(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return false; // ps fails when the process no longer exists
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function pidIn(lines: readonly string[]): number | undefined {
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** In a container without an init process, zombies stay in the process list, so being listed does not prove it runs. */
async function endsWithin(ms: number, running: () => readonly number[]): Promise<boolean> {
  const until = performance.now() + ms;
  while (running().length > 0) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
