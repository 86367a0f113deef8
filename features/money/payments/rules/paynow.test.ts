import { describe, expect, test } from 'vitest';
import { checksum, lastDayOf, payNowCode } from './paynow.ts';

/** Scanned from the counter of a charity: published at https://github.com/poonchuanan/Python-PayNow-QR-Code-Generator */
const SCANNED =
  '00020101021126430009SG.PAYNOW010120210T04SS0129D030110502QS51810007SG.SGQR011221073031741D020701.000103066003160402010503279060400000708202107305204000053037025802SG5925LOVING HEART MULTI-SERVIC6009Singapore6304A177';

describe('the checksum', () => {
  test('is that of a code in use', () => {
    expect(checksum(SCANNED.slice(0, -4))).toBe(SCANNED.slice(-4));
  });

  test('is the catalogued value of its check input', () => {
    // https://reveng.sourceforge.io/crc-catalogue/16.htm
    expect(checksum('123456789')).toBe('29B1');
  });
});

const request = {
  payee: '201912345K',
  name: 'Sparkle Homes Pte. Ltd.',
  amount: 8100,
  reference: 'V446',
  expires: Temporal.PlainDate.from('2026-12-05'),
};

/** Reads the fields of a code: id → value. */
function fieldsOf(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

describe('a PayNow code', () => {
  test('asks for the amount, to the company, with the reference, until a day', () => {
    const code = payNowCode(request);
    const fields = fieldsOf(code);
    expect([...fields.keys()]).toEqual(['00', '01', '26', '52', '53', '54', '58', '59', '60', '62', '63']);
    expect(fields.get('54')).toBe('81.00');
    expect(fields.get('53')).toBe('702');
    expect(fields.get('59')).toBe('Sparkle Homes Pte. Ltd.');
    expect(fieldsOf(fields.get('62') ?? '').get('01')).toBe('V446');
    expect(Object.fromEntries(fieldsOf(fields.get('26') ?? ''))).toEqual({
      '00': 'SG.PAYNOW',
      '01': '2',
      '02': '201912345K',
      '03': '0',
      '04': '20261205',
    });
    expect(fields.get('63')).toBe(checksum(code.slice(0, -4)));
  });

  test('to a mobile number', () => {
    const account = fieldsOf(fieldsOf(payNowCode({ ...request, payee: '+6591234567' })).get('26') ?? '');
    expect([account.get('01'), account.get('02')]).toEqual(['0', '+6591234567']);
  });

  test.each([
    ['Café Clean', 'Cafe Clean'],
    ['整洁 Kemas', 'Kemas'],
    ['整洁', 'NA'],
    ['The Very Long Name of a Cleaning Company', 'The Very Long Name of a C'],
  ])('writes the name %s as %s', (name, written) => {
    expect(fieldsOf(payNowCode({ ...request, name })).get('59')).toBe(written);
  });

  test.each([
    [5, '0.05'],
    [100, '1.00'],
    [123_456_789, '1234567.89'],
  ])('%i cents are %s', (amount, written) => {
    expect(fieldsOf(payNowCode({ ...request, amount })).get('54')).toBe(written);
  });
});

describe('the last day of a code', () => {
  const today = '2026-12-01';
  test.each([
    ['of a hold that ends tomorrow', '2026-12-02', null, '2026-12-02'],
    ['of money that is due later', null, '2026-12-20', '2026-12-27'],
    ['of money that was due', null, '2026-11-20', '2026-12-08'],
  ])('%s', (_what, holdEnds, dueOn, expected) => {
    const day = (written: string | null) => (written === null ? null : Temporal.PlainDate.from(written));
    const last = lastDayOf({
      holdEnds: day(holdEnds),
      dueOn: day(dueOn),
      today: Temporal.PlainDate.from(today),
    });
    expect(last.toString()).toBe(expected);
  });
});
