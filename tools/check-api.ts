/**
 * Compares the API with that of the last release, docs/releases/<version>/openapi.json, and fails for changes that break
 * clients unless CHANGELOG.md announces them: under "Unreleased", in a section "### Breaking", with the call's method and
 * path. `--write` writes the file for the version of package.json, as long as that is not tagged.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openApiDocument } from '#platform/server/operations/openapi.ts';
import { type ApiDocument, breakingChanges } from './api/breaking-changes.ts';
import { registeredCalls } from './client/build.ts';

const PROSE = new Set(['description', 'summary', 'title', 'operationId']);
const root = join(import.meta.dirname, '..');
const document = openApiDocument(registeredCalls()) as unknown as ApiDocument;

if (process.argv.includes('--write')) write();
else check();

function check(): void {
  const version = lastRelease();
  if (version === undefined) return;
  const before = JSON.parse(readFileSync(fileOf(version), 'utf8')) as ApiDocument;
  const announced = announcedBreaks(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const found = breakingChanges(before, document).filter(({ call }) => !announced.includes(call));
  for (const { call, change } of found) console.log(`${call}: ${change}`);
  if (found.length === 0) return;
  console.log(
    `\nThese changes break clients of ${version}. Make them additions, or name the calls in CHANGELOG.md, Unreleased, ### Breaking.` +
      `\nWhile ${version} has no tag: node tools/check-api.ts --write`,
  );
  process.exitCode = 1;
}

/** One call a line, so that a change of the API can be read in the diff. */
function write(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  if (isTagged(version)) throw new Error(`v${version} is tagged: its API does not change any more.`);
  const paths = Object.entries(document.paths).map(([path, calls]) => {
    const lines = Object.entries(calls).map(
      ([method, call]) => `  ${JSON.stringify(method)}: ${JSON.stringify(call, withoutProse)}`,
    );
    return ` ${JSON.stringify(path)}: {\n${lines.join(',\n')}\n }`;
  });
  mkdirSync(dirname(fileOf(version)), { recursive: true });
  writeFileSync(fileOf(version), `{"paths": {\n${paths.join(',\n')}\n}}\n`);
  console.log(`docs/releases/${version}/openapi.json has ${paths.length} paths.`);
}

/** A field may have one of these names too: then its value is a schema. */
function withoutProse(name: string, value: unknown): unknown {
  return PROSE.has(name) && typeof value === 'string' ? undefined : value;
}

function fileOf(version: string): string {
  return join(root, 'docs/releases', version, 'openapi.json');
}

function lastRelease(): string | undefined {
  const versions = globSync('docs/releases/*/openapi.json', { cwd: root }).map((file) =>
    basename(dirname(file)),
  );
  return versions.toSorted(new Intl.Collator('en', { numeric: true }).compare).at(-1);
}

function isTagged(version: string): boolean {
  return execFileSync('git', ['tag', '--list', `v${version}`], { cwd: root, encoding: 'utf8' }).trim() !== '';
}

function announcedBreaks(changelog: string): string {
  return sectionOf(sectionOf(changelog, '## Unreleased', '## '), '### Breaking', '### ');
}

/** The lines under a heading, up to the next one of its level. */
function sectionOf(text: string, heading: string, level: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 1;
  if (start === 0) return '';
  const length = lines.slice(start).findIndex((line) => line.startsWith(level));
  return lines.slice(start, length === -1 ? undefined : start + length).join('\n');
}
