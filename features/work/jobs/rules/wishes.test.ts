import { expect, test } from 'vitest';
import { addWishes, joinRequests, MAX_REQUESTS, splitRequests, WISHES, type WishID } from './wishes.ts';

const all = WISHES.map(({ id }) => id);

test.each<[string, readonly WishID[], string]>([
  ['nothing', [], ''],
  ['only text', [], 'Mind the orchids.\n\nThank you '],
  ['only wishes', ['shoes', 'altar'], ''],
  ['both', ['no-bleach'], 'Mind the orchids.\nAnd the cat.'],
  ['every wish', all, 'x'],
])('requests with %s are read as they were written', (_what, wishes, text) => {
  expect(splitRequests(joinRequests({ wishes, text }))).toEqual({ wishes, text });
});

test('a wish is stored in both languages', () => {
  expect(joinRequests({ wishes: ['shoes'], text: 'Thanks' })).toBe(
    'Please take off your shoes at the door. 请在门口脱鞋。\nThanks',
  );
});

test('requests of several lines without a phrase are free text', () => {
  expect(splitRequests('The orchids.\nThe cat.')).toEqual({ wishes: [], text: 'The orchids.\nThe cat.' });
});

test('phrases are short, distinct and fit on one line each', () => {
  expect(new Set(all).size).toBe(WISHES.length);
  for (const { en, zh } of WISHES) expect(`${en} ${zh}`.length).toBeLessThan(100);
});

const SHOES = joinRequests({ wishes: ['shoes'], text: ' ' }).length - 1;
const six = all.slice(0, 6);

test.each<[string, { wishes: readonly WishID[]; text: string }, readonly WishID[], readonly WishID[]]>([
  ['to none', { wishes: [], text: '' }, ['shoes', 'altar'], ['shoes', 'altar']],
  ['beside others', { wishes: ['oven'], text: 'Hi' }, ['shoes'], ['oven', 'shoes']],
  ['that are ticked already', { wishes: ['shoes'], text: '' }, ['shoes', 'altar'], ['shoes', 'altar']],
  ['up to six', { wishes: all.slice(0, 4), text: '' }, all.slice(4, 8), six],
  ['a seventh', { wishes: six, text: '' }, ['altar'], six],
  ['into the last room', { wishes: [], text: 'x'.repeat(MAX_REQUESTS - SHOES) }, ['shoes'], ['shoes']],
  ['that do not fit', { wishes: [], text: 'x'.repeat(MAX_REQUESTS - SHOES + 1) }, ['shoes'], []],
])('wishes are added %s', (_what, requests, added, wishes) => {
  const after = addWishes(requests, added);
  expect(after).toEqual({ wishes, text: requests.text });
  expect(joinRequests(after).length).toBeLessThanOrEqual(MAX_REQUESTS);
});
