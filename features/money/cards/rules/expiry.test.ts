import { expect, it } from 'vitest';
import { cardExpiry } from './expiry.ts';

it.each([
  ['2026-11-30', 10, 2026, 'expired'],
  ['2026-11-30', 11, 2026, 'this-month'],
  ['2026-11-01', 12, 2026, 'next-month'],
  ['2026-12-31', 1, 2027, 'next-month'],
  ['2027-01-01', 12, 2026, 'expired'],
  ['2026-11-30', 1, 2027, 'fine'],
] as const)('on %s a card of %i/%i is %s', (today, month, year, expected) => {
  expect(cardExpiry({ month, year }, today)).toBe(expected);
});
