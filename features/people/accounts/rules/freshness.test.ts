import { describe, expect, it } from 'vitest';
import { isFresh } from './freshness.ts';

const NOW = Temporal.Instant.from('2026-11-25T12:00:00Z');

describe('isFresh', () => {
  it.each([
    [true, '2026-11-25T10:00:00Z'],
    [false, '2026-11-25T09:59:59Z'],
  ])('is %s for a proof at %s', (expected, lastProof) => {
    expect(isFresh(Temporal.Instant.from(lastProof), NOW)).toBe(expected);
  });
});
