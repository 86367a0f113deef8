import { describe, expect, it } from 'vitest';
import { quoteVisit } from '#features/work/jobs/rules/quote.ts';
import { computeTerms, type PackageDraft } from './complete-package.ts';
import { priceLines } from './price-lines.ts';

const spring = {
  type: 'spring-cleaning',
  label: 'Spring HDB 4-room',
  numCleaners: 2,
  hoursPerCleaner: 4,
  pricePerHour: 3200,
  suppliesCost: 3000,
} as const;
const pack = {
  type: 'regular',
  label: 'Starter 12 h',
  category: 'credit',
  credits: 12,
  pricePerHour: 2700,
} as const;

const CASES: [string, PackageDraft, readonly object[]][] = [
  ['hourly, supplies on request', spring, [{ code: 'labour', hours: 8, amount: 25_600 }]],
  [
    'hourly, supplies included',
    { ...spring, suppliesIncluded: true },
    [
      { code: 'labour', hours: 8, amount: 25_600 },
      { code: 'supplies', amount: 3000 },
    ],
  ],
  [
    'fixed, supplies included',
    { ...spring, suppliesIncluded: true, price: 27_000 },
    [{ code: 'package', hours: 8, amount: 27_000 }],
  ],
  ['hours of credit', pack, [{ code: 'credits', hours: 12, amount: 32_400 }]],
  [
    'hours of credit below their value',
    { ...pack, price: 30_000 },
    [{ code: 'credits', hours: 12, amount: 30_000 }],
  ],
];

describe('the price of a package, line by line', () => {
  it.each(CASES)('%s', (_name, draft, lines) => {
    expect(priceLines(computeTerms(draft))).toEqual(lines);
  });

  it.each(CASES)('adds up to the price: %s', (_name, draft) => {
    const terms = computeTerms(draft);
    expect(priceLines(terms).reduce((sum, line) => sum + line.amount, 0)).toBe(terms.price);
  });

  it.each(CASES.filter(([, draft]) => draft.category !== 'credit'))(
    'equals the quote of a booking: %s',
    (_name, draft) => {
      const terms = computeTerms(draft);
      const request = {
        hours: terms.hoursPerCleaner,
        numCleaners: terms.numCleaners,
        requireCleaningSupplies: false,
      };
      const { lines } = quoteVisit(terms, request, true);
      expect(priceLines(terms)).toMatchObject(lines.map(({ code, amount }) => ({ code, amount })));
    },
  );
});
