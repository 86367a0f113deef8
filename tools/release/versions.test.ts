import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  COMPOSE_FILES,
  releaseChangelog,
  releaseNotes,
  VERSIONED,
  versionProblem,
  versionsIn,
  withVersion,
} from './versions.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const [version = ''] = versionsIn('package.json', read('package.json'));

test.each(Object.keys(VERSIONED))('%s names the version of package.json', (file) => {
  const found = versionsIn(file, read(file));
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found)).toEqual(new Set([version]));
});

test('the changelog and the API of the version are there', () => {
  expect(releaseNotes(read('CHANGELOG.md'), version)).toMatch(/\w/);
  expect(globSync('docs/releases/*/openapi.json', { cwd: root })).toContain(
    `docs/releases/${version}/openapi.json`,
  );
});

test('no other file names an image or a package of Kemas with a version', () => {
  const files = globSync(['*.{md,yaml,yml}', '{docs,ops}/**/*.{md,yaml,yml}'], { cwd: root });
  const others = files.filter(
    (file) => !(file in VERSIONED) && /\/kemas\}?:\d|kemas[@-]\d+\.\d+\.\d/.test(read(file)),
  );
  expect(others).toEqual([]);
});

test('the archive for compose has what compose.yaml mounts and reads', () => {
  const mounted = [...read('compose.yaml').matchAll(/- \.\/(\S+?):/g)].map(([, file = '']) => file);
  expect(mounted.length).toBeGreaterThan(0);
  expect(COMPOSE_FILES).toEqual(expect.arrayContaining(mounted));
});

test.each(Object.keys(VERSIONED))('a release changes the version in %s and nothing else', (file) => {
  const changed = withVersion(file, read(file), '9.8.7');
  expect(new Set(versionsIn(file, changed))).toEqual(new Set(['9.8.7']));
  expect(withVersion(file, changed, version)).toBe(read(file));
});

describe('the changelog', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-11-29)\n\n- First.\n';

  it('gets a heading for the release, below a new, empty one', () => {
    const released = releaseChangelog(text, '0.2.0', '2027-01-05');
    expect(released).toBe(text.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2027-01-05)\n'));
    expect(releaseNotes(released, '0.2.0')).toBe('- New.');
    expect(releaseNotes(released, '0.1.0')).toBe('- First.');
  });

  it('of a version that has its heading gets the date', () => {
    const first = '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n';
    expect(releaseChangelog(first, '0.1.0', '2026-11-29')).toContain('\n## 0.1.0 (2026-11-29)\n\n- First.');
  });

  it.each([
    ['nothing is written down', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n', '0.2.0'],
    ['there are changes above its own heading', text, '0.1.0'],
    ['it has no heading', '# Changelog\n', '0.1.0'],
  ])('is refused if %s', (_why, changelog, of) => {
    expect(() => releaseChangelog(changelog, of, '2027-01-05')).toThrow(/CHANGELOG/);
  });
});

test.each([
  ['0.2.0', '0.1.0', false, null],
  ['0.1.0', '0.1.0', false, null],
  ['0.10.0', '0.9.0', false, null],
  ['0.1.0', '0.1.0', true, 'v0.1.0 exists already.'],
  ['0.0.9', '0.1.0', false, '0.0.9 is older than 0.1.0.'],
  ['1', '0.1.0', false, '1 is no version like 0.2.0.'],
  ['v0.2.0', '0.1.0', false, 'v0.2.0 is no version like 0.2.0.'],
  ['0.2.0-rc.1', '0.1.0', false, '0.2.0-rc.1 is no version like 0.2.0.'],
])('version %s after %s (tagged: %s): %s', (next, current, isTagged, problem) => {
  expect(versionProblem(next, current, isTagged)).toBe(problem);
});
