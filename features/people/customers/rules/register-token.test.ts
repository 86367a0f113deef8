import { expect, it } from 'vitest';
import { readRegisterToken, writeRegisterToken } from './register-token.ts';

const seal = (message: string) => `sealed<${message}>`.replaceAll('.', '_');
const isSame = (a: string, b: string) => a === b;
const now = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const token = writeRegisterToken(seal, { mobile: '6591234567', facebookProofID: null }, now);
const read = (written: string, of: { mobile?: string; minutes?: number } = {}) =>
  readRegisterToken(
    seal,
    written,
    { mobile: of.mobile ?? '6591234567', now: now.add({ minutes: of.minutes ?? 0 }) },
    isSame,
  );
const good = (...asked: Parameters<typeof read>) => read(...asked) !== null;

it('is valid for its number for 15 minutes', () => {
  expect(good(token)).toBe(true);
  expect(good(token, { minutes: 14 })).toBe(true);
  expect(good(token, { minutes: 15 })).toBe(false);
});

it('is invalid for any other number, and when altered', () => {
  expect(good(token, { mobile: '6581234567' })).toBe(false);
  expect(good(token.replace(/^\d/, '9'))).toBe(false);
  expect(good('')).toBe(false);
  expect(good('9999999999999.')).toBe(false);
});

it('contains the Facebook account to link, which cannot be changed', () => {
  const linking = writeRegisterToken(seal, { mobile: '6591234567', facebookProofID: 'proof-1' }, now);
  expect(read(linking)?.facebookProofID).toBe('proof-1');
  expect(read(token)?.facebookProofID).toBeNull();
  expect(good(linking.replace('proof-1', 'proof-2'))).toBe(false);
  expect(good(linking.replace('proof-1', ''))).toBe(false);
  expect(good(`${token}proof-1`)).toBe(false);
});
