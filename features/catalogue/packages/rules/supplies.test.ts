import { expect, test } from 'vitest';
import { asksForSupplies, homeNeeds } from './supplies.ts';

const text = { suppliesToBePrepared: 'Mop and vacuum', suppliesToBePreparedZh: '拖把和吸尘器' };

test.each([
  ['in English', text, false, { weBring: false, prepare: 'Mop and vacuum' }],
  ['in Chinese', text, false, { weBring: false, prepare: '拖把和吸尘器' }],
  [
    'in Chinese without a translation',
    { suppliesToBePrepared: 'Mop' },
    false,
    { weBring: false, prepare: 'Mop' },
  ],
  ['nothing if we bring it', text, true, { weBring: true }],
] as const)('what a visit needs at home: %s', (_what, pack, weBring, expected) => {
  const language = _what.includes('Chinese') ? 'zh' : 'en';
  expect(homeNeeds(pack, weBring, language)).toEqual(expected);
});

test.each([
  ['sold and not included', 1500, false, true],
  ['included', 1500, true, false],
  ['not sold', 0, false, false],
])('supplies that are %s', (_what, suppliesCost, suppliesIncluded, expected) => {
  expect(asksForSupplies({ suppliesCost, suppliesIncluded })).toBe(expected);
});
