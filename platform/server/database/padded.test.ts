import { expect, test } from 'vitest';
import { padded } from './padded.ts';

test.each([
  ['', ''],
  ['a', 'a'],
  ['ab', 'ab'],
  ['abc', 'abcc'],
  ['abcd', 'abcd'],
  ['abcde', 'abcdeeee'],
])('%j is padded to %j', (values, expected) => {
  expect(padded([...values]).join('')).toBe(expected);
});
