/** A server that outlived its app (kill -9, power loss): stopped before the next one starts. */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** No kernel hands out this process id, so the server takes the pid file for a dead one's. */
const NO_SUCH_PID = 2_147_483_646;
/** The lock of the socket in the folder around the cluster: embedded.ts puts the socket there. */
const SOCKET_LOCK = '.s.PGSQL.5432.lock';
/** Fast stop first; after this the server is told to drop everything (it recovers from its log). */
const FAST_STOP_MS = 20_000;

/**
 * Stops the server that still holds `cluster`, if there is one, and waits until it is gone. Two files name it: the
 * cluster's own and the lock of the socket beside the cluster. Each of them stops a start when its number belongs to
 * a living process of the server's account, whatever that process is: the number may have been given out again (as
 * after a container's restart), or nobody has collected the dead server yet.
 * A file that names no server of this cluster is marked as a dead one's; the server's own checks (shared memory)
 * stay in force.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  for (const file of [join(cluster, 'postmaster.pid'), join(dirname(cluster), SOCKET_LOCK)]) {
    const lines = readLines(file);
    const pid = Number(lines[0]);
    const isNamed = Number.isInteger(pid) && pid > 1;
    if (isNamed && isAlive(pid) && isServerOf(pid, cluster)) await stopServer(pid, cluster, log);
    else if (isNamed ? isAlive(pid) : isUnreadableLock(file, lines)) invalidatePidFile(file, lines);
  }
}

/** The server refuses to read a lock that it had no time to fill. Its pid file is left to its own judgement. */
function isUnreadableLock(file: string, lines: readonly string[]): boolean {
  return lines.length > 0 && basename(file) === SOCKET_LOCK;
}

function invalidatePidFile(file: string, lines: readonly string[]): void {
  writeFileSync(file, [NO_SUCH_PID, ...lines.slice(1)].join('\n'));
}

async function stopServer(pid: number, cluster: string, log: (line: string) => void): Promise<void> {
  log('A PostgreSQL from an earlier run is still there: stopping it first.');
  process.kill(pid, 'SIGINT');
  const running = () => isAlive(pid) && isServerOf(pid, cluster);
  if (await endsWithin(FAST_STOP_MS, running)) return;
  process.kill(pid, 'SIGQUIT');
  if (await endsWithin(FAST_STOP_MS, running)) return;
  throw new Error(`PostgreSQL (process ${pid}) from an earlier run does not stop. End it, then start again.`);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    if (process.platform === 'win32') return true;
    return /postgres/.test(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    // Another account's process hides its folder: it cannot be the server of a folder that is ours.
    return false;
  }
}

/** A container without an init keeps the dead in its list, so being listed is not enough to be running. */
async function endsWithin(ms: number, running: () => boolean): Promise<boolean> {
  const until = performance.now() + ms;
  while (running()) {
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
