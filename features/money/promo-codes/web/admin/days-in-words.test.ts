import { expect, test } from 'vitest';
import { daysInWords } from './days-in-words.ts';

test.each([
  [null, null, 'Any day'],
  ['2026-11-23', null, 'From 23 Nov 2026'],
  [null, '2026-12-31', 'Until 31 Dec 2026'],
  ['2026-11-23', '2026-12-31', '23 Nov to 31 Dec 2026'],
  ['2026-12-01', '2027-01-05', '1 Dec 2026 to 5 Jan 2027'],
  ['2026-11-23', '2026-11-23', '23 Nov 2026'],
])('from %s until %s: %s', (startDate, endDate, words) => {
  expect(daysInWords({ startDate, endDate })).toBe(words);
});
