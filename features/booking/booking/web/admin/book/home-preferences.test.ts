// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  meetsLanguage,
  noMatchSentence,
  preferenceName,
  preferenceQuery,
  preferencesOf,
  withPreferences,
} from './home-preferences.ts';

const none = { languagePreference: '', genderPreference: '', hasPets: false } as const;
const all = { languagePreference: 'Mandarin', genderPreference: 'female', hasPets: true } as const;

test('lists the preferences that a home has, each with a label', () => {
  expect(preferencesOf(none)).toEqual([]);
  expect(preferencesOf(all).map((preference) => preferenceName(preference, all))).toEqual([
    'Mandarin',
    'Female',
    'Fine with pets',
  ]);
  expect(preferenceName('gender', { ...all, genderPreference: 'male' })).toBe('Male');
});

test('ignores a disabled preference', () => {
  expect(preferenceQuery(withPreferences(all, preferencesOf(all)))).toEqual({
    language: 'Mandarin',
    gender: 'female',
    hasPets: true,
  });
  expect(preferenceQuery(withPreferences(all, ['language']))).toEqual({
    language: 'Mandarin',
    gender: '',
    hasPets: false,
  });
  expect(preferenceQuery(withPreferences(none, ['language', 'gender', 'pets']))).toEqual({
    language: '',
    gender: '',
    hasPets: false,
  });
});

test.each([
  [none, 'No one is free.'],
  [{ ...none, languagePreference: 'Mandarin' }, 'No one who is free speaks Mandarin.'],
  [{ ...none, hasPets: true }, 'No one who is free is fine with pets.'],
  [all, 'No one who is free speaks Mandarin and is female and is fine with pets.'],
])('explains that nobody meets %j: %s', (home, sentence) => {
  expect(noMatchSentence(home)).toBe(sentence);
});

test('compares languages case-insensitively, and everyone meets an empty one', () => {
  expect(meetsLanguage({ languages: ['mandarin'] }, all)).toBe(true);
  expect(meetsLanguage({ languages: ['English'] }, all)).toBe(false);
  expect(meetsLanguage({ languages: [] }, none)).toBe(true);
});
