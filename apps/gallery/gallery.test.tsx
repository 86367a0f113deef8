// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Gallery } from './gallery.tsx';

const root = join(import.meta.dirname, '../..');

/** Parts of other components, and components that need a page of photos or a form around them. */
const NOT_SHOWN = ['LinkAs', 'PersonPhoto'];

test('every component of the design system is in the gallery', () => {
  const design = globSync('platform/web/design/{parts,tiles,booking}/*.tsx', { cwd: root });
  const components = design
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)])
    .map(([, name]) => name ?? '');
  const gallery = globSync('apps/gallery/**/*.tsx', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const isShown = (name: string) => new RegExp(`<${name}\\b`).test(gallery);
  const missing = components.filter((name) => !isShown(name) && !NOT_SHOWN.includes(name));
  expect(components.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test('shows each component with its name and its use', () => {
  render(<Gallery />);
  const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(names).toContain('Button');
  expect(names).toContain('FormInput');
});
