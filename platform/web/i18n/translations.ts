import { type Language, loadSite, type Texts } from '#languages/index.ts';

const NONE: Texts = {};

/** What has been loaded. A browser loads only the language that is used, the server all of them. */
const loaded = new Map<Language, Texts>();

/** Loads the texts of a language. @throws if its file cannot be loaded */
export async function loadTexts(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, await loadSite(language));
}

/** The translation of a catalogue; empty if it has not been loaded. */
export function translationOf(language: Language, catalogue: string): Texts {
  const texts = loaded.get(language) ?? NONE;
  const found = Object.hasOwn(texts, catalogue) ? texts[catalogue] : NONE;
  return typeof found === 'object' ? found : NONE;
}
