import { describe, expect, it } from 'vitest';
import { readMobile } from './mobile.ts';
import { hasVisibleLetter, plainCode, plainEmail, plainNumber, storedText } from './typed-text.ts';

describe('storedText', () => {
  it.each([
    ['Rene\u0301e', 'Ren\u00e9e'],
    ['\u202eMaria\u202c', 'Maria'],
    ['Mar\u200bia', 'Maria'],
    ['\u200b', ''],
    ['\u3164\u2800\u200d\u00ad', ''],
    ['க்\u200dஷ', 'க்\u200dஷ'],
    ['陈美玲', '陈美玲'],
    ['👩\u200d🍳', '👩\u200d🍳'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(storedText(typed)).toBe(stored);
  });
});

it.each([
  ['Ng', true],
  ['陈', true],
  ['கமலா', true],
  ['\u3164', false],
  ['\u2800', false],
  ['123', false],
  ['-', false],
])('%j has a visible letter: %j', (name, has) => {
  expect(hasVisibleLetter(name)).toBe(has);
});

describe('plainCode', () => {
  it.each([
    ['Code: abcd-efgh\u2212jklm.', 'abcdefghjklm'],
    ['“WELCOME 10”', 'WELCOME10'],
    ['ＷＥＬＣＯＭＥ１０', 'WELCOME10'],
    ['WEL\u200bCOME_10', 'WELCOME_10'],
    ['优惠码：WELCOME10', 'WELCOME10'],
    ['12–34\u201156', '123456'],
    ['１２３４５６', '123456'],
  ])('%j is %j', (typed, code) => {
    expect(plainCode(typed)).toBe(code);
  });
});

describe('plainNumber', () => {
  it.each([
    ['S310145', '310145'],
    ['Singapore 310 145', '310145'],
    ['310145\u200b', '310145'],
    ['３１０１４５', '310145'],
    ['Tel: +65 8123 4567', '+6581234567'],
    ['31O145', '31O145'],
    ['310145.0', '310145'],
    ['S310145.00', '310145'],
    ['310145,0', '310145'],
    ['18956.0', '18956'],
    ['1895.60', '1895.60'],
    ['18956.5', '18956.5'],
    ['310.145', '310145'],
    ['310145.', '310145'],
  ])('%j is %j', (typed, number) => {
    expect(plainNumber(typed)).toBe(number);
  });
});

describe('readMobile', () => {
  it.each([
    '\u202a+65 8123 4567\u202c',
    '\u2068+6581234567\u2069',
    '+65 8123\u20114567',
    '8123–4567',
    '\u200e8123 4567',
    '8123\u200b4567',
    '８１２３４５６７',
    '＋６５ ８１２３ ４５６７',
    'Mobile: 8123 4567',
    '(65) 8123.4567',
    '006581234567',
    '81234567.0',
    '6581234567.00',
  ])('reads %j', (typed) => {
    expect(readMobile(typed)).toBe('6581234567');
  });
  it.each(['8123456a', '81234567x', '8123 456', '61234567', '9591273.0', '9591273.5', '959127.30', ''])(
    'refuses %j',
    (typed) => {
      expect(readMobile(typed)).toBeNull();
    },
  );
});

describe('plainEmail', () => {
  it.each([
    [' Mei@Example.COM\u200b', 'mei@example.com'],
    ['mei@bücher.example', 'mei@xn--bcher-kva.example'],
    ['mei@例え。jp', 'mei@xn--r8jz45g.jp'],
    ['mei@a/é', 'mei@a/é'],
    ['no address', 'no address'],
  ])('%j is %j', (typed, address) => {
    expect(plainEmail(typed)).toBe(address);
  });
});
