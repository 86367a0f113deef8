import { expect, test } from 'vitest';
import { askBeforeFinish } from './finishing.ts';

test.each([
  ['all done, at the end', 0, 0, null],
  ['all done, 15 minutes early', 15, 0, null],
  ['all done, 16 minutes early', 16, 0, { minutesEarly: 16, openLines: 0 }],
  ['a minute after the start of four hours', 239, 12, { minutesEarly: 239, openLines: 12 }],
  ['at the end with a line open', 0, 1, { minutesEarly: 0, openLines: 1 }],
  ['long after the end with a line open', -90, 1, { minutesEarly: 0, openLines: 1 }],
  ['long after the end', -90, 0, null],
])('%s', (_why, minutesLeft, openLines, expected) => {
  expect(askBeforeFinish({ minutesLeft, openLines })).toEqual(expected);
});
