import { describe, expect, it } from 'vitest';
import {
  CODE_LENGTH,
  claimAddress,
  codeInFragment,
  giftCode,
  groupGiftCode,
  readGiftCode,
} from './gift-code.ts';

const bytes = (first: number) => Uint8Array.from({ length: CODE_LENGTH }, (_, i) => first + i);

describe('a gift code', () => {
  it('has three groups of four', () => {
    expect(giftCode(bytes(0))).toBe('2345-6789-ABCD');
    expect(giftCode(bytes(244))).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
  });

  it('a gift code has no characters that look alike', () => {
    const all = Array.from({ length: 256 }, (_, byte) => giftCode(new Uint8Array(CODE_LENGTH).fill(byte)));
    expect(all.join('')).not.toMatch(/[01IO]/);
  });

  it.each([
    ['as it was sent', '2345-6789-ABCD'],
    ['in small letters', '2345-6789-abcd'],
    ['without dashes', '23456789ABCD'],
    ['with its label', 'Code: 2345-6789-ABCD.'],
    ['with minus signs and a zero-width space', '2345\u22126789\u2212AB\u200bCD'],
    ['on a Chinese keyboard', '２３４５－６７８９－ＡＢＣＤ'],
    ['with spaces around and within', '  2345 6789\tABCD '],
    ['with another kind of dash', '2345–6789—ABCD'],
  ])('is read %s', (_how, typed) => {
    expect(readGiftCode(typed)).toBe('23456789ABCD');
  });

  it.each([
    ['', ''],
    ['abc', 'ABC'],
    ['abcde', 'ABCD-E'],
    [' 2345 6789—abcd ', '2345-6789-ABCD'],
    ['2345-6789-ABCD-EFGH', '2345-6789-ABCD'],
  ])('is grouped while %j is typed', (typed, shown) => {
    expect(groupGiftCode(typed)).toBe(shown);
  });
});

it.each([
  [claimAddress('2345-6789-ABCD'), '2345-6789-ABCD'],
  ['/dashboard/credits/send-receive?show=receive', ''],
  ['/dashboard/credits/send-receive#top', ''],
])('the address %s carries the code %j', (address, code) => {
  expect(codeInFragment(new URL(address, 'https://kemas.example').hash)).toBe(code);
});

it('the address of a claim has its code where no server sees it', () => {
  expect(new URL(claimAddress('2345-6789-ABCD'), 'https://kemas.example').search).toBe('');
});
