import { expect, test } from 'vitest';
import type { SoftRule } from '../rules/diary.ts';
import { noMatchMessage } from './not-free-message.ts';

const CASES: readonly [readonly SoftRule[], string, string][] = [
  [['gender'], 'female', 'No one who matches is free: the home wants a woman.'],
  [['gender', 'pets'], 'male', 'No one who matches is free: the home wants a man and has pets.'],
  [['region'], '', 'No one who matches is free: the home is in another region.'],
  [['language'], '', 'No one who matches is free: the home wants Mandarin.'],
];

test.each(CASES)('says which wishes those who are free do not meet: %j', (rules, gender, text) => {
  expect(noMatchMessage(rules, { gender, language: 'Mandarin' })).toBe(text);
});
