import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  [['Rachel Ong'], 'RO'],
  [['Siti Nur Wahid'], 'SW'],
  [['Siti', 'Rahmah'], 'SR'],
  [['林秀华'], '林'],
  [['秀华', '林'], '秀'],
  [['😀Mei', 'lim'], '😀L'],
  [['  madonna '], 'MA'],
  [['O'], 'O'],
  [['Madonna', ''], 'MA'],
  [['Mei', null], 'ME'],
  [[''], ''],
  [[null], ''],
])('%j have the initials %j', (names, initials) => {
  expect(initialsOf(...names)).toBe(initials);
});
