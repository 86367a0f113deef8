import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { speaks } from '#features/work/schedule/rules/diary.ts';

/** What a home asks of the cleaners who come. */
export type HomePreference = 'language' | 'gender' | 'pets';

export type HomeWithPreferences = Pick<AddressReply, 'languagePreference' | 'genderPreference' | 'hasPets'>;

/** The preferences that a home has, in the order in which they are shown. */
export function preferencesOf({
  languagePreference,
  genderPreference,
  hasPets,
}: HomeWithPreferences): HomePreference[] {
  const has = { language: languagePreference !== '', gender: genderPreference !== '', pets: hasPets };
  return (['language', 'gender', 'pets'] as const).filter((preference) => has[preference]);
}

/** As a chip says it: `Mandarin`, `Female`, `Fine with pets`. */
export function preferenceName(preference: HomePreference, home: HomeWithPreferences): string {
  if (preference === 'language') return home.languagePreference;
  if (preference === 'pets') return 'Fine with pets';
  return home.genderPreference === 'female' ? 'Female' : 'Male';
}

/** The home with only those of its preferences that count. */
export function withPreferences<H extends HomeWithPreferences>(
  home: H,
  preferences: readonly HomePreference[],
): H {
  return {
    ...home,
    languagePreference: preferences.includes('language') ? home.languagePreference : '',
    genderPreference: preferences.includes('gender') ? home.genderPreference : '',
    hasPets: preferences.includes('pets') && home.hasPets,
  };
}

/** As the calls that say who and what is free want it. Each is said in full: otherwise the home's own would count. */
export function preferenceQuery({ languagePreference, genderPreference, hasPets }: HomeWithPreferences) {
  return { language: languagePreference, gender: genderPreference, hasPets };
}

/** `Nobody free speaks Mandarin.` */
export function noMatchSentence({
  languagePreference,
  genderPreference,
  hasPets,
}: HomeWithPreferences): string {
  const asked = [
    languagePreference !== '' && `speaks ${languagePreference}`,
    genderPreference !== '' && `is ${genderPreference}`,
    hasPets && 'is fine with pets',
  ].filter((words) => words !== false);
  return asked.length === 0 ? 'No one is free.' : `No one is free ${asked.join(' and ')}.`;
}

/** Whether somebody free speaks the language that counts; the calls have asked for the other preferences. */
export function meetsLanguage(
  { languages }: { readonly languages: readonly string[] },
  { languagePreference }: HomeWithPreferences,
): boolean {
  return languagePreference === '' || speaks({ languages }, languagePreference);
}
