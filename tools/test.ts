/**
 * Runs checks and tests: without arguments all of them, as `npm test` does; with paths only the tests in matching
 * files. CONTRIBUTING.md lists every form.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { parseArgs, styleText } from 'node:util';

interface Check {
  name: string;
  command: string;
}

interface Tests {
  name: string;
  runner: keyof typeof RUNNERS;
  args: readonly string[];
  /** The file in which the runner writes its counts. */
  report: string;
}

type Settings = Readonly<Record<string, string>>;

/** Without the tests that have the tag `deep`. */
const QUICK: Settings = { TEST_TIER: 'quick' };

interface Counts {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const reports = join(root, 'node_modules/.cache/kemas/reports');

/** The most frequent failures come first. */
const CHECKS: Check[] = [
  { name: 'Types', command: 'node node_modules/typescript-native/bin/tsc -p tsconfig.json' },
  { name: 'Format and lint', command: 'biome ci . --colors=off --max-diagnostics=100' },
  { name: 'Table owners, roles and words', command: 'node tools/code-rules/check-code-rules.ts' },
  {
    name: 'Boundaries',
    command: 'depcruise apps platform features database extensions --config .dependency-cruiser.mjs',
  },
  { name: 'Boundary rules self-test', command: 'node tools/boundaries/test-boundaries.ts' },
  { name: 'Dead code', command: 'knip --no-progress' },
  { name: 'Database types and schema are current', command: 'node tools/database/generate.ts --check' },
  { name: 'API compatible with the last release', command: 'node tools/check-api.ts' },
  { name: 'Known vulnerabilities', command: 'node tools/check-vulnerabilities.ts' },
  // The browser tests need the build. Built again only if a source has changed.
  { name: 'Web build and size limits', command: 'node tools/build-web.ts && node tools/first-load.ts' },
];

/** Output is buffered and printed later, so a step cannot detect by itself whether it goes to a terminal. */
const COLOUR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };

const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

const RUNNERS = {
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
} as const;

const BROWSER_TESTS: Tests = {
  name: 'Browser tests',
  runner: 'playwright',
  args: ['test'],
  report: 'playwright.json',
};

const tally: Counts = { passed: 0, failed: 0 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checks: { type: 'boolean' },
    unit: { type: 'boolean' },
    e2e: { type: 'boolean' },
    changed: { type: 'boolean' },
    deep: { type: 'boolean' },
    rest: { type: 'boolean' },
    'test-name': { type: 'string', short: 't' },
  },
});

process.exitCode = await main();

function main(): Promise<number> {
  if (values.checks) return runAll({ tests: [] });
  if (values.e2e) return runBrowserTests(positionals);
  if (values.changed) return runVitest([`--changed=${positionals[0] ?? 'HEAD'}`, '--passWithNoTests']);
  if (values.deep) return runDeep();
  if (values.unit) return runVitest(positionals);
  if (positionals.length > 0) return runMatching(positionals);
  return runAll({ tests: [unitTests([]), BROWSER_TESTS], settings: QUICK });
}

interface Run {
  readonly tests: readonly Tests[];
  readonly settings?: Settings;
  readonly withChecks?: boolean;
}

/** The checks, then the tests of each runner, one after the other: each uses all cores. Counts what passed. */
async function runAll({ tests, settings = {}, withChecks = true }: Run): Promise<number> {
  const begun = performance.now();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  if (withChecks) await runChecks();
  for (const { name, runner, args, report } of tests) {
    console.log(`\n${name}`);
    const start = performance.now();
    const code = await show(runner, args, settings);
    const counts = count(report, code === 0);
    add(counts);
    console.log(
      `${mark(code === 0)} ${name}  ${seconds(start)}  ${counts.passed} passed, ${counts.failed} failed`,
    );
  }
  console.log(`\n${seconds(begun)} in all. ${tally.passed} passed, ${tally.failed} failed.`);
  if (settings === QUICK) console.log(describeDeepTier());
  return tally.failed > 0 ? 1 : 0;
}

/** Paths in e2e/ are browser tests, all others are Vitest's. */
async function runMatching(paths: readonly string[]): Promise<number> {
  const ofBrowser = paths.filter((path) => path.startsWith('e2e'));
  const others = paths.filter((path) => !path.startsWith('e2e'));
  const codes = [
    others.length > 0 ? await runVitest(others) : 0,
    ofBrowser.length > 0 ? await show('playwright', ['test', ...ofBrowser]) : 0,
  ];
  return Math.max(...codes);
}

function runVitest(args: readonly string[]): Promise<number> {
  const name = values['test-name'];
  const settings = args.length === 0 ? QUICK : {};
  return show('vitest', ['run', ...args, ...(name === undefined ? [] : ['-t', name])], settings);
}

/** The browser tests whose file name and title contain these words, in this order. */
function runBrowserTests(words: readonly string[]): Promise<number> {
  const pattern = words.flatMap((word) => word.split(/[\s/-]+/)).join('.*');
  return pattern === ''
    ? show('playwright', ['test'], QUICK)
    : show('playwright', ['test', '--grep', pattern]);
}

/** Everything, with all random cases from a new seed; with `--rest` only what `npm test` leaves out. */
async function runDeep(): Promise<number> {
  const seed = process.env.RANDOM_SEED ?? String(randomInt(2 ** 31));
  const replay = `RANDOM_SEED=${seed} npm run test:deep`;
  console.log(`Random cases from seed ${seed}. To replay: ${replay}`);
  const settings = { RANDOM_CASES: 'all', RANDOM_SEED: seed };
  const code = values.rest
    ? await runRest(settings)
    : await runAll({ tests: [unitTests([]), BROWSER_TESTS], settings });
  if (code !== 0) console.log(`Random cases from seed ${seed}. To replay: ${replay}`);
  return code;
}

function runRest(settings: Settings): Promise<number> {
  const { trials, random } = deepTier();
  const units = trials.filter((file) => !file.startsWith('e2e/'));
  const tests = [
    { ...unitTests([...units, '--tags-filter=deep']), name: 'Trials' },
    { ...unitTests(random), name: 'All random cases' },
    { ...BROWSER_TESTS, name: 'Every screen' },
  ];
  return runAll({ tests, settings: { ...settings, TEST_TIER: 'deep' }, withChecks: false });
}

/** Files with tests that `npm test` leaves out, and files of whose random cases it runs only a few. */
function deepTier(): { trials: readonly string[]; random: readonly string[] } {
  const files = globSync('{apps,bench,database,e2e,features,platform,tools}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
  }).toSorted();
  const containing = (words: RegExp) =>
    files.filter((file) => words.test(readFileSync(join(root, file), 'utf8')));
  return { trials: containing(/\btags?: .*'@?deep'/), random: containing(/\brandomCases\(/) };
}

function describeDeepTier(): string {
  const { trials, random } = deepTier();
  const names = trials.map((file) => basename(file).replace(/\.(test|spec)\.tsx?$/, ''));
  return `\`npm run test:deep\` adds the trials of ${names.join(', ')}, and all random cases of ${random.length} files.`;
}

function unitTests(files: readonly string[]): Tests {
  const output = `--outputFile.json=${join(reports, 'vitest.json')}`;
  return {
    name: 'Unit and SQL tests',
    runner: 'vitest',
    // The first prints each failure at once.
    args: ['run', '--reporter=minimal', '--reporter=json', output, ...files],
    report: 'vitest.json',
  };
}

/** Runs a test runner whose output goes directly to the terminal. */
function show(runner: keyof typeof RUNNERS, args: readonly string[], settings: Settings = {}) {
  const child = spawn(process.execPath, [join(root, RUNNERS[runner]), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...settings, PATH },
  });
  return new Promise<number>((done) => {
    child.once('close', (code) => done(code ?? 1));
  });
}

/** As many side by side as there are cores, each with its output when it ends. */
async function runChecks(): Promise<void> {
  const waiting = [...CHECKS];
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
}

async function runCheck(check: Check): Promise<void> {
  const start = performance.now();
  const { ok, output } = await execute(check);
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
  console.log(`${mark(ok)} ${check.name}  ${seconds(start)}`);
  if (!ok) console.log(`\n$ ${check.command}\n${output.trimEnd()}\n`);
}

function execute({ command }: Check): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      env: { ...process.env, ...COLOUR, PATH },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
    }
    child.once('error', (error) => done({ ok: false, output: `${output}${error.message}` }));
    child.once('close', (code) => done({ ok: code === 0, output }));
  });
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A runner's counts. A failed run, or a runner without its report, has at least one failure. */
function count(report: string, ok: boolean): Counts {
  const file = join(reports, report);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counted = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  const passed = 'stats' in counted ? counted.stats.expected + counted.stats.flaky : counted.numPassedTests;
  const failed = 'stats' in counted ? counted.stats.unexpected : counted.numFailedTests;
  return { passed, failed: Math.max(failed, ok ? 0 : 1) };
}

function add({ passed, failed }: Counts): void {
  tally.passed += passed;
  tally.failed += failed;
}

function mark(ok: boolean): string {
  return ok ? styleText('green', '✓') : styleText('red', '✗');
}

/** Since `start`, a reading of the clock in ms. */
function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
