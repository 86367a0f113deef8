import { expect, test } from 'vitest';
import { blockOfPostal, lineWithBlock } from './block.ts';

test.each([
  ['310145', 'Blk 145'],
  ['560008', 'Blk 8'],
  ['821273', 'Blk 273A'],
  ['822273', 'Blk 273B'],
  ['018000', null],
  ['31014', null],
  ['', null],
])('%s is in %s', (postal, block) => {
  expect(blockOfPostal(postal)).toBe(block);
});

test.each([
  ['a flat gets its block', { addressLine1: '', type: 'hdb_4' }, '', 'Blk 145 '],
  ['another code replaces it', { addressLine1: 'Blk 8 ', type: 'hdb_4' }, '560008', 'Blk 145 '],
  [
    'what was written stays',
    { addressLine1: 'Blk 8 Ang Mo Kio', type: 'hdb_4' },
    '560008',
    'Blk 8 Ang Mo Kio',
  ],
  ['a condo has none', { addressLine1: '', type: 'condo_2' }, '', ''],
  ['an unknown kind of home has none', { addressLine1: '', type: '' }, '', ''],
])('%s', (_case, home, before, line) => {
  expect(lineWithBlock(home, { before, now: '310145' })).toBe(line);
});
