import { expect, it } from 'vitest';
import { fullnameOf } from '#platform/kernel/names.ts';
import { splitName } from './split-name.ts';

it.each([
  ['Siti Nurhaliza', 'Siti', 'Nurhaliza'],
  ['Kavitha d/o Raman', 'Kavitha', 'd/o Raman'],
  ['Lim Siew Hua', 'Siew Hua', 'Lim'],
  ['Mei', 'Mei', ''],
  ['  Maria   Santos ', 'Maria', 'Santos'],
])('%s is called %s', (name, firstname, lastname) => {
  const split = splitName(name);
  expect(split).toMatchObject({ firstname, lastname });
  expect(fullnameOf(split)).toBe(name.trim().replace(/\s+/g, ' '));
});
