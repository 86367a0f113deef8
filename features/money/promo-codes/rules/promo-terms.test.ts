import { describe, expect, it } from 'vitest';
import { type JudgedChange, type JudgedTerms, wrongChange, wrongTerms } from './promo-terms.ts';

const tenPercent: JudgedTerms = { type: 'percent', amount: 10, startDate: null, endDate: null };
const fields = (errors: readonly { path: string }[]) => errors.map(({ path }) => path);

describe('consistency of the terms of a code', () => {
  it.each<[string, Partial<JudgedTerms>, string[]]>([
    ['1 percent', { amount: 1 }, []],
    ['100 percent', { amount: 100 }, []],
    ['101 percent', { amount: 101 }, ['amount']],
    ['half a percent', { amount: 0.5 }, ['amount']],
    ['S$20', { type: 'amount', amount: 2000 }, []],
    ['a fraction of a cent', { type: 'amount', amount: 0.5 }, ['amount']],
    ['half an hour', { type: 'hours', amount: 0.5 }, []],
    ['a quarter of an hour', { type: 'hours', amount: 0.25 }, ['amount']],
    ['too many hours', { type: 'hours', amount: 1000.5 }, ['amount']],
    ['one day', { startDate: '2026-11-23', endDate: '2026-11-23' }, []],
    ['an end before the start', { startDate: '2026-11-23', endDate: '2026-11-22' }, ['endDate']],
    ['an end alone', { endDate: '2026-11-22' }, []],
  ])('%s', (_name, terms, expected) => {
    expect(fields(wrongTerms({ ...tenPercent, ...terms }))).toEqual(expected);
  });
});

describe('changing a code', () => {
  const before: JudgedTerms = { ...tenPercent, startDate: '2026-11-10' };
  it.each<[string, JudgedChange, string[]]>([
    ['nothing', {}, []],
    ['another amount', { amount: 15 }, []],
    ['an amount that does not suit the type', { amount: 15.5 }, ['amount']],
    ['another type without its amount: 10 percent are not 10 cents', { type: 'amount' }, ['amount']],
    ['the same type again', { type: 'percent' }, []],
    ['another type with its amount', { type: 'hours', amount: 1.5 }, []],
    ['an end before the unchanged start', { endDate: '2026-11-09' }, ['endDate']],
    ['an end before a removed start', { startDate: null, endDate: '2026-11-09' }, []],
    ['removed limits', { totalAllocation: null, maxPerCustomer: null }, []],
    ['limits equal to the live uses', { totalAllocation: 5, maxPerCustomer: 2 }, []],
    ['fewer than the live uses', { totalAllocation: 4 }, ['totalAllocation']],
    ['fewer per customer than one has used', { maxPerCustomer: 1 }, ['maxPerCustomer']],
  ])('%s', (_name, change, expected) => {
    expect(fields(wrongChange(before, change, { byAll: 5, byOne: 2 }))).toEqual(expected);
  });
});
