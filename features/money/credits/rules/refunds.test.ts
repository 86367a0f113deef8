import { describe, expect, test } from 'vitest';
import { hoursToTakeBack } from './refunds.ts';

/** Hours left, their cost, cents to refund → hours taken, cost taken, cents of it kept as income. */
const cases: readonly [string, number, number, number, readonly number[] | null][] = [
  ['an unused pack', 24, 60_000, 60_000, [24, 60_000, 0]],
  ['the rest of a pack', 17, 42_500, 42_500, [17, 42_500, 0]],
  ['a part, to the hour', 24, 60_000, 10_000, [4, 10_000, 0]],
  ['a part that is not a multiple of half an hour', 24, 60_000, 9000, [4, 9000, 0]],
  ['a discounted pack, at the price paid', 24, 54_000, 22_500, [10, 22_500, 0]],
  ['a part of the last half hour', 0.5, 1250, 1000, [0.5, 1250, 250]],
  ['more than the remaining hours are worth', 2, 5000, 5001, null],
  ['a used-up pack', 0, 0, 100, null],
];

describe('refunding a package of hours', () => {
  test.each(cases)('%s', (...row) => {
    const [, remaining, costLeft, refunded, expected] = row;
    const taken = hoursToTakeBack({ remaining, costLeft }, refunded);
    expect(taken && [taken.hours, taken.cost, taken.earned]).toEqual(expected);
  });
});
