import { expect, test } from 'vitest';
import { blockOfPostal, isBlockAlone, lineWithBlock } from './block.ts';

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
  ['Blk 145', true],
  ['Blk 273A ', true],
  ['Blk 145 Lor 2 Toa Payoh', false],
  ['12 Jalan Besar', false],
  ['', false],
])('%j is a block alone: %s', (line, alone) => {
  expect(isBlockAlone(line)).toBe(alone);
});

const typed = (codes: readonly string[], home: { addressLine1: string; type: string }) =>
  codes.reduce((addressLine1, postal) => lineWithBlock({ ...home, addressLine1, postal }), home.addressLine1);

test.each([
  ['a flat gets its block', ['3101', '31014', '310145'], { addressLine1: '', type: 'hdb_4' }, 'Blk 145 '],
  [
    'a corrected code corrects the block',
    ['310146', '31014', '310145'],
    { addressLine1: '', type: 'hdb_4' },
    'Blk 145 ',
  ],
  ['a street stays', ['310145'], { addressLine1: 'Blk 8 Ang Mo Kio', type: 'hdb_4' }, 'Blk 8 Ang Mo Kio'],
  ['a condo has none', ['310145'], { addressLine1: '', type: 'condo_2' }, ''],
  ['a flat changed to a condo loses it', ['310145'], { addressLine1: 'Blk 145 ', type: 'condo_2' }, ''],
  ['an unknown kind of home has none', ['310145'], { addressLine1: '', type: '' }, ''],
])('%s', (_case, codes, home, line) => {
  expect(typed(codes, home)).toBe(line);
});
