import { expect, it } from 'vitest';
import { stateAfterReply } from './states.ts';

it.each([
  ['new', 'answered'],
  ['answering', 'answered'],
  ['answered', 'answered'],
  ['closed', 'closed'],
] as const)('a request that was %s is %s after a reply', (before, after) => {
  expect(stateAfterReply(before)).toBe(after);
});
