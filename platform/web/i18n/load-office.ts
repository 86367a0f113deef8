import { type Language, language } from './language.ts';
import { officeTexts, type Translations } from './office-texts.ts';

const TRANSLATIONS: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translations }>>
> = {
  zh: () => import('../../../languages/zh/office.json', { with: { type: 'json' } }),
};

let wantedLanguage: Language | null = null;

/** Loads the office's texts in the person's language. English is shown if they cannot be loaded. */
export async function loadOfficeText(wanted: Language = language.get()): Promise<void> {
  wantedLanguage = wanted;
  const loaded = wanted === 'en' ? null : await TRANSLATIONS[wanted]().catch(() => null);
  officeTexts.language = loaded === null ? 'en' : wanted;
  officeTexts.translations = loaded?.default ?? {};
}

/** Whether another language was chosen since, such as on the public site: the office must be loaded again. */
export function hasOtherLanguage(): boolean {
  return wantedLanguage !== null && wantedLanguage !== language.get();
}
