import { useCallback } from 'react';
import { type Language, useLanguage } from './language.ts';
import { type NameIn, type Texts, type Translate, type TranslationOf, translate } from './translate.ts';

type Catalogue = Readonly<Record<Language, Texts>>;
/** A feature's texts in the person's language. */
export type Translation<Name extends string = string> = {
  readonly t: Translate<Name>;
  readonly language: Language;
  readonly feature: string;
};

const registered = new Map<string, Catalogue>();

/**
 * Registers a feature's texts and returns the hook that reads them, with type-checked names. Chinese must have every
 * text that English has. Call it at the top level of a module that a lazy page imports, so that the texts load with the
 * page.
 */
export function registerCatalogue<const En extends Texts>(
  feature: string,
  texts: { readonly en: En; readonly zh: TranslationOf<En> },
): () => Translation<NameIn<En>> {
  // TranslationOf<En> is a Texts by construction; the compiler cannot see that through the mapped type.
  registered.set(feature, { en: texts.en, zh: texts.zh as Texts });
  return () => useTranslation<NameIn<En>>(feature);
}

/** Texts of a feature by its name, for code that cannot import the feature's own hook. */
export function useTranslation<Name extends string = string>(feature: string): Translation<Name> {
  const language = useLanguage();
  const t = useCallback<Translate<Name>>(
    (name, values) => textOf(feature, language, name, values),
    [feature, language],
  );
  return { t, language, feature };
}

/** The same outside React. */
export function textOf(
  feature: string,
  language: Language,
  ...[name, values]: Parameters<Translate<string>>
): string {
  const catalogue = registered.get(feature);
  if (!catalogue) return name;
  return translate(
    [
      [language, catalogue[language]],
      ['en', catalogue.en],
    ],
    name,
    values,
  );
}
