import { describe, expect, it } from 'vitest';
import { changesSignIn } from './sign-in-changes.ts';

const MINA = { identity: 'mina', email: 'mina@kemas.example' };

describe('changesSignIn', () => {
  it.each([
    [false, {}],
    [false, { identity: 'mina', email: 'mina@kemas.example' }],
    [true, { identity: 'mei' }],
    [true, { email: 'mei@kemas.example' }],
    [true, { email: '' }],
    [true, { password: 'teh tarik panas dua' }],
  ])('is %s for %j', (expected, changes) => {
    expect(changesSignIn(MINA, changes)).toBe(expected);
  });
});
