import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/asvs.md has each requirement of OWASP ASVS 5.0.0, levels 1 and 2, once, with a state and files that exist. */

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, item, , state, how] = /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    return item === undefined || state === undefined || how === undefined ? [] : [{ item, state, how }];
  });

/** Levels 1 and 2 by chapter, counted in OWASP's text: github.com/OWASP/ASVS, tag v5.0.0_release. */
const COUNTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every requirement is there once', () => {
  expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length);
  const counts = COUNTS.map(
    (_, chapter) => rows.filter(({ item }) => item.startsWith(`${chapter + 1}.`)).length,
  );
  expect(counts).toEqual(COUNTS);
});

test('every requirement has a state, and a reason where it is not met', () => {
  const wrong = rows.filter(
    ({ state, how }) => !['met', 'operator', 'differs', 'open', 'n/a'].includes(state) || how.length < 3,
  );
  expect(wrong).toEqual([]);
});

test('every file that is named exists', () => {
  const files = rows.flatMap(({ how }) => [
    ...how.matchAll(/`([\w./-]+\.(?:ts|tsx|md|yaml|json)|Dockerfile)`/g),
  ]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
