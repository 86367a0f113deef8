/**
 * A real PostgreSQL server, started and stopped by the app, in its own directory.
 * How it runs as root, in closed directories and after a crash: docs/decisions/0002-embedded-postgresql.md
 */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { keepRunning, type Server } from './embedded/keep-running.ts';
import { stopLeftover } from './embedded/leftover.ts';
import { serverSettings, toFlags } from './embedded/settings.ts';

export interface EmbeddedPostgresOptions {
  /** The app's data directory; the server uses only `postgres/` in it. */
  dataDir: string;
  /** true: an acknowledged commit survives a crash. false: for tests, faster. */
  durable: boolean;
  log: (line: string) => void;
  /** Folder that finished WAL is copied to, for recovery to a point in time. */
  walArchive?: string | undefined;
  /** Further settings of the server. */
  settings?: Record<string, string>;
  /** How long it may take to get ready, ms; default a minute. */
  readyWithinMs?: number;
  /**
   * Called when the server ends without `stop`. It is then started again at the same address until it works. Without this
   * option it stays down.
   */
  onCrash?: (reason: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `kemas`, with superuser rights. */
  url: string;
  /** Stops the server and waits until its last process has exited; idempotent. */
  stop(): Promise<void>;
}

/** The version of PostgreSQL that is bundled. */
export const MAJOR = '18';
const NAME = 'kemas';
/** sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating NUL. */
const LONGEST_SOCKET_PATH = 103;
const START_MS = 60_000;
const FAST_STOP_MS = 15_000;
const NAMELESS =
  'It needs an account with a name: add this one to /etc/passwd, start as another one, or set DATABASE_URL.';
/** Server log lines that are reported; terminated connections are a normal part of stopping. */
const TROUBLE = /\b(WARNING|FATAL|PANIC):(?!.*due to administrator command)/;

interface Installation {
  home: string;
  cluster: string;
  password: string;
  account: Account | undefined;
  binaries: Binaries;
}

/**
 * Starts PostgreSQL in `dataDir/postgres`, creating the cluster and the database on first use.
 * The caller must hold the directory lock (apps/serve/lock.ts): a server found running there is stopped.
 * @throws a sentence for the operator when the server cannot be created or started
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const installation = prepareInstallation(resolve(options.dataDir, 'postgres'));
  await stopLeftover(installation.cluster, options.log);
  finishReplacement(installation.cluster);
  if (!fs.existsSync(installation.cluster)) await makeCluster(installation);
  const address = await chooseAddress(installation);
  const start = () => launch(installation, address.settings, options);
  const server = await start();
  try {
    await makeDatabase(address.urlOf('postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  const { onCrash, log } = options;
  if (onCrash === undefined) return { url: address.urlOf(NAME), stop: server.stop };
  const restart = async () => {
    await stopLeftover(installation.cluster, log);
    return start();
  };
  return { url: address.urlOf(NAME), stop: keepRunning(server, { restart, onCrash, log }) };
}

/**
 * The address of a server that another process on this machine runs in `dataDir/postgres`; null if there is none. For
 * inspecting the data of a running app.
 */
export function addressOfRunning(dataDir: string): string | null {
  const home = resolve(dataDir, 'postgres');
  const pidFile = join(home, MAJOR, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return null;
  const [, , , port = '', socket = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const password = fs.readFileSync(join(home, 'password'), 'utf8').trim();
  return urlAt(socket === '' ? '127.0.0.1' : encodeURIComponent(home), { port, password, database: NAME });
}

/** Whether there is a database in the app's data directory. */
export function hasCluster(dataDir: string): boolean {
  const cluster = clusterFolder(dataDir);
  return fs.existsSync(cluster) || fs.existsSync(replacementOf(cluster));
}

/** Where a copy is made that will take the place of a cluster. The next start removes one that was interrupted. */
export function replacementDraft(cluster: string): string {
  return `${cluster}.part`;
}

/** Where a complete copy is before it takes the place of a cluster. */
function replacementOf(cluster: string): string {
  return `${cluster}.restored`;
}

/**
 * Puts a complete, flushed copy in the place of a cluster whose server has stopped. If this process is killed in between,
 * the next start finishes it.
 */
export function replaceCluster(cluster: string, copy: string): void {
  fs.renameSync(copy, replacementOf(cluster));
  finishReplacement(cluster);
}

function finishReplacement(cluster: string): void {
  fs.rmSync(replacementDraft(cluster), { recursive: true, force: true });
  const copy = replacementOf(cluster);
  if (!fs.existsSync(copy)) return;
  const replaced = `${cluster}.replaced`;
  fs.rmSync(replaced, { recursive: true, force: true });
  if (fs.existsSync(cluster)) fs.renameSync(cluster, replaced);
  fs.renameSync(copy, cluster);
  fs.rmSync(replaced, { recursive: true, force: true });
}

/** The data directory of the server in the app's data directory. */
export function clusterFolder(dataDir: string): string {
  return join(resolve(dataDir, 'postgres'), MAJOR);
}

function urlAt(
  host: string,
  { port, password, database }: { port: string; password: string; database: string },
): string {
  return `postgres://${NAME}:${password}@${host}:${port}/${database}`;
}

function prepareInstallation(home: string): Installation {
  const cluster = join(home, MAJOR);
  try {
    const account = chooseAccount(cluster);
    const binaries = findBinaries(account);
    fs.mkdirSync(home, { recursive: true, mode: 0o700 });
    if (account) fs.chownSync(home, account.uid, account.gid);
    return { home, cluster, account, binaries, password: readOrMakePassword(home, cluster, account) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new Error(
      `${home} cannot be used: ${message}. It may belong to the account of an earlier start (root, perhaps): ` +
        'start as that account, or choose another folder with DATA_DIR.',
    );
  }
}

function readOrMakePassword(home: string, cluster: string, account: Account | undefined): string {
  const file = join(home, 'password');
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  if (fs.existsSync(cluster))
    throw new Error(`${file} is missing: the database in ${cluster} cannot be opened.`);
  const password = randomBytes(24).toString('base64url');
  fs.writeFileSync(file, password, { mode: 0o600 });
  if (account) fs.chownSync(file, account.uid, account.gid);
  return password;
}

/** Created beside its final location and then renamed, so that an interrupted first start leaves nothing half-made. */
async function makeCluster(installation: Installation): Promise<void> {
  const draft = `${installation.cluster}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  let output = '';
  const flags = [`--username=${NAME}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'];
  // The same collation on every system, whatever its locales.
  flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  const child = spawnAs(installation, installation.binaries.initdb, (home) => [
    `--pgdata=${home}/${MAJOR}.new`,
    `--pwfile=${home}/password`,
    ...flags,
  ]);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
  const ending = await new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(code === 0 ? '' : `initdb ended with ${code ?? signal}`));
  });
  if (ending) {
    const hint = /could not look up effective user/.test(output) ? NAMELESS : '';
    throw new Error(
      `PostgreSQL could not create its database in ${installation.cluster}: ${ending}.\n${output}${hint}`,
    );
  }
  fs.renameSync(draft, installation.cluster);
}

/**
 * Spawns a server program as the chosen account. On Linux as root the directory is passed as an open file descriptor:
 * the account does not need access to its parents, so a clone in /root works and no permissions change.
 */
function spawnAs(
  installation: Installation,
  program: string,
  args: (home: string) => string[],
): ChildProcess {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  // Its own process group: Ctrl-C in the terminal is for the app, which stops the server last.
  const common = { ...installation.account, env, detached: process.platform !== 'win32', windowsHide: true };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  if (!installation.account || process.platform !== 'linux') {
    return spawn(program, args(installation.home), { ...common, cwd: installation.home, stdio });
  }
  const folder = fs.openSync(installation.home, 'r');
  try {
    return spawn(program, args('/proc/self/fd/3'), { ...common, cwd: '/', stdio: [...stdio, folder] });
  } finally {
    fs.closeSync(folder);
  }
}

interface Address {
  settings: Record<string, string>;
  urlOf(database: string): string;
}

/**
 * A socket in the server's own closed directory; a loopback port if the path is too long or sockets are unavailable.
 */
async function chooseAddress({ home, password }: Installation): Promise<Address> {
  const socket = join(home, '.s.PGSQL.5432');
  if (process.platform !== 'win32' && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    return {
      settings: { listen_addresses: '', port: '5432', unix_socket_directories: '..' },
      urlOf: (database) => urlAt(encodeURIComponent(home), { port: '5432', password, database }),
    };
  }
  const port = await freePort();
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    urlOf: (database) => urlAt('127.0.0.1', { port: String(port), password, database }),
  };
}

async function launch(
  installation: Installation,
  address: Record<string, string>,
  { durable, log, walArchive, settings = {}, readyWithinMs = START_MS }: EmbeddedPostgresOptions,
): Promise<Server> {
  const flags = [
    ...serverSettings(durable),
    ...toFlags({ ...address, ...archiveSettings(installation, walArchive), ...settings }),
  ];
  const child = spawnAs(installation, installation.binaries.postgres, (home) => [
    '-D',
    `${home}/${MAJOR}`,
    ...flags,
  ]);
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(`PostgreSQL ended with ${code ?? signal}`));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    const hurry = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
    await ended;
    clearTimeout(hurry);
  };
  const trouble = await whenReady(child, ended, { log, readyWithinMs });
  if (trouble !== undefined) {
    await stop();
    throw new Error(`PostgreSQL did not start in ${installation.cluster}.\n${trouble}`);
  }
  return { ended, stop };
}

/** Resolves with undefined once the server accepts connections, or with its output if it ended first. */
function whenReady(
  child: ChildProcess,
  ended: Promise<string>,
  { log, readyWithinMs }: { log: (line: string) => void; readyWithinMs: number },
) {
  const said: string[] = [];
  return new Promise<string | undefined>((resolve) => {
    const late = setTimeout(
      () => done(`Not ready after ${readyWithinMs / 1000} s.\n${said.join('\n')}`),
      readyWithinMs,
    );
    const done = (trouble: string | undefined) => {
      clearTimeout(late);
      resolve(trouble);
    };
    child.stderr?.on('data', (part) => {
      for (const line of String(part).split('\n').filter(Boolean)) {
        if (said.length < 50) said.push(line);
        if (/ready to accept connections/.test(line)) done(undefined);
        if (TROUBLE.test(line)) log(line);
      }
    });
    void ended.then((reason) => done([reason, ...said].join('\n')));
  });
}

/** A segment is archived when it is full, and at least once a minute if something was written. */
function archiveSettings({ account }: Installation, folder: string | undefined): Record<string, string> {
  if (folder === undefined) return {};
  const archive = resolve(folder);
  if (archive.includes('"') || archive.includes('%'))
    throw new Error(`WAL_ARCHIVE cannot be used: ${archive} has a quotation mark or a percent sign.`);
  fs.mkdirSync(archive, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(archive, account.uid, account.gid);
  return {
    archive_mode: 'on',
    // Written under another name first: a full disk or a crash leaves no half segment. Another segment of this name, of
    // another database, is never replaced: then archiving fails, and the server says so.
    archive_command: `cmp -s "%p" "${archive}/%f" || { test ! -f "${archive}/%f" && cp "%p" "${archive}/%f.part" && mv "${archive}/%f.part" "${archive}/%f"; }`,
    archive_timeout: '60',
  };
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}
