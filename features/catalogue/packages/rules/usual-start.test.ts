import { expect, test } from 'vitest';
import { usualStartOf } from './usual-start.ts';

test.each([
  ['09:00', '09:00'],
  ['9:00', '09:00'],
  ['14.30', '14:30'],
  ['9 am', '09:00'],
  ['2:30 pm', '14:30'],
  ['12 pm', '12:00'],
  ['12:15 AM', '00:15'],
  [' 10:00 ', '10:00'],
  ['', null],
  ['in the morning', null],
  ['24:00', null],
  ['13 pm', null],
  ['9:75', null],
])('%j is %j', (startTime, expected) => {
  expect(usualStartOf({ startTime })).toBe(expected);
});
