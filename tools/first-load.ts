/**
 * Prints the first load of every page, gzipped: the entry, the page's own code and all their imports. Fails when the
 * public home page exceeds its limit. Needs a build: `node tools/build-web.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
}

/** JavaScript limit of the public home page, gzipped, in bytes (kB = 1000). */
const HOME_LIMIT = 135_000;
const HOME = /features\/site\/pages\/web\/public\/home-page\.tsx$/;
const ENTRY = 'index.html';
/** The frame of each area's pages. */
const SHELLS: Readonly<Record<string, string>> = {
  public: 'shells/public-shell.tsx',
  customer: 'shells/customer-shell.tsx',
  cleaner: 'shells/cleaner-shell.tsx',
  admin: 'shells/office-shell.tsx',
};

const dist = join(import.meta.dirname, '../dist/web');
const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const pages = Object.entries(chunks).filter(([, { isDynamicEntry, src }]) => isDynamicEntry && src);
const loads = pages.map(([key, { src = '' }]) => ({
  page: src.replace(/^(\.\.\/)+/, ''),
  ...firstLoad(key),
}));
loads.sort((a, b) => a.script - b.script);
console.log('  JavaScript        CSS   first load of (gzipped)');
for (const { page, script, style } of loads) console.log(`${kB(script)}  ${kB(style)}   ${page}`);

const home = loads.find(({ page }) => HOME.test(page));
if (!home) fail('The public home is not among the pages.');
else if (home.script > HOME_LIMIT)
  fail(`The public home loads${kB(home.script)} of JavaScript; its limit is${kB(HOME_LIMIT)}.`);

function firstLoad(page: string): { script: number; style: number } {
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    for (const imported of chunks[key]?.imports ?? []) add(imported);
  };
  for (const part of [ENTRY, SHELLS[/\/web\/(\w+)\//.exec(page)?.[1] ?? ''] ?? ENTRY, page]) add(part);
  const all = [...needed].flatMap((key) => chunks[key] ?? []);
  const styles = new Set(all.flatMap(({ css }) => css ?? []));
  return { script: sum(all.map(({ file }) => file)), style: sum([...styles]) };
}

function sum(files: readonly string[]): number {
  return files.reduce(
    (total, file) => total + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  );
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
