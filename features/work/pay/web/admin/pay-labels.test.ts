import { expect, test } from 'vitest';
import { addMonths, durationText, flagsText, monthTitle } from './pay-labels.ts';

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [210, '3 h 30 min'],
  [240_000, '4,000 h'],
])('%d minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test('months are named, and follow each other over the year', () => {
  expect(monthTitle('2026-11')).toBe('November 2026');
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test('what to check is counted, most important first', () => {
  const flags = {
    'no-clock-in': 0,
    'no-clock-out': 2,
    implausible: 1,
    overlap: 0,
    longer: 1,
    shorter: 0,
    cancelled: 0,
    'paid-before': 0,
  };
  expect(flagsText(flags, 3)).toBe(
    '3 without a pay rate, 2 not clocked out, 1 with a forgotten clock-out, 1 longer',
  );
});
