import { expect, it } from 'vitest';
import { type Fit, reasonsOf, scoreOf } from './suggestion.ts';

const nobody: Fit = {
  usualPlace: null,
  speaks: null,
  km: null,
  jobMinutes: 0,
  rating: null,
  genderAsked: '',
  hasPets: false,
};
const best: Fit = {
  ...nobody,
  usualPlace: 0,
  speaks: true,
  km: 0,
  rating: 5,
  genderAsked: 'female',
  hasPets: true,
};
const worst: Fit = { ...nobody, speaks: false, km: 60, jobMinutes: 900, rating: 1 };

it.each<[string, Fit, number]>([
  ['a perfect fit', best, 100],
  ['an unknown cleaner', nobody, 29],
  ['far, busy, poorly reviewed, does not speak the language', worst, 1],
  ['the last cleaner, with everything else as bad as possible', { ...worst, usualPlace: 0 }, 52],
])('%s', (_who, fit, score) => expect(scoreOf(fit)).toBe(score));

it('ranks the previous cleaner above anyone who has never come', () => {
  expect(scoreOf({ ...worst, usualPlace: 0 })).toBeGreaterThan(scoreOf({ ...best, usualPlace: null }));
});

it.each<[string, Fit, Fit]>([
  ['nearer', { ...nobody, km: 3 }, { ...nobody, km: 9 }],
  ['less busy', { ...nobody, jobMinutes: 180 }, { ...nobody, jobMinutes: 360 }],
  ['better reviewed', { ...nobody, rating: 4.5 }, { ...nobody, rating: 3 }],
  ['the more recent previous cleaner', { ...nobody, usualPlace: 0 }, { ...nobody, usualPlace: 1 }],
])('prefers: %s', (_what, better, worse) => expect(scoreOf(better)).toBeGreaterThan(scoreOf(worse)));

it('lists the reasons for and against a cleaner', () => {
  const fit = { ...best, km: 4.4, jobMinutes: 210, rating: 4.66, speaks: false };
  expect(reasonsOf(fit, 'Tamil').map(({ detail }) => detail)).toEqual([
    'Came to this customer last time',
    'Does not speak Tamil',
    'A woman, as this home prefers',
    'Fine with pets',
    'Lives about 4 km away',
    '3.5 h of other jobs that day',
    '4.7 of 5 stars in recent reviews',
  ]);
});
