import { expect, it } from 'vitest';
import { searchReadings } from './search-words.ts';

it.each([
  [undefined, []],
  [' \u200b', []],
  ['Wei Tan', [['Wei', 'Tan']]],
  ['Holder, Phone', [['Holder', 'Phone']]],
  ['Ｍａｒｉａ\u200b', [['Maria']]],
  ['王美玲', [['王', '美', '玲']]],
  ['王Mary', [['王', 'Mary']]],
  ['81234567', [['81234567']]],
  ['+6581234567', [['+6581234567'], ['6581234567']]],
  [
    'Tan (65) 8123\u20134567',
    [
      ['Tan', '(65)', '8123\u20134567'],
      ['Tan', '6581234567'],
    ],
  ],
  ['\u202a+65 8123 4567\u202c', [['+65', '8123', '4567'], ['6581234567']]],
  ['8-1', [['8-1']]],
])('%j is searched as %j', (q, readings) => {
  expect(searchReadings(q)).toEqual(readings);
});
