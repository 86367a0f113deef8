/**
 * Runs checks and tests: without arguments all of them, as `npm test` does; with paths only the tests in matching
 * files. CONTRIBUTING.md lists every form.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs, styleText } from 'node:util';

interface Step {
  name: string;
  command: string;
  /** The file in which the runner writes its counts; a step without one counts as one. */
  report?: string;
}

const root = join(import.meta.dirname, '..');
const reports = join(root, 'node_modules/.cache/kemas/reports');

/** The most frequent failures come first. */
const CHECKS: Step[] = [
  { name: 'Types', command: 'node node_modules/typescript-native/bin/tsc -p tsconfig.json' },
  { name: 'Format and lint', command: 'biome ci . --colors=off --max-diagnostics=100' },
  { name: 'Table owners, roles and words', command: 'node tools/code-rules/check-code-rules.ts' },
  {
    name: 'Boundaries',
    command: 'depcruise apps platform features database --config .dependency-cruiser.mjs',
  },
  { name: 'Boundary rules self-test', command: 'node tools/boundaries/test-boundaries.ts' },
  { name: 'Dead code', command: 'knip --no-progress' },
  { name: 'Database types and schema are current', command: 'node tools/database/generate.ts --check' },
  { name: 'Known vulnerabilities', command: 'node tools/check-vulnerabilities.ts' },
];

/** Required by the browser tests. Rebuilt only if a source has changed. */
const WEB_BUILD: Step = {
  name: 'Web build and size limits',
  command: 'node tools/build-web.ts && node tools/first-load.ts',
};

const TESTS: Step[] = [
  {
    name: 'Unit and SQL tests',
    command: `vitest run --reporter=default --reporter=json --outputFile.json="${join(reports, 'vitest.json')}"`,
    report: 'vitest.json',
  },
  { name: 'Browser tests', command: 'playwright test', report: 'playwright.json' },
];

/** Output is buffered and printed later, so a step cannot detect by itself whether it goes to a terminal. */
const COLOUR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };

const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

const RUNNERS = {
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
} as const;

const tally = { passed: 0, failed: 0 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checks: { type: 'boolean' },
    unit: { type: 'boolean' },
    e2e: { type: 'boolean' },
    changed: { type: 'boolean' },
    deep: { type: 'boolean' },
    'test-name': { type: 'string', short: 't' },
  },
});

process.exitCode = await main();

function main(): Promise<number> {
  if (values.checks) return runList([CHECKS]);
  if (values.e2e) return runBrowserTests(positionals);
  if (values.changed) return runVitest([`--changed=${positionals[0] ?? 'HEAD'}`, '--passWithNoTests']);
  if (values.deep) return runDeep();
  if (values.unit) return runVitest(positionals);
  if (positionals.length > 0) return runMatching(positionals);
  return runList([[...CHECKS, WEB_BUILD], TESTS]);
}

/** Runs the lists of steps one after another, and counts what passed. */
async function runList(lists: readonly (readonly Step[])[]): Promise<number> {
  const begun = performance.now();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  for (const steps of lists) await runAll(steps, Math.max(2, availableParallelism()));
  console.log(`\n${seconds(performance.now() - begun)} in all.`);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
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
  return show('vitest', ['run', ...args, ...(name === undefined ? [] : ['-t', name])]);
}

/** The browser tests whose file name and title contain these words, in this order. */
function runBrowserTests(words: readonly string[]): Promise<number> {
  const pattern = words.flatMap((word) => word.split(/[\s/-]+/)).join('.*');
  return show('playwright', ['test', ...(pattern === '' ? [] : ['--grep', pattern])]);
}

/** All random cases, with a new seed. */
async function runDeep(): Promise<number> {
  const seed = process.env.RANDOM_SEED ?? String(randomInt(2 ** 31));
  const hasRandomCases = (file: string) => readFileSync(join(root, file), 'utf8').includes("'fast-check'");
  const files = globSync('{apps,features,platform}/**/*.test.ts', { cwd: root }).filter(hasRandomCases);
  const replay = `RANDOM_SEED=${seed} npm run test:deep`;
  console.log(`Random cases from seed ${seed}. To replay: ${replay}`);
  const code = await show('vitest', ['run', ...files], { RANDOM_CASES: 'all', RANDOM_SEED: seed });
  if (code !== 0) console.log(`Random cases from seed ${seed}. To replay: ${replay}`);
  return code;
}

/** Runs a test runner whose output goes directly to the terminal. */
function show(runner: keyof typeof RUNNERS, args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, RUNNERS[runner]), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...settings, PATH },
  });
  return new Promise<number>((done) => {
    child.once('close', (code) => done(code ?? 1));
  });
}

async function runAll(steps: readonly Step[], lanes: number): Promise<void> {
  const waiting = [...steps];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runOne(step);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runOne(step: Step): Promise<void> {
  const start = performance.now();
  const { ok, output } = await execute(step);
  const counts = count(step, ok);
  tally.passed += counts.passed;
  tally.failed += counts.failed;
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
  const tests = step.report ? `  ${counts.passed} passed, ${counts.failed} failed` : '';
  console.log(`${mark} ${step.name}  ${seconds(performance.now() - start)}${tests}`);
  if (!ok) console.log(`\n$ ${step.command}\n${output.trimEnd()}\n`);
}

function execute({ command }: Step): Promise<{ ok: boolean; output: string }> {
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

/** A runner's counts. A failed step, or a runner without its report, has at least one failure. */
function count({ report }: Step, ok: boolean): { passed: number; failed: number } {
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const file = join(reports, report);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counted = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  const passed = 'stats' in counted ? counted.stats.expected + counted.stats.flaky : counted.numPassedTests;
  const failed = 'stats' in counted ? counted.stats.unexpected : counted.numFailedTests;
  return { passed, failed: Math.max(failed, ok ? 0 : 1) };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
