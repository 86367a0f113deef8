import { expect, test } from 'vitest';
import { changesOf, cleanersIn, overridesOf } from './history-changes.ts';

const reading = {
  nameOf: (id: string) => ({ a: 'Aminah', s: 'Siti' })[id] ?? '',
  timeOf: (kept: string) => `wire ${kept}`,
};

test.each([
  [
    'a move',
    { startTime: '1', endTime: '2' },
    { startTime: '3', endTime: '4' },
    [{ field: 'startTime', about: '', before: 'wire 1', after: 'wire 3' }],
  ],
  [
    'another crew, by name',
    { crew: ['a'] },
    { crew: ['s'] },
    [{ field: 'crew', about: '', before: ['Aminah'], after: ['Siti'] }],
  ],
  [
    'a clock, of whose it is',
    { clocks: { a: { startedAt: '1', finishedAt: null } } },
    { clocks: { a: { startedAt: '1', finishedAt: '2' }, s: { startedAt: '3', finishedAt: null } } },
    [
      { field: 'clockedOut', about: 'Aminah', before: null, after: 'wire 2' },
      { field: 'clockedIn', about: 'Siti', before: null, after: 'wire 3' },
    ],
  ],
  [
    'a number',
    { amountToPay: 9000 },
    { amountToPay: 0 },
    [{ field: 'amountToPay', about: '', before: 9000, after: 0 }],
  ],
  ['nothing that people are shown', { trashedAt: null }, { trashedAt: '1' }, []],
  ['an entry without before and after', null, null, []],
] as const)('%s', (_name, before, after, expected) => {
  expect(changesOf(before, after, reading)).toEqual(expected);
});

test('the cleaners of an entry are those of its crew and of its clocks', () => {
  expect(cleanersIn({ crew: ['a'], clocks: { s: {} } })).toEqual(['a', 's']);
  expect(cleanersIn(null)).toEqual([]);
  expect(cleanersIn({ overridden: [{ cleanerID: 'a', rules: ['region'] }] })).toEqual(['a']);
});

test("overridden soft rules are listed with the cleaner's name", () => {
  const after = { overridden: [{ cleanerID: 'a', rules: ['region', 'pets'] }] };
  expect(overridesOf(after, reading)).toEqual([{ cleaner: 'Aminah', rules: ['region', 'pets'] }]);
  expect(overridesOf(null, reading)).toEqual([]);
});
