/** Allows one app per data directory: records its owner and address. */
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './command-line.ts';

interface LockOwner {
  pid: number;
  /** When the process started, in its system's format: a process id alone may be reused. */
  began: string;
  /** The address it listens on; missing while it is starting. */
  address?: string;
}

export interface FolderLock {
  /** Records our address, for the next app that tries. */
  publish(address: string): void;
  release(): void;
}

/** Is in the directory while a backup is restored into it. One that is interrupted leaves it there. */
export function unfinishedRestore(dataDir: string): string {
  return join(dataDir, 'unfinished-restore.json');
}

/**
 * Locks the directory for this process, replacing a stale lock if necessary.
 * @throws when another app runs on it, or when a restore into it was interrupted: part of the database would be missing
 */
export function lockFolder(dataDir: string): FolderLock {
  const lock = lockAnyFolder(dataDir);
  try {
    refuseUnfinishedRestore(dataDir);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @throws when a restore was interrupted that wrote into the directory, or into DATABASE_URL with this directory */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(unfinishedRestore(dataDir))) return;
  throw new Error(
    `A restore into ${dataDir} was interrupted, so part of the data is missing. Restore the backup again: ` +
      `${commandLine('restore', '<folder of the backup>')}. It removes what the first one left there.`,
  );
}

/** For a restore, which goes on where one was interrupted. */
export function lockAnyFolder(dataDir: string): FolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'kemas.lock');
  const me: LockOwner = { pid: process.pid, began: startOfProcess(process.pid) ?? '' };
  while (!tryToCreate(file, me)) {
    const owner = read(file);
    if (owner && isRunning(owner)) throw new Error(inUse(dataDir, owner));
    removeStaleLock(file, owner);
  }
  return {
    publish: (address) => {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ ...me, address }));
      renameSync(draft, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

function inUse(dataDir: string, { address, pid }: LockOwner): string {
  return address
    ? `Kemas already runs at ${address} (process ${pid}). Stop it first, or give this one a folder of its own with DATA_DIR.`
    : `Kemas is already starting in ${dataDir} (process ${pid}).`;
}

/** Creates the file with its content atomically, so that nobody reads an empty one. */
function tryToCreate(file: string, owner: LockOwner): boolean {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(owner));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock. If another process took the lock since it was read, it is restored. */
function removeStaleLock(file: string, dead: LockOwner | undefined): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
    if (read(aside)?.pid !== dead?.pid) linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<LockOwner>;
    return typeof owner.pid === 'number' && typeof owner.began === 'string'
      ? (owner as LockOwner)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning({ pid, began }: LockOwner): boolean {
  return startOfProcess(pid) === began;
}

/** The start time of a live process; undefined for others, including zombies. */
function startOfProcess(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxBegan(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'win32') return String(process.kill(pid, 0));
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return undefined; // No such process: each of the three methods then fails.
  }
}

/** proc(5): after the name in brackets come the state (field 3) and, 19 fields later, the start time (22). */
function linuxBegan(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}
