import type { AddressReply } from '#features/customers/address-shapes.ts';
import { speaks } from '#features/schedule/rules/diary.ts';

/** What a home asks of whoever comes. */
export type Wish = 'language' | 'gender' | 'pets';

export type WishfulHome = Pick<AddressReply, 'languagePreference' | 'genderPreference' | 'hasPets'>;

/** The wishes that a home has, in the order in which they are shown. */
export function wishesOf({ languagePreference, genderPreference, hasPets }: WishfulHome): Wish[] {
  const has = { language: languagePreference !== '', gender: genderPreference !== '', pets: hasPets };
  return (['language', 'gender', 'pets'] as const).filter((wish) => has[wish]);
}

/** As a chip says it: `Mandarin`, `Female`, `Fine with pets`. */
export function wishName(wish: Wish, home: WishfulHome): string {
  if (wish === 'language') return home.languagePreference;
  if (wish === 'pets') return 'Fine with pets';
  return home.genderPreference === 'female' ? 'Female' : 'Male';
}

/** The home with only those of its wishes that count. */
export function withWishes<H extends WishfulHome>(home: H, wishes: readonly Wish[]): H {
  return {
    ...home,
    languagePreference: wishes.includes('language') ? home.languagePreference : '',
    genderPreference: wishes.includes('gender') ? home.genderPreference : '',
    hasPets: wishes.includes('pets') && home.hasPets,
  };
}

/** As the calls that say who and what is free want it. Each is said in full: otherwise the home's own would count. */
export function wishQuery({ languagePreference, genderPreference, hasPets }: WishfulHome) {
  return { language: languagePreference, gender: genderPreference, hasPets };
}

/** `Nobody free speaks Mandarin.` */
export function nobodyMeets({ languagePreference, genderPreference, hasPets }: WishfulHome): string {
  const asked = [
    languagePreference !== '' && `speaks ${languagePreference}`,
    genderPreference !== '' && `is ${genderPreference}`,
    hasPets && 'is fine with pets',
  ].filter((words) => words !== false);
  return asked.length === 0 ? 'Nobody is free.' : `Nobody free ${asked.join(' and ')}.`;
}

/** Whether somebody free speaks the language that counts; the calls have asked for the other wishes. */
export function meetsLanguage(
  { languages }: { readonly languages: readonly string[] },
  { languagePreference }: WishfulHome,
): boolean {
  return languagePreference === '' || speaks({ languages }, languagePreference);
}
