import { expect, test } from 'vitest';
import { readDayText, showDay } from './day-text.ts';

const TODAY = '2026-11-22';

test.each([
  ['25/12/2026', '2026-12-25'],
  ['5/1/2027', '2027-01-05'],
  ['05.01.27', '2027-01-05'],
  ['25-12-2026', '2026-12-25'],
  ['25 Dec 2026', '2026-12-25'],
  ['25 december, 2026', '2026-12-25'],
  ['2026-12-25', '2026-12-25'],
  ['2026年12月5日', '2026-12-05'],
  [' 22/11 ', '2026-11-22'],
  ['21/11', '2027-11-21'],
  ['29 Feb 2028', '2028-02-29'],
])('%s is %s', (text, day) => {
  expect(readDayText(text, TODAY)).toBe(day);
});

test.each([
  '',
  '31/2/2027',
  '29/2/2027',
  '12/25/2026',
  '0/1/2027',
  'Christmas',
  '25 foo 2026',
  '2026',
  '1/1/1/1',
])('%j is not a day', (text) => {
  expect(readDayText(text, TODAY)).toBeNull();
});

test("shows a day in Singapore's format, and invalid text as typed", () => {
  expect(showDay('2026-12-05')).toBe('05/12/2026');
  expect(showDay('Christmas')).toBe('Christmas');
});
