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

/** Compatible with Apache-2.0 as we use them: unchanged, as packages of their own. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
];
/** Packages whose licence is in a file instead of package.json, with what the file says. */
const SAID_IN_A_FILE: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

test('every installed package has a licence that we accept', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string }>;
  };
  const refused = Object.entries(packages).flatMap(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const words = (license ?? SAID_IN_A_FILE[name] ?? 'none').match(/[\w.-]+/g) ?? [];
    const unknown = words.filter((word) => !LICENCES.includes(word) && word !== 'AND' && word !== 'OR');
    return path === '' || unknown.length === 0 ? [] : [`${name}: ${license}`];
  });
  expect(refused).toEqual([]);
});
