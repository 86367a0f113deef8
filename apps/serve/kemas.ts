/** The command `kemas` of the npm package (tools/package/kemas.mjs starts it on the pinned Node.js). */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Kemas: booking and operations for a home-cleaning company

  kemas [start] [--data <folder>] [--port <number>] [--empty]
                             starts Kemas; a new folder gets the demo business, with --empty none
  kemas doctor [--send <e-mail>]
                             what is configured, and whether each provider answers
  kemas backup <folder>      database, uploads and secrets, beside a running Kemas
  kemas restore <folder> [--wal <folder>] [--until <time>]
                             a backup into an empty folder
  kemas export <file.zip>    everything in open formats, beside a running Kemas
  kemas import <file.zip>    into an empty folder
  kemas verify               checks the books and the audit trail
  kemas upgrade [--backup <folder>] [--no-start] [--force]
                             backs up, migrates and checks the data of an older version, then starts; --force goes on
                             although the data does not verify; with DATABASE_URL, --no-backup leaves out the dump
  kemas --version            the version

  --data <folder>            of every command: where the data is. Default: DATA_DIR, otherwise kemas-data in the home
                             directory

Settings are environment variables: .env.example beside this program, docs/deployment.md. To run on a PostgreSQL of your
own, set DATABASE_URL.`;

const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () => import('./main.ts'),
  doctor: () => import('./doctor.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  export: () => import('./export-archive.ts'),
  import: () => import('./import-archive.ts'),
  verify,
  upgrade: () => import('./upgrade.ts'),
};

const [first = 'start', ...others] = process.argv.slice(2);
const isStart = first.startsWith('-');
const name = isStart ? 'start' : first;
const given = isStart ? [first, ...others] : others;
if (name === 'help' || given.includes('--help') || given.includes('-h')) console.log(HELP);
else await run();

async function run(): Promise<void> {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program === undefined) return refuse(`Kemas has no command "${name}".`);
  const rest = takeData(given);
  if (rest === undefined) return refuse('Name the folder: --data <folder>');
  const left = name === 'start' ? takeStartOptions(rest) : rest;
  if (left === undefined) return;
  process.env.DATA_DIR ||= join(homedir(), 'kemas-data');
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...left);
  await program();
}

/** Without `--data` and its value, which become the setting; undefined if the value is missing. */
function takeData(words: readonly string[]): string[] | undefined {
  const at = words.findIndex((word) => word === '--data' || word.startsWith('--data='));
  if (at === -1) return [...words];
  const [, inWord] = /^--data=(.+)$/.exec(words[at] ?? '') ?? [];
  const folder = inWord ?? words[at + 1];
  if (folder === undefined || folder.startsWith('--') || words[at] === '--data=') return undefined;
  process.env.DATA_DIR = folder;
  return words.toSpliced(at, inWord === undefined ? 2 : 1);
}

/** The options of `start` become settings. Undefined if they are wrong, which is said. */
function takeStartOptions(words: readonly string[]): readonly string[] | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { port: { type: 'string' }, empty: { type: 'boolean' } },
    });
    if (values.port !== undefined) process.env.PORT = values.port;
    if (values.empty) process.env.DEMO = '0';
    return [];
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Both checks, whatever the first one finds. */
async function verify(): Promise<void> {
  await import('./verify-ledger.ts');
  const ofLedger = process.exitCode;
  await import('./verify-audit.ts');
  process.exitCode = ofLedger || process.exitCode;
}

function refuse(sentence: string): void {
  console.error(`\n${sentence}\n\n${HELP}`);
  process.exitCode = 2;
}
