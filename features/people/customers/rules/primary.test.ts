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
  ['the one that was', [address('a'), address('b', { isPrimary: true })], undefined, 'b'],
  ['the one that asks', [address('a'), address('b', { isPrimary: true })], 'a', 'a'],
  [
    'the oldest left when the primary goes',
    [address('a', { isTrashed: true, isPrimary: true }), address('b'), address('c')],
    undefined,
    'b',
  ],
  ['nobody when all are in the trash', [address('a', { isTrashed: true })], undefined, null],
  ['not one in the trash that asks', [address('a', { isTrashed: true }), address('b')], 'a', 'b'],
])('makes primary %s', (_name, addresses, asking, expected) => {
  expect(choosePrimary(addresses, asking)).toBe(expected);
});
