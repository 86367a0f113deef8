import { expect, test } from 'vitest';
import { acceptanceOrder } from './acceptance-order.ts';

const change = (jobID: string, before: string, after: string) => ({
  jobID,
  before: before.split(' ').filter(Boolean),
  after: after.split(' ').filter(Boolean),
});
const ordered = (...changes: ReturnType<typeof change>[]) =>
  acceptanceOrder(changes).map((group) => group.map(({ jobID }) => jobID).join('+'));

test.each([
  ['independent visits', [change('1', 'A', 'B'), change('2', 'C', 'D')], ['1', '2']],
  [
    'a visit that takes a cleaner comes after the one that gives them',
    [change('1', 'A', 'B'), change('2', 'B', 'C')],
    ['2', '1'],
  ],
  ['two that exchange are one group', [change('1', 'A', 'B'), change('2', 'B', 'A')], ['1+2']],
  [
    'three in a circle, and one that takes what they leave',
    [change('4', 'D', 'X'), change('1', 'A X', 'B'), change('2', 'B', 'C'), change('3', 'C', 'A')],
    ['1+2+3', '4'],
  ],
  ['who stays gives nothing', [change('1', 'A', 'A B'), change('2', 'B', 'B C')], ['1', '2']],
  ['an empty plan', [], []],
])('%s', (_, changes, expected) => {
  expect(ordered(...changes)).toEqual(expected);
});
