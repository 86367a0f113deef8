/** `npm test`: every check and test, as one list. `--checks` leaves out what has to run the product. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { styleText } from 'node:util';

interface Step {
  name: string;
  command: string;
  /** File in which the runner leaves its counts; without one the step counts as one. */
  report?: string;
}

const root = join(import.meta.dirname, '..');
const reports = join(root, 'node_modules/.cache/kemas/reports');

const CHECKS: Step[] = [
  { name: 'Format, lint and sizes', command: 'biome ci . --colors=off --max-diagnostics=100' },
  { name: 'Types', command: 'node node_modules/typescript-native/bin/tsc -p tsconfig.json' },
  {
    name: 'Boundaries',
    command: 'depcruise apps platform features database --config .dependency-cruiser.mjs',
  },
  { name: 'Imports do nothing but import', command: 'node tools/boundaries/check-import-effects.ts' },
  { name: 'Boundaries still fail when they should', command: 'node tools/boundaries/test-boundaries.ts' },
  { name: 'Owners of tables, roles, sizes', command: 'node tools/code-rules/check-code-rules.ts' },
  { name: 'Dead code', command: 'knip --no-progress' },
  { name: "The database's types and schema are current", command: 'node tools/database/generate.ts --check' },
];

const TESTS: Step[] = [
  {
    name: 'Unit and SQL tests',
    command: `vitest run --reporter=default --reporter=json --outputFile.json="${join(reports, 'vitest.json')}"`,
    report: 'vitest.json',
  },
  {
    name: 'Web build and its weight',
    command: 'node tools/build-web.ts --force && node tools/first-load.ts',
  },
];

/** Alone and last: they need the web build, and a machine that is not busy with something else. */
const STORIES: Step = { name: 'Browser stories', command: 'playwright test', report: 'stories.json' };

/** What a step says is printed later, so it cannot see by itself whether it is a terminal that shows it. */
const COLOUR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };

/** Steps at a time: the machines that run this have two cores or more. */
const LANES = 2;

const tally = { passed: 0, failed: 0 };
const begun = performance.now();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

if (process.argv.includes('--checks')) await runAll(CHECKS, LANES);
else {
  await runAll([...TESTS, ...CHECKS], LANES);
  if (existsSync(join(root, 'e2e'))) await runAll([STORIES], LANES);
}
console.log(`\n${seconds(performance.now() - begun)} in all.`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;

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
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((done) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      env: { ...process.env, ...COLOUR, PATH: path },
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

/** What a runner counted; a step that failed has at least one failure, whatever its runner counted. */
function count({ report }: Step, ok: boolean): { passed: number; failed: number } {
  const file = join(reports, report ?? '');
  if (!report || !existsSync(file)) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const counted = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  const passed = 'stats' in counted ? counted.stats.expected + counted.stats.flaky : counted.numPassedTests;
  const failed = 'stats' in counted ? counted.stats.unexpected : counted.numFailedTests;
  return { passed, failed: Math.max(failed, ok ? 0 : 1) };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
