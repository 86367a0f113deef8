// @vitest-environment happy-dom
import { describe, expect, it, test } from 'vitest';
import { clockOf } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { alternativesOf } from './alternatives.ts';
import { isSameHome } from './store-address.ts';

const refusal = (code: string, extensions = {}) =>
  new ApiError({ status: 409, code, title: code, detail: code, extensions });

describe('a taken time', () => {
  const nine = { startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T13:00:00+08:00' };

  it('comes with the nearest alternatives', () => {
    expect(alternativesOf(refusal('slot_taken', { alternatives: [nine, { startTime: 9 }] }))).toEqual([nine]);
    expect(alternativesOf(refusal('hold_expired', { alternatives: [nine] }))).toEqual([nine]);
  });

  it('a time that cannot be booked may come without alternatives', () => {
    expect(alternativesOf(refusal('not_bookable'))).toEqual([]);
  });

  it('is distinguished from other refusals', () => {
    expect(alternativesOf(refusal('card_declined'))).toBeNull();
    expect(alternativesOf(new Error('No signal'))).toBeNull();
    expect(alternativesOf(null)).toBeNull();
  });
});

test('a stored home is recognised by postal code and unit', () => {
  const stored = { postal: '310145', addressLine2: '#08-112' };
  expect(isSameHome(stored, { postal: '310145', addressLine2: '08 112' })).toBe(true);
  expect(isSameHome(stored, { postal: '310145', addressLine2: '#08-113' })).toBe(false);
  expect(isSameHome(stored, { postal: '310146', addressLine2: '#08-112' })).toBe(false);
});

test('a hold counts down in minutes and seconds', () => {
  expect([86_399, 3600, 872, 60, 59, 0].map(clockOf)).toEqual([
    '23:59:59',
    '1:00:00',
    '14:32',
    '1:00',
    '0:59',
    '0:00',
  ]);
});
