import { describe, expect, it, test } from 'vitest';
import { groupDigits, mistakesOf, readExpiry, writeExpiry } from './use-card-form.ts';

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

  it('number and expiry of a test card are shown in groups of digits', () => {
    expect(groupDigits('4242-42424242 4242x')).toBe('4242 4242 4242 4242');
    expect([writeExpiry('1'), writeExpiry('123'), writeExpiry('12/'), writeExpiry('12/34')]).toEqual([
      '1',
      '12/3',
      '12/',
      '12/34',
    ]);
  });

  it('is validated before it is sent', () => {
    expect(mistakesOf({ number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' })).toEqual([]);
    expect(mistakesOf({ number: '4242', expiry: '34', cvc: '1' })).toEqual(['number', 'expiry', 'cvc']);
  });
});
