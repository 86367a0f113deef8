import { expect, it } from 'vitest';
import { looksLikePumping } from './pumping.ts';

it.each([
  [{ sent: 19, used: 0 }, false],
  [{ sent: 20, used: 3 }, true],
  [{ sent: 20, used: 4 }, false],
  [{ sent: 500, used: 99 }, true],
])('of %j: %s', (of, expected) => {
  expect(looksLikePumping(of)).toBe(expected);
});
