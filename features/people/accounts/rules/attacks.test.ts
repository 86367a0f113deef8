import { expect, it } from 'vitest';
import { isUnderAttack } from './attacks.ts';

it.each([
  [0, 0, false],
  [4, 1, false],
  [9, 2, false],
  [10, 2, true],
  [0, 7, false],
  [0, 8, true],
])('%i wrong tries and %i unused codes in a day: %s', (wrongTries, unusedCodes, attacked) => {
  expect(isUnderAttack({ wrongTries, unusedCodes })).toBe(attacked);
});
