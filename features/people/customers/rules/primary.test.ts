import { expect, it } from 'vitest';
import { choosePrimary } from './primary.ts';

const address = (id: string, more: { isPrimary?: boolean; isTrashed?: boolean } = {}) => ({
  id,
  isPrimary: false,
  isTrashed: false,
  ...more,
});

it.each([
  ['nobody when there is none', [], undefined, null],
  ['the first one', [address('a')], undefined, 'a'],
  ['the current one', [address('a'), address('b', { isPrimary: true })], undefined, 'b'],
  ['the requested one', [address('a'), address('b', { isPrimary: true })], 'a', 'a'],
  [
    'the oldest remaining one when the primary is trashed',
    [address('a', { isTrashed: true, isPrimary: true }), address('b'), address('c')],
    undefined,
    'b',
  ],
  ['nobody when all are in the trash', [address('a', { isTrashed: true })], undefined, null],
  ['not a requested one in the trash', [address('a', { isTrashed: true }), address('b')], 'a', 'b'],
])('makes primary %s', (_name, addresses, asking, expected) => {
  expect(choosePrimary(addresses, asking)).toBe(expected);
});
