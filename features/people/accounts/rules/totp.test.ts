import { expect, it } from 'vitest';
import { isBlank, readTypedCode, recoveryCodeOf } from './totp.ts';

it.each([
  ['123456', 'totp', '123456'],
  [' 123 456 ', 'totp', '123456'],
  ['１２３\u200b４５６', 'totp', '123456'],
  [4213, 'totp', '004213'],
  ['7k2m-94qz-x0ab-tt3c', 'recovery', '7k2m94qzx0abtt3c'],
  ['7K2M 94QZ XOAB TT3C', 'recovery', '7k2m94qzx0abtt3c'],
  ['7k2m94qzx0abttIl', 'recovery', '7k2m94qzx0abtt11'],
])('%s is read as a %s code', (typed, kind, code) => {
  expect(readTypedCode(typed)).toEqual({ kind, code });
});

it.each(['', '12345', '1234567', 'abcdef', '7k2m-94qz-x0ab', '7k2m-94qz-x0ab-tt3u', '12345é'])(
  '%j is not a code',
  (typed) => {
    expect(readTypedCode(typed)).toBeNull();
  },
);

it.each([
  [undefined, true],
  [null, true],
  ['  ', true],
  ['1', false],
  [0, false],
])('%j is blank: %s', (typed, blank) => {
  expect(isBlank(typed)).toBe(blank);
});

it('a recovery code encodes all its bits and can be read back', () => {
  expect(recoveryCodeOf(new Uint8Array(10))).toBe('0000-0000-0000-0000');
  expect(recoveryCodeOf(new Uint8Array(10).fill(255))).toBe('zzzz-zzzz-zzzz-zzzz');
  const code = recoveryCodeOf(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  expect(readTypedCode(code)).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') });
});
