import { expect, test } from 'vitest';
import { unitNumber } from './unit-number.ts';

test.each([
  ['08-112', '#08-112'],
  ['#08-112', '#08-112'],
  ['# 08 - 112', '#08-112'],
  ['B1-02', '#B1-02'],
  ['b1-02', '#B1-02'],
  ['12-07a', '#12-07A'],
  ['', ''],
  ['Unit 4', 'Unit 4'],
  ['the house behind', 'the house behind'],
  ['2024-11-25', '2024-11-25'],
  ['#08-112 and 113', '#08-112 and 113'],
])('a unit written as %j is stored as %j', (written, stored) => {
  expect(unitNumber(written)).toBe(stored);
});
