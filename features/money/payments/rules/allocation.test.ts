import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';

const shares = (...cents: number[]) => cents.map((each, i) => ({ jobID: `job ${i}`, cents: each }));
const centsOf = (total: number, ...of: number[]) => allocate(total, shares(...of)).map(({ cents }) => cents);

describe('allocating an amount to jobs', () => {
  it.each<[number, number[], number[]]>([
    [9000, [9000], [9000]],
    [27_000, [9000, 9000, 9000], [9000, 9000, 9000]],
    [24_600, [9000, 6600, 9000], [9000, 6600, 9000]],
    [100, [1, 1, 1], [33, 34, 33]],
    [-100, [1, 1, 1], [-33, -34, -33]],
    [0, [9000, 9000], [0, 0]],
    [0, [0, 0], [0, 0]],
    [49, [0, 0], [49, 0]],
    [5000, [9000, 0], [5000, 0]],
  ])('%i over %j is %j', (total, of, parts) => {
    expect(centsOf(total, ...of)).toEqual(parts);
  });

  it('loses no cent, and gives each job its own share if the shares add up', () => {
    const costs = fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 52 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), costs, (total, of) => {
        expect(centsOf(total, ...of).reduce((sum, cents) => sum + cents, 0)).toBe(total);
        const whole = of.reduce((sum, cents) => sum + cents, 0);
        expect(centsOf(whole, ...of)).toEqual(of);
        expect(centsOf(-whole, ...of).map((cents) => 0 - cents)).toEqual(of);
      }),
    );
  });
});
