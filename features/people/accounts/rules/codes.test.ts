import { describe, expect, it } from 'vitest';
import { readCode, readSignIn, resendWait } from './codes.ts';

it('doubles the wait after each send', () => {
  expect([0, 1, 2, 3].map(resendWait)).toEqual([30, 60, 120, 240]);
});

it.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['Code: 123–456', '123456'],
  ['１２３４５６', '123456'],
  ['123\u200b456', '123456'],
  [4213, '004213'],
])('reads the code typed as %s', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});

describe('the body of a verify request', () => {
  it.each([
    [{}],
    [{ mobile: '91234567' }],
    [{ otp: '123456' }],
    [{ mobile: '  ', otp: '123456' }],
    [{ mobile: '91234567', otp: ' ' }],
    [{ mobile: null, otp: null }],
  ])('is refused with the fixed sentence for %j', (typed) => {
    expect(readSignIn(typed)).toMatchObject({ refusal: 'fill_all_fields' });
  });

  it('mobile number and code are normalised, however they are written', () => {
    expect(readSignIn({ mobile: '+65 9123 4567', otp: '123456' })).toEqual({
      mobile: '6591234567',
      otp: '123456',
    });
    expect(readSignIn({ mobile: 6591234567, otp: 12 })).toEqual({ mobile: '6591234567', otp: '000012' });
  });

  it('refuses a number that is not a Singapore mobile', () => {
    expect(readSignIn({ mobile: '61234567', otp: '123456' })).toMatchObject({ refusal: 'invalid' });
  });
});
