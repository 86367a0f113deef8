/**
 * Tests that each boundary rule fails when it should: creates a small project in a temporary directory that breaks
 * every rule once, runs the project's own configuration on it, and compares the reported with the expected violations.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { FEATURES } from '#features/order.ts';
import { BOUNDARY_VIOLATIONS, LINT_VIOLATIONS, upwardViolations, type Violation } from './violations.ts';

const root = join(import.meta.dirname, '../..');
const configFile = join(root, '.dependency-cruiser.mjs');

/** file → the rules that reported it */
type Verdicts = Map<string, Set<string>>;

const ruleNames = ((await extractDepcruiseConfig(configFile)).forbidden ?? []).map(({ name }) => name ?? '');
const boundaries = [...BOUNDARY_VIOLATIONS, ...upwardViolations(FEATURES)];

const project = mkdtempSync(join(tmpdir(), 'kemas-boundaries-'));
try {
  build(project, [...boundaries, ...LINT_VIOLATIONS]);
  const problems = [
    ...ruleNames
      .filter((name) => !boundaries.some(({ rule }) => rule === name))
      .map((name) => `${name}: nothing breaks it`),
    ...compare(boundaries, cruise(project)),
    ...compare(LINT_VIOLATIONS, lint(project)),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      `${boundaries.length + LINT_VIOLATIONS.length} violations, each reported by exactly its own rule.`,
    );
} finally {
  rmSync(project, { recursive: true, force: true });
}

function build(folder: string, violations: readonly Violation[]): void {
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  for (const { file, content, beside } of violations) {
    write(file, content);
    if (beside) write(beside.file, beside.content);
  }
  for (const { rule, file, content } of violations) {
    const target = /from '(.*)'/.exec(content)?.[1];
    const path = target && rule !== 'imports-lead-somewhere' ? pathOf(target, file) : undefined;
    if (path && !existsSync(join(folder, path))) write(path, 'export const it = 1;\n');
  }
  for (const name of ['zod', 'stripe']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'exports.it = 1;\n');
  }
  for (const file of ['package.json', 'tsconfig.json', 'biome.json', '.gitignore']) {
    cpSync(join(root, file), join(folder, file));
  }
}

/** The path of an import inside the project; undefined for packages. */
function pathOf(target: string, from: string): string | undefined {
  if (target.startsWith('#')) return target.slice(1);
  return target.startsWith('.') ? join(dirname(from), target) : undefined;
}

function cruise(folder: string): Verdicts {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [
    program,
    'apps',
    'extensions',
    'platform',
    'features',
    '--config',
    configFile,
    '--output-type',
    'json',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (!stdout) throw new Error(`dependency-cruiser printed nothing.\n${stderr}`);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return collect(summary.violations.map(({ from, rule }) => [from, rule.name]));
}

function lint(folder: string): Verdicts {
  const program = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [program, 'lint', 'features', '--reporter=json', '--max-diagnostics=none'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  return collect(
    diagnostics.map(({ category, location }) => [
      relative('', location.path),
      category.split('/').at(-1) ?? category,
    ]),
  );
}

function collect(pairs: (readonly [string, string])[]): Verdicts {
  const verdicts: Verdicts = new Map();
  for (const [file, rule] of pairs) verdicts.set(file, (verdicts.get(file) ?? new Set()).add(rule));
  return verdicts;
}

function compare(expected: readonly Violation[], found: Verdicts): string[] {
  const known = new Map(expected.map(({ file, rule }) => [file, rule]));
  const wrong = expected.flatMap(({ file, rule }) => {
    const said = [...(found.get(file) ?? [])].join(', ') || 'nothing';
    return said === rule ? [] : [`${file}: expected ${rule}, but ${said} spoke`];
  });
  const strays = [...found]
    .filter(([file]) => !known.has(file))
    .map(([file, rules]) => `${file}: ${[...rules].join(', ')}`);
  return [...wrong, ...strays];
}
