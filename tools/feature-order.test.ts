import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { features as composed } from '#apps/api/features.ts';
import { FEATURES } from '#features/order.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const GROUPS = Map.groupBy(FEATURES, (path) => path.split('/')[0] ?? '');
const namesOf = (group: string) => (GROUPS.get(group) ?? []).map((path) => path.slice(group.length + 1));
const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('the order lists every folder of features/', () => {
  expect(foldersIn('features').sort()).toEqual([...GROUPS.keys()].sort());
  for (const group of GROUPS.keys())
    expect(foldersIn(`features/${group}`).sort()).toEqual(namesOf(group).sort());
});

test.each([...GROUPS.keys()])('the README of %s lists its features in that order', (group) => {
  const listed = [...read(`features/${group}/README.md`).matchAll(/^- \[([\w-]+)\]/gm)];
  expect(listed.map(([, name]) => name)).toEqual(namesOf(group));
});

test('ARCHITECTURE.md lists the groups and features in that order', () => {
  const listed = [...read('ARCHITECTURE.md').matchAll(/^ {4}(\w+) {2,}([\w-]+(?:, [\w-]+)*)$/gm)]
    .filter(([, group = '']) => GROUPS.has(group))
    .map(([, group, names = '']) => [group, names.split(', ')]);
  expect(listed).toEqual([...GROUPS.keys()].map((group) => [group, namesOf(group)]));
});

test('the server composes its features in that order', () => {
  const names = FEATURES.map((path) => path.split('/')[1]);
  expect(composed.map(({ name }) => name)).toEqual(
    names.filter((name) => composed.some((one) => one.name === name)),
  );
});
