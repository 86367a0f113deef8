// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { meetsLanguage, nobodyMeets, wishesOf, wishName, wishQuery, withWishes } from './home-wishes.ts';

const none = { languagePreference: '', genderPreference: '', hasPets: false } as const;
const all = { languagePreference: 'Mandarin', genderPreference: 'female', hasPets: true } as const;

test('a home’s wishes are those that it has, and a chip names each', () => {
  expect(wishesOf(none)).toEqual([]);
  expect(wishesOf(all).map((wish) => wishName(wish, all))).toEqual(['Mandarin', 'Female', 'Fine with pets']);
  expect(wishName('gender', { ...all, genderPreference: 'male' })).toBe('Male');
});

test('a wish that is switched off is asked of nobody', () => {
  expect(wishQuery(withWishes(all, wishesOf(all)))).toEqual({
    language: 'Mandarin',
    gender: 'female',
    hasPets: true,
  });
  expect(wishQuery(withWishes(all, ['language']))).toEqual({
    language: 'Mandarin',
    gender: '',
    hasPets: false,
  });
  expect(wishQuery(withWishes(none, ['language', 'gender', 'pets']))).toEqual({
    language: '',
    gender: '',
    hasPets: false,
  });
});

test.each([
  [none, 'Nobody is free.'],
  [{ ...none, languagePreference: 'Mandarin' }, 'Nobody free speaks Mandarin.'],
  [{ ...none, hasPets: true }, 'Nobody free is fine with pets.'],
  [all, 'Nobody free speaks Mandarin and is female and is fine with pets.'],
])('nobody who meets %j: %s', (home, sentence) => {
  expect(nobodyMeets(home)).toBe(sentence);
});

test('a language is spoken in any case of letters, and none is spoken by everybody', () => {
  expect(meetsLanguage({ languages: ['mandarin'] }, all)).toBe(true);
  expect(meetsLanguage({ languages: ['English'] }, all)).toBe(false);
  expect(meetsLanguage({ languages: [] }, none)).toBe(true);
});
