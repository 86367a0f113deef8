import { describe, expect, it } from 'vitest';
import { guardText } from './guard-text.ts';

const REFUSED = 'This looks like a card number. Enter it only in the card form.';

describe('refuses card numbers', () => {
  it.each([
    ['in one piece', '4242424242424242'],
    ['in fours', '4242 4242 4242 4242'],
    ['with dashes', '4242-4242-4242-4242'],
    ['with dots', '4242.4242.4242.4242'],
    ['with slashes', '4242/4242/4242/4242'],
    ['with underscores', '4242_4242_4242_4242'],
    ['with wide gaps', '4242 - 4242 -  4242  4242'],
    ['with no-break spaces', '4242\u00a04242\u00a04242\u00a04242'],
    ['with long dashes', '4242–4242–4242–4242'],
    ['over lines', '4242\n4242\r\n4242\n4242'],
    ['in full-width digits', '４２４２　４２４２　４２４２　４２４２'],
    ['in eights', '42424242 42424242'],
    ['with a missing gap', '4242 42424242 4242'],
    ['in pairs', '42 42 42 42 42 42 42 42'],
    ['digit by digit', '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2'],
    ['followed by its date', '4242 4242 4242 4242 12/27'],
    ['followed by its date without a slash', '4242 4242 4242 4242 1227'],
    ['followed by a dash and its date', '4242424242424242-1227'],
    ['in one piece with its date', '4242424242424242 12/27'],
    ['with its date on the next line', '4242 4242 4242 4242\n12 / 2027'],
    ['with its date and code', '4242 4242 4242 4242 12/27 123'],
    ['with its code', '4242-4242-4242-4242 123'],
    ['preceded by its date', '12/27 4242 4242 4242 4242'],
    ['preceded by a house number', 'Blk 123 4242 4242 4242 4242'],
    ['surrounded by words', 'my Visa 4242 4242 4242 4242, thanks'],
    ['adjacent to a word', 'Visa4242 4242 4242 4242exp'],
    ['in Chinese', '卡号4242424242424242有效期12/27'],
    ['after a colon', 'card:4242424242424242'],
    ['in brackets', '(4242424242424242)'],
    ['of Mastercard', '5555 5555 5555 4444 12/27'],
    ["of Mastercard's newer row", '2223 0031 2200 3222'],
    ['of American Express', '3782 822463 10005 12/27'],
    ['of American Express, in one piece', '378282246310005'],
    ['of Diners Club', '3056 930902 5904'],
    ['of JCB', '3566 0020 2036 0505'],
    ['of UnionPay', '6200 0000 0000 0005'],
    ['of Discover', '6011111111111117'],
    ['of 13 digits', '4222222222222'],
    ['of 19 digits', '4000 0000 0000 0000 006'],
    ['after many other words', `${'two dogs. '.repeat(600)}4242 4242 4242 4242`],
  ])('%s', (...[, text]) => {
    expect(guardText({ note: text })).toEqual({ path: 'note', message: REFUSED });
  });

  it('also in a field name', () => {
    expect(guardText({ '4242 4242 4242 4242 12/27': 1 })?.message).toBe(REFUSED);
  });
});

describe('accepts other digits', () => {
  it.each([
    ['a mobile number', '91234567'],
    ['a mobile number with its country', '+65 9123 4567'],
    ['two mobile numbers', '9123 4567 8123 4564'],
    ['two mobile numbers with their country', '6591234567 6581234561'],
    ['home and mobile numbers', '62345678 91234561 or 6234 5678 / 9123 4561'],
    ['a postal code and a mobile number', '360123 91234561'],
    ['postal codes', '640123 650456 680786'],
    ['postal codes with the country', 'Singapore 520123, Singapore 520456'],
    ['an id', '42424242-4242-4242-8242-424242424242'],
    ['an id in an address', '/admin/jobs/42424242-4242-4242-8242-424242424242'],
    ['an id of the payment provider', 'pi_4242424242424242'],
    ['an id followed by letters', '4242424242424242ab'],
    ['a hyphenated name', 'ref-4242424242424242'],
    ['a time', '2026-11-24T09:00:00+08:00'],
    ['a time without separators', '20261124090000'],
    ['times of a day', '2026-11-24 09:00:00 to 2026-11-24 11:30:00'],
    ['days', '24/11/2026 25/11/2026 26/11/2026'],
    ['milliseconds since 1970', '1795482000000'],
    ['microseconds since 1970', '1795482000000000'],
    ['milliseconds in 2033', '2000000000008'],
    ['decimals', 'took 0.4242424242424242 s'],
    ['a position', '1.352083,103.819836'],
    ['an account number', '123-45678-9'],
    ['a number of a non-existent issuer', '9242 4242 4242 4240'],
    ['prices', '4000, 4000, 4000, 4002'],
    ['lines of an address', '#12-345, 4000 Bukit Merah 150123'],
    ['a receipt number', 'KM-2026-000042'],
    ['too many digits', '42424242424242424242'],
  ])('%s, whatever the last digit', (...[, text]) => {
    for (let digit = 0; digit < 10; digit += 1) {
      const note = text.replace(/\d(?=\D*$)/, String(digit));
      expect(guardText({ note }), note).toBeNull();
    }
  });

  it('accepts a number with a wrong check digit', () => {
    expect(guardText({ note: '4242 4242 4242 4243' })).toBeNull();
  });

  it('scans a long text to its end within the time limit', () => {
    expect(guardText('4 '.repeat(25_000))).toBeNull();
    expect(guardText('4'.repeat(50_000))).toBeNull();
    expect(guardText(`${'9 '.repeat(10_000)} 4242 4242 4242 4242`)?.message).toMatch(/card number/);
  });
});
