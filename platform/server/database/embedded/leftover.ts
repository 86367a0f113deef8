/** A server that outlived its app (kill -9, power loss): stopped before the next one starts. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** No kernel hands out this process id, so the server takes the pid file for a dead one's. */
const NO_SUCH_PID = 2_147_483_646;
/** The lock of the socket in the folder around the cluster: embedded.ts puts the socket there. */
const SOCKET_LOCK = '.s.PGSQL.5432.lock';
/** Fast stop first; after this the server is told to drop everything (it recovers from its log). */
const FAST_STOP_MS = 20_000;

/**
 * Stops what still works on `cluster`, if anything does, and waits until it is gone. Two files name the server: the
 * cluster's own and the lock of the socket beside the cluster. Each of them stops a start when its number belongs to
 * a living process of the server's account, whatever that process is: the number may have been given out again (as
 * after a container's restart), or nobody has collected the dead server yet.
 * A file that names no server of this cluster is marked as a dead one's; the server's own checks (shared memory)
 * stay in force.
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

/** The server refuses to read a lock that it had no time to fill. Its pid file is left to its own judgement. */
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
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}

/**
 * Whoever works in the cluster's folder: the server, or connections that outlived it. Linux shows them all, also when
 * the files name somebody else; elsewhere only the named ones can be looked at.
 */
function serverProcesses(cluster: string, files: readonly string[]): number[] {
  if (process.platform === 'linux') return linuxProcesses(cluster);
  const named = new Set(files.map((file) => pidIn(readLines(file))).filter((pid) => pid !== undefined));
  return [...named].filter((pid) => isAlive(pid) && isPostgres(pid));
}

/** The topmost of them: a server's own processes end with it, each in its turn. */
function linuxProcesses(cluster: string): number[] {
  const found = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = linuxParent(pid, cluster);
    if (parent !== undefined) found.set(pid, parent);
  }
  return [...found].filter(([, parent]) => !found.has(parent)).map(([pid]) => pid);
}

/** The parent of a process that is PostgreSQL and at work in `cluster`, else undefined. */
function linuxParent(pid: number, cluster: string): number | undefined {
  try {
    if (realpathSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return undefined;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!/^Name:\tpostgres$/m.test(status)) return undefined;
    return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
  } catch {
    // It has ended meanwhile, or another account hides its folder: it cannot be the server of a folder that is ours.
    return undefined;
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    return /postgres/.test(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return false; // ps fails when there is no such process any more
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

/** A container without an init keeps the dead in its list, so being listed is not enough to be running. */
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
