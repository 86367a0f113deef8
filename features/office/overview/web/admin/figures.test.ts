import { expect, it } from 'vitest';
import { changeOf, differenceOf, filledOf } from './figures.tsx';

it.each([
  [108, 100, '+8% on last week'],
  [92, 100, '−8% on last week'],
  [100, 100, 'as last week'],
  [0, 0, 'as last week'],
  [5, 0, 'none last week'],
  [5, -90, 'less than none last week'],
])('%i after %i: %s', (now, before, words) => {
  expect(changeOf(now, before)).toBe(words);
});

it.each([
  [12.5, 10, '+2.5 in a week'],
  [10, 12.5, '−2.5 in a week'],
  [10, 10, 'as a week ago'],
])('%d hours after %d: %s', (now, before, words) => {
  expect(differenceOf(now, before)).toBe(words);
});

it('fills hours only where there are some', () => {
  expect(filledOf({ booked: 81, available: 100 })).toBe(81);
  expect(filledOf({ booked: 0, available: 0 })).toBeNull();
});
