import { expect, test } from 'vitest';
import { travelFactor } from './travel-calibration.ts';

/** Arrives late, so came straight. */
const trip = (minutes: number, estimate = 40) => ({ left: 0, arrived: minutes, due: minutes - 1, estimate });
const many = (count: number, minutes: number) => Array.from({ length: count }, () => trip(minutes));

test.each([
  ['no trips', [], 1],
  ['as estimated', many(30, 40), 1],
  ['half of what was observed, with as many trips as are needed to be trusted by half', many(30, 60), 1.25],
  ['nearly all of it with very many', many(2970, 50), 1.2475],
  ['one odd trip changes next to nothing', many(1, 80), 1 + 1 / 31],
  ['never more than 1.5', many(2000, 140), 1.5],
  ['never less than 0.7', many(2000, 12), 0.7],
  ['the median, not the mean', [...many(16, 40), ...many(15, 140)], 1],
])('%s', (_, trips, factor) => {
  expect(travelFactor(trips)).toBeCloseTo(factor, 4);
});

test.each([
  ['waited for the time', { left: 0, arrived: 90, due: 92, estimate: 40 }],
  ['had lunch', { left: 0, arrived: 200, due: 190, estimate: 40 }],
  ['clocked out after clocking in', { left: 30, arrived: 10, due: 5, estimate: 40 }],
  ['went next door', { left: 0, arrived: 30, due: 29, estimate: 5 }],
])('ignores a cleaner who %s', (_, one) => {
  expect(travelFactor(Array.from({ length: 500 }, () => one))).toBe(1);
});
