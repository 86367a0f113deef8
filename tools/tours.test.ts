import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { lazyAreas } from '#apps/web/routes/table.ts';

const root = join(import.meta.dirname, '..');
const tours = ['README.md', ...globSync('docs/tours/*.md', { cwd: root })].map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

const pictures = tours.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:src="|\]\()([^")]+\.webp)/g)].map(([, picture = '']) =>
    normalize(join(dirname(file), picture)),
  ),
);

test('every address in the tours is a page', async () => {
  const lazy = await Promise.all(Object.values(lazyAreas).map((open) => open()));
  const pages = [...openAreas, ...lazy].flatMap((area) => area.pages.flatMap(({ paths }) => [...paths]));
  const addresses = tours
    .filter(({ file }) => file.startsWith('docs/tours'))
    .flatMap(({ text }) => [...text.matchAll(/`(\/[^`]*)`/g)].map(([, address = '']) => address));
  expect(addresses.length).toBeGreaterThan(40);
  expect(addresses.filter((address) => !pages.some((page) => matchPath(page, address)))).toEqual([]);
});

test('every picture exists', () => {
  expect(pictures.length).toBeGreaterThan(10);
  expect(pictures.filter((picture) => !existsSync(join(root, picture)))).toEqual([]);
});

test('every picture is shown', () => {
  const taken = readdirSync(join(root, 'docs/screenshots')).map((name) => `docs/screenshots/${name}`);
  expect(taken.filter((picture) => !pictures.includes(picture))).toEqual([]);
});
