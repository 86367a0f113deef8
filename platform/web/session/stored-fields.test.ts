import { describe, expect, it, test } from 'vitest';
import {
  field,
  isFlag,
  isListOf,
  isNumber,
  isOneOf,
  isShaped,
  isText,
  isWhole,
  orNull,
  readFields,
} from './stored-fields.ts';

const isPet = isShaped({ name: isText, age: isNumber });

test.each([
  ['a text', isText, ['', 'text'], [null, 1, {}]],
  ['a flag', isFlag, [true, false], ['true', 1, null]],
  ['a number', isNumber, [0, -1.5], ['1', null, Number.NaN, Number.POSITIVE_INFINITY]],
  ['a whole number from 1 to 5', isWhole(1, 5), [1, 5], [0, 6, 2.5, '3', null]],
  ['one of two words', isOneOf(['weekly', 'fortnightly']), ['weekly'], ['daily', '', null]],
  ['a text or nothing', orNull(isText), ['', null], [undefined, 1]],
  ['a list', isListOf(isText), [[], ['a']], [['a', 1], 'a', {}]],
  ['a shape', isPet, [{ name: 'Kopi', age: 3, kind: 'cat' }], [{ name: 'Kopi' }, [], null, 'Kopi']],
] as const)('%s is known', (_kind, is, known, unknown) => {
  expect(known.map(is)).toEqual(known.map(() => true));
  expect(unknown.map(is)).toEqual(unknown.map(() => false));
});

describe('a stored record', () => {
  const fields = {
    name: field(isText, ''),
    count: field(isWhole(2, 52), 4),
    pet: field(orNull(isPet), null),
  };
  const empty = { name: '', count: 4, pet: null };

  it('a stored record is read back unchanged', () => {
    const stored = { name: 'Rachel', count: 8, pet: { name: 'Kopi', age: 3 } };
    expect(readFields(fields, JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it('loses invalid fields, and keeps the rest', () => {
    const stored = { name: 'Rachel', count: 99, pet: { name: 'Kopi' }, number: '4242' };
    expect(readFields(fields, stored)).toEqual({ ...empty, name: 'Rachel' });
  });

  it.each([undefined, null, '', 'text', 7, []])('is empty if %j was stored', (stored) => {
    expect(readFields(fields, stored)).toEqual(empty);
  });
});
