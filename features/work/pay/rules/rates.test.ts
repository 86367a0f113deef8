import { describe, expect, test } from 'vitest';
import { payFor, type Rate, rateFinder } from './rates.ts';

const everyone = { cleanerID: null, jobType: null, centsPerHour: 1200, validFrom: '2026-01-01' } as const;
const spring = { ...everyone, jobType: 'spring-cleaning', centsPerHour: 1500 } as const;
const aminah = { ...everyone, cleanerID: 'aminah', centsPerHour: 1300 } as const;
const aminahSpring = { ...aminah, jobType: 'spring-cleaning', centsPerHour: 1700 } as const;
const later = { ...everyone, centsPerHour: 1250, validFrom: '2026-11-15' } as const;
const again = { ...later, centsPerHour: 1260 };
const notHers = { ...aminah, centsPerHour: null, validFrom: '2026-12-01' } as const;

describe('the rate of a visit', () => {
  test.each<
    [string, readonly Rate[], readonly [string, 'regular' | 'spring-cleaning', string], number | null]
  >([
    ['none is set', [], ['siti', 'regular', '2026-11-26'], null],
    ['before the first day', [everyone], ['siti', 'regular', '2025-12-31'], null],
    ['everyone’s', [everyone, spring, aminah], ['siti', 'regular', '2026-11-26'], 1200],
    ['everyone’s for the kind', [everyone, spring, aminah], ['siti', 'spring-cleaning', '2026-11-26'], 1500],
    [
      'her own before everyone’s for the kind',
      [everyone, spring, aminah],
      ['aminah', 'spring-cleaning', '2026-11-26'],
      1300,
    ],
    [
      'her own for the kind',
      [aminahSpring, aminah, spring],
      ['aminah', 'spring-cleaning', '2026-11-26'],
      1700,
    ],
    ['the last day of the old one', [everyone, later], ['siti', 'regular', '2026-11-14'], 1200],
    ['the first day of the new one', [later, everyone], ['siti', 'regular', '2026-11-15'], 1250],
    ['saved again for the same day', [everyone, later, again], ['siti', 'regular', '2026-11-26'], 1260],
    ['her own has ended', [everyone, aminah, notHers], ['aminah', 'regular', '2026-12-01'], 1200],
    ['the day before her own ends', [everyone, aminah, notHers], ['aminah', 'regular', '2026-11-30'], 1300],
  ])('%s', (_name, rates, [cleanerID, jobType, day], cents) => {
    expect(rateFinder(rates)({ cleanerID, jobType, day })).toBe(cents);
  });
});

test.each([
  [180, 1250, 3750],
  [191, 1250, 3979], // 3979.17
  [90, 1205, 1808], // 1807.5
  [0, 1250, 0],
  [180, null, 0],
])('%d minutes at %s cents an hour are %d cents', (minutes, rate, cents) => {
  expect(payFor(minutes, rate)).toBe(cents);
});
