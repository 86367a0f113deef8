import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { DRAWINGS, drawingUrl } from './drawings.ts';

const FOLDER = join(import.meta.dirname, '../../../../apps/web/public/drawings');

it('lists exactly the illustrations shipped with the site, except scenes', () => {
  const files = globSync('*.svg', { cwd: FOLDER }).map((file) => basename(file, '.svg'));
  const scenes = files.filter((name) => /^(before|after|hero)-/.test(name));
  expect(files.filter((name) => !scenes.includes(name)).sort()).toEqual([...DRAWINGS]);
  const pairs = scenes.filter((name) => !name.startsWith('hero-'));
  expect(pairs.length % 2).toBe(0);
});

it('returns null for an unknown name', () => {
  expect(drawingUrl('mop')).toBe('/drawings/mop.svg');
  expect([drawingUrl(''), drawingUrl('../mop'), drawingUrl('unicorn')]).toEqual([null, null, null]);
});
