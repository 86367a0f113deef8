import { expect, test } from 'vitest';
import type { CoverChoice } from '../../contract.ts';
import { coverWords } from './cover-form.tsx';

const id = '01900000-0000-7000-8000-000000000001';
const replace: CoverChoice = { kind: 'replace', cleanerID: id };
const swap: CoverChoice = { kind: 'swap', cleanerID: id, otherJobID: id, otherCleanerID: id };

test.each<[readonly CoverChoice[], string]>([
  [[replace, swap, { kind: 'ask' }], 'Cover 2, ask 1'],
  [[{ kind: 'move', startTime: '2026-11-27T09:00:00+08:00' }, { kind: 'cancel' }], 'Move 1, cancel 1'],
  [[], ''],
])('says what it would do: %j', (choices, words) => {
  expect(coverWords(choices)).toBe(words);
});
