import { describe, expect, test } from 'vitest';
import { linesFound, streetLine } from './found-address.ts';

const place = (block: string, street: string, building = '') => ({ block, street, building });

test.each([
  ['310145', place('145', 'Lorong 2 Toa Payoh'), 'Blk 145 Lorong 2 Toa Payoh'],
  ['821273', place('273A', 'Punggol Place'), 'Blk 273A Punggol Place'],
  ['238823', place('35', 'Orchard Road', 'Istana'), '35 Orchard Road'],
  ['018956', place('10', 'Bayfront Avenue'), '10 Bayfront Avenue'],
  ['098000', place('', 'Sentosa Gateway'), 'Sentosa Gateway'],
])('the first line at %s', (postal, found, line) => {
  expect(streetLine(postal, found)).toBe(line);
});

describe('the lines of a form', () => {
  const none = { addressLine1: '', addressLine3: '' };
  const found = place('145', 'Lorong 2 Toa Payoh', 'Toa Payoh Vista');
  const filled = { addressLine1: 'Blk 145 Lorong 2 Toa Payoh', addressLine3: 'Toa Payoh Vista' };
  const lines = (addressLine1: string, addressLine3 = '') => ({
    postal: '310145',
    addressLine1,
    addressLine3,
  });

  test.each([
    ['empty ones are filled', lines(''), none, filled],
    ['a block alone gets its street', lines('Blk 145 '), none, filled],
    [
      'a typed street stays, and so does an empty building',
      lines('145 Lor 2 TPY'),
      none,
      lines('145 Lor 2 TPY'),
    ],
    ['a typed building stays', lines('', 'Level 2'), none, { ...filled, addressLine3: 'Level 2' }],
    [
      'what the postal code before had filled is replaced',
      lines('1 Cluny Road', 'Botanic Gardens'),
      { addressLine1: '1 Cluny Road', addressLine3: 'Botanic Gardens' },
      filled,
    ],
    [
      'what was corrected after filling stays',
      lines('1A Cluny Road', 'Botanic Gardens'),
      { addressLine1: '1 Cluny Road', addressLine3: 'Botanic Gardens' },
      lines('1A Cluny Road', 'Botanic Gardens'),
    ],
  ])('%s', (_case, typed, before, { addressLine1, addressLine3 }) => {
    expect(linesFound(typed, found, before)).toEqual({ addressLine1, addressLine3 });
  });

  test('a place without a street fills nothing', () => {
    expect(linesFound(lines(''), place('145', ''), none)).toEqual(none);
  });
});
