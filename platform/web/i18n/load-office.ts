import { type Language, loadOffice } from '#languages/index.ts';
import { language } from './language.ts';
import { officeTexts, type Translations } from './office-texts.ts';

let wantedLanguage: Language | null = null;

/** Loads the office's texts in the person's language. English is shown if they cannot be loaded. */
export async function loadOfficeText(wanted: Language = language.get()): Promise<void> {
  wantedLanguage = wanted;
  const loaded = await loadOffice(wanted).catch((): Translations => ({}));
  officeTexts.language = Object.keys(loaded).length === 0 ? 'en' : wanted;
  officeTexts.translations = loaded;
}

/** Whether another language was chosen since, such as on the public site: the office must be loaded again. */
export function hasOtherLanguage(): boolean {
  return wantedLanguage !== null && wantedLanguage !== language.get();
}
