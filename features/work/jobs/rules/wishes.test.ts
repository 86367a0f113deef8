import { expect, test } from 'vitest';
import { joinRequests, splitRequests, WISHES, type WishId } from './wishes.ts';

const all = WISHES.map(({ id }) => id);

test.each<[string, readonly WishId[], string]>([
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

test('older requests are free text', () => {
  expect(splitRequests('The orchids.\nThe cat.')).toEqual({ wishes: [], text: 'The orchids.\nThe cat.' });
});

test('phrases are short, distinct and fit on one line each', () => {
  expect(new Set(all).size).toBe(WISHES.length);
  for (const { en, zh } of WISHES) expect(`${en} ${zh}`.length).toBeLessThan(100);
});
