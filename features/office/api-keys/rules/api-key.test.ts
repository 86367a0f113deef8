import { describe, expect, it, test } from 'vitest';
import { isNewUse, keyState } from './api-key.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-23T${time}+08:00`);
const NOW = at('10:00:00');

test.each([
  ['active', { revokedAt: null, expiresAt: null }],
  ['active', { revokedAt: null, expiresAt: at('10:00:01') }],
  ['expired', { revokedAt: null, expiresAt: NOW }],
  ['revoked', { revokedAt: at('09:00:00'), expiresAt: null }],
  ['revoked', { revokedAt: NOW, expiresAt: at('09:00:00') }],
])('a key is %s with %o', (state, times) => {
  expect(keyState(times, NOW)).toBe(state);
});

describe('a use is written', () => {
  it.each([
    ['the first one', null, true],
    ['within a minute of the last one', at('09:59:01'), false],
    ['a minute after the last one', at('09:59:00'), true],
  ])('%s', (_when, last, expected) => {
    expect(isNewUse(last, NOW)).toBe(expected);
  });
});
