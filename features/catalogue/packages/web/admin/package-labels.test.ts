// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { computeTerms } from '../../rules/complete-package.ts';
import {
  crewLabel,
  packageLabel,
  rateLabel,
  shownPriceLines,
  sizeLabel,
  suppliesLabel,
} from './package-labels.ts';

const spring = computeTerms({
  type: 'spring-cleaning',
  label: 'Spring HDB 4-room',
  category: 'HDB 4-room',
  numCleaners: 2,
  hoursPerCleaner: 4,
  pricePerHour: 3200,
  suppliesCost: 3000,
  suppliesIncluded: true,
});
const single = computeTerms({ type: 'regular', label: 'Weekly', hoursPerCleaner: 3.5, price: 8100 });
const pack = computeTerms({
  type: 'regular',
  label: 'Starter 12 h',
  category: 'credit',
  credits: 12,
  pricePerHour: 2700,
});
const gift = { ...pack, credits: 2, pricePerHour: 0, price: 0 };

test.each([
  [spring, ['Spring, HDB 4-room.', '2 × 4 hours', 'S$32', 'Included']],
  [
    { ...spring, suppliesIncluded: false },
    ['Spring, HDB 4-room.', '2 × 4 hours', 'S$32', 'S$30.00 on request'],
  ],
  [single, ['Regular.', '1 × 3.5 hours', '', 'Customer’s own']],
  [pack, ['Credit hours.', '12 hours', 'S$27', '']],
  [gift, ['Credit hours.', '2 hours', 'Free', '']],
])('$label reads %j', (terms, words) => {
  expect([packageLabel(terms), sizeLabel(terms), rateLabel(terms), suppliesLabel(terms)]).toEqual(words);
});

test('a crew of one omits "each"', () => {
  expect(crewLabel(single)).toBe('1 cleaner, 3.5 hours');
  expect(crewLabel(spring)).toBe('2 cleaners, 4 hours each');
});

describe('the price, line by line', () => {
  test.each([
    [
      'hourly',
      spring,
      [
        { label: '8 hours × S$32', note: '2 cleaners, 4 hours each', amount: '256.00' },
        { label: 'Cleaning supplies', amount: '30.00' },
      ],
    ],
    ['fixed', single, [{ label: 'Weekly', note: '1 cleaner, 3.5 hours', amount: '81.00' }]],
    [
      'fixed, for several cleaners',
      { ...spring, pricingType: 'fixed' as const },
      [{ label: 'Spring HDB 4-room', note: '2 cleaners, 4 hours each, 8 hours in total', amount: '286.00' }],
    ],
    ['hours', pack, [{ label: '12 hours of credit', note: 'S$27 an hour', amount: '324.00' }]],
    [
      'hours below their value',
      { ...pack, price: 30_000 },
      [{ label: '12 hours of credit', note: 'S$27 an hour, worth S$324.00', amount: '300.00' }],
    ],
    ['complimentary hours', gift, [{ note: 'Given by the office, not sold', amount: '0.00' }]],
  ])('%s', (_name, terms, lines) => {
    expect(shownPriceLines(terms)).toMatchObject(lines);
  });
});
