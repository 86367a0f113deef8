// @vitest-environment happy-dom
import { describe, expect, it, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { alternativesOf } from './alternatives.ts';
import { groupDigits, mistakesOf, readExpiry, writeExpiry } from './sandbox-card.ts';
import { isSameHome } from './store-address.ts';
import { minutesAndSeconds } from './use-countdown.ts';

const refusal = (code: string, members = {}) =>
  new ApiError({ status: 409, code, title: code, detail: code, members });

describe('a time that has gone', () => {
  const nine = { startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T13:00:00+08:00' };

  it('comes with the nearest ones', () => {
    expect(alternativesOf(refusal('slot_taken', { alternatives: [nine, { startTime: 9 }] }))).toEqual([nine]);
    expect(alternativesOf(refusal('hold_expired', { alternatives: [nine] }))).toEqual([nine]);
  });

  it('may come with none', () => {
    expect(alternativesOf(refusal('not_bookable'))).toEqual([]);
  });

  it('is not what every refusal is about', () => {
    expect(alternativesOf(refusal('card_declined'))).toBeNull();
    expect(alternativesOf(new Error('No signal'))).toBeNull();
    expect(alternativesOf(null)).toBeNull();
  });
});

describe('a test card', () => {
  test.each([
    ['08/28', { month: 8, year: 2028 }],
    ['8 / 2028', { month: 8, year: 2028 }],
    ['0828', { month: 8, year: 2028 }],
    ['13/28', null],
    ['', null],
    ['08', null],
  ])('%j expires %j', (written, read) => {
    expect(readExpiry(written)).toEqual(read);
  });

  it('is written in groups', () => {
    expect(groupDigits('4242-42424242 4242x')).toBe('4242 4242 4242 4242');
    expect([writeExpiry('1'), writeExpiry('123'), writeExpiry('12/'), writeExpiry('12/34')]).toEqual([
      '1',
      '12/3',
      '12/',
      '12/34',
    ]);
  });

  it('is looked through before it is sent', () => {
    expect(mistakesOf({ number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' })).toEqual([]);
    expect(mistakesOf({ number: '4242', expiry: '34', cvc: '1' })).toEqual(['number', 'expiry', 'cvc']);
  });
});

test('the home that is stored already is known by postal code and unit', () => {
  const stored = { postal: '310145', addressLine2: '#08-112' };
  expect(isSameHome(stored, { postal: '310145', addressLine2: '08 112' })).toBe(true);
  expect(isSameHome(stored, { postal: '310145', addressLine2: '#08-113' })).toBe(false);
  expect(isSameHome(stored, { postal: '310146', addressLine2: '#08-112' })).toBe(false);
});

test('a hold counts down in minutes and seconds', () => {
  expect([872, 60, 59, 0].map(minutesAndSeconds)).toEqual(['14:32', '1:00', '0:59', '0:00']);
});
