import { describe, expect, it } from 'vitest';
import { FRESH_FOR, FRESH_FOR_GIFTS, isFresh } from './freshness.ts';

const NOW = Temporal.Instant.from('2026-11-25T12:00:00Z');

describe('isFresh', () => {
  it.each([
    [true, '2026-11-25T11:50:00Z', FRESH_FOR],
    [false, '2026-11-25T11:49:59Z', FRESH_FOR],
    [true, '2026-11-25T08:00:00Z', FRESH_FOR_GIFTS],
    [false, '2026-11-25T07:59:59Z', FRESH_FOR_GIFTS],
  ])('is %s for a sign-in at %s', (expected, signedInAt, freshFor) => {
    expect(isFresh(Temporal.Instant.from(signedInAt), { now: NOW, freshFor })).toBe(expected);
  });
});
