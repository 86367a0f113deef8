import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

const styles = globSync('{apps,features,platform}/**/*.css', { cwd: ROOT });
const components = globSync('{apps,features,platform}/**/*.tsx', { cwd: ROOT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: read(path) }));

/** The class names of a style sheet. */
function classesOf(css: string): Set<string> {
  const selectors = withoutComments(css).replace(/@(import|layer)[^;{]*|"[^"]*"/g, '');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''));
}

/** Every `k-…` class written in a component. */
const written = new Set(
  components.flatMap(({ text }) =>
    [...text.matchAll(/(?<=["'`\s])k-[a-z0-9-]+(?=["'`\s])/g)].map(([name]) => name),
  ),
);

it('every class of layout.css is used by a component', () => {
  const unused = [...classesOf(read('platform/web/design/layout.css'))].filter((name) => !written.has(name));
  expect(unused).toEqual([]);
});

it('every k-… class of a component exists', () => {
  const known = new Set(
    styles.filter((path) => !path.endsWith('.module.css')).flatMap((path) => [...classesOf(read(path))]),
  );
  expect(written.size).toBeGreaterThan(50);
  expect([...written].filter((name) => !known.has(name))).toEqual([]);
});

/** The classes that components take from a module; all of its own if one takes them by a computed name. */
function takenFrom(module: string): string[] {
  return components.flatMap(({ path, text }) => {
    const importOf = new RegExp(`import (\\w+) from '([^']*${basename(module).replaceAll('.', '\\.')})'`);
    const [, name, from = ''] = importOf.exec(text) ?? [];
    const target = from.startsWith('#') ? from.slice(1) : normalize(join(dirname(path), from));
    if (name === undefined || target !== module) return [];
    const code = text.replace(/(from|import) '[^'\n]*'/g, '');
    if (code.includes(`${name}[`)) return [...classesOf(read(module))];
    return [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one ?? '');
  });
}

it('every class of a module is used, and every class a component takes from a module exists', () => {
  const modules = styles.filter((path) => path.endsWith('.module.css'));
  const wrong = modules.flatMap((path) => {
    const own = classesOf(read(path).replace(/:global\((?:[^()]|\([^()]*\))*\)/g, ''));
    const taken = new Set(takenFrom(path));
    return [
      ...[...own.difference(taken)].map((name) => `${path}: .${name} is unused`),
      ...[...taken.difference(own)].map((name) => `${path}: .${name} does not exist`),
    ];
  });
  expect(modules.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});
