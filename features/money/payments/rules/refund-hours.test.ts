import { describe, expect, test } from 'vitest';
import { hoursForMoney } from './refund-hours.ts';

describe('hours in place of refunded money', () => {
  test.each([
    [8100, 3],
    [8101, 3.5],
    [9000, 3.5],
    [1350, 0.5],
    [1, 0.5],
  ])('%i cents are %f hours', (cents, hours) => expect(hoursForMoney(cents)).toBe(hours));
});
