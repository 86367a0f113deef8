import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

test('docs/dependencies.md describes every runtime dependency', () => {
  const words = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  // `@mantine/core, dates, hooks` names three: the scope is written once.
  const missing = Object.keys(dependencies).filter((name) => !words.includes(name.split('/').at(-1) ?? name));
  expect(missing).toEqual([]);
});

test('every version is pinned', () => {
  const loose = Object.entries(dependencies).filter(([, version]) => !/^\d/.test(version));
  expect(loose).toEqual([]);
});
