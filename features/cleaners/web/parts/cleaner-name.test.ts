import { expect, test } from 'vitest';
import { initialsOf } from './cleaner-name.ts';

test.each([
  ['Siti', 'Rahmah', 'SR'],
  ['秀华', '林', '秀'],
  ['😀Mei', 'lim', '😀L'],
  ['Madonna', '', 'M'],
])('%j %j has the initials %j', (firstname, lastname, initials) => {
  expect(initialsOf({ firstname, lastname })).toBe(initials);
});
