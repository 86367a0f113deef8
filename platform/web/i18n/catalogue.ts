import { defineTexts, type Translation, useText } from './texts.ts';
import type { NameIn, Texts, TranslationOf } from './translate.ts';

export function registerCatalogue<const En extends Texts>(
  _feature: string,
  texts: { readonly en: En; readonly zh: TranslationOf<En> },
): () => Translation<NameIn<En>> {
  const catalogue = defineTexts(texts);
  return () => useText(catalogue);
}
