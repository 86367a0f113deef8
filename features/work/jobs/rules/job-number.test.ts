import { expect, test } from 'vitest';
import { jobNumberIn } from './job-number.ts';

test.each([
  ['2496', 2496],
  ['#2496', 2496],
  ['# 2496', 2496],
  [' Job 2496 ', 2496],
  ['job #7', 7],
  ['２４９６', 2496],
  ['999999999', 999_999_999],
  ['9999999999', null],
  ['0', null],
  ['02496', null],
  ['2496a', null],
  ['24 96', null],
  ['-7', null],
  ['2.5', null],
  ['1e3', null],
  ['', null],
  [undefined, null],
])('%s is the number %s', (q, number) => {
  expect(jobNumberIn(q)).toBe(number);
});
