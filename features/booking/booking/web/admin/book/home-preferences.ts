import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { speaks } from '#features/work/schedule/rules/diary.ts';
import { t } from '#platform/web/i18n/office.ts';

/** A home's preference for its cleaners. */
export type HomePreference = 'language' | 'gender' | 'pets';

export type HomeWithPreferences = Pick<AddressReply, 'languagePreference' | 'genderPreference' | 'hasPets'>;

/** The home of a visit; `id` is null until it is added. */
export interface VisitHome extends HomeWithPreferences {
  readonly id: string | null;
  readonly postal: string;
}

/** The preferences that a home has, in display order. */
export function preferencesOf({
  languagePreference,
  genderPreference,
  hasPets,
}: HomeWithPreferences): HomePreference[] {
  const has = { language: languagePreference !== '', gender: genderPreference !== '', pets: hasPets };
  return (['language', 'gender', 'pets'] as const).filter((preference) => has[preference]);
}

/** The label of a chip: `Mandarin`, `Female`, `Fine with pets`. */
export function preferenceName(preference: HomePreference, home: HomeWithPreferences): string {
  if (preference === 'language') return home.languagePreference;
  if (preference === 'pets') return t('Fine with pets');
  return home.genderPreference === 'female' ? t('Female') : t('Male');
}

/** The home with the enabled preferences only. */
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

/**
 * The query of routes that list free cleaners and times. All fields are sent: otherwise the home's own would
 * apply.
 */
export function preferenceQuery({ languagePreference, genderPreference, hasPets }: HomeWithPreferences) {
  return { language: languagePreference, gender: genderPreference, hasPets };
}

/** The query for a home's address; one that is not added yet has its postal code and preferences only. */
export function homeQuery({ id, postal, ...preferences }: VisitHome) {
  return id === null ? { postal, ...preferenceQuery(preferences) } : { addressID: id };
}

/** `No one who is free speaks Mandarin.` */
export function noMatchSentence({
  languagePreference,
  genderPreference,
  hasPets,
}: HomeWithPreferences): string {
  const asked = [
    languagePreference !== '' && t('speaks {{languagePreference}}', { languagePreference }),
    genderPreference !== '' && t('is {{genderPreference}}', { genderPreference }),
    hasPets && t('is fine with pets'),
  ].filter((words) => words !== false);
  return asked.length === 0
    ? t('No one is free.')
    : t('No one who is free {{join}}.', { join: asked.join(t(' and ')) });
}

/** Whether a cleaner speaks the preferred language; the routes have already applied the other preferences. */
export function meetsLanguage(
  { languages }: { readonly languages: readonly string[] },
  { languagePreference }: HomeWithPreferences,
): boolean {
  return languagePreference === '' || speaks({ languages }, languagePreference);
}
