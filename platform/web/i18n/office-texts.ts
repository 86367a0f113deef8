import type { Language } from './language.ts';

export type Translations = Readonly<Record<string, string>>;

/** The office's texts in its language, apart from `office.ts` because the public pages load this too. */
export const officeTexts: { language: Language; translations: Translations } = {
  language: 'en',
  translations: {},
};

export const officeTextOf = (english: string, key = english) => officeTexts.translations[key] ?? english;
