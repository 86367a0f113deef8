import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/security.md names the tests of each known attack. A test that is renamed or removed has to be named anew there. */

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, tests] = /^\| ([A-Z]\d+) \| .* \| (`.+) \|$/.exec(line) ?? [];
    return id === undefined || tests === undefined ? [] : [{ id, tests: tests.split('<br>') }];
  });

/** How many attacks of each kind are known. */
const KNOWN = { B: 10, F: 9, P: 7, A: 9, M: 15, R: 6, X: 4, C: 2, I: 1, U: 1 };

test('every known attack has tests', () => {
  const ids = Object.entries(KNOWN).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => `${kind}${index + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test.each(rows.flatMap(({ id, tests }) => tests.map((one) => [id, one] as const)))(
  '%s: %s exists',
  (_id, one) => {
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(one) ?? [];
    expect(file).not.toBe('');
    expect(existsSync(join(root, file)), file).toBe(true);
    const source = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
    const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);
    expect(
      quoted.some((text) => source.includes(text)),
      title,
    ).toBe(true);
  },
);
