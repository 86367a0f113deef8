import { useCallback } from 'react';
import { type Language, useLanguage } from './language.ts';
import { type NameIn, type Texts, type Translate, type TranslationOf, translate } from './translate.ts';

/** Texts in English and Chinese. */
export interface Catalogue<En extends Texts> {
  readonly en: En;
  readonly zh: TranslationOf<En>;
}

/** `t` of a catalogue. */
export type TranslateOf<C> = C extends Catalogue<infer En> ? Translate<NameIn<En>> : never;

/** Texts in the person's language. */
export interface Translation<Name extends string = string> {
  readonly t: Translate<Name>;
  readonly language: Language;
  /** The same in Chinese, for pages that show both. */
  readonly chinese: Translate<Name>;
}

/**
 * The texts of a feature, in both languages: Chinese must have every text that English has. They load with the pages that
 * use them.
 */
export function defineTexts<const En extends Texts>(texts: Catalogue<En>): Catalogue<En> {
  return texts;
}

/** The texts of a catalogue in the person's language: `t('booked', { day })`. */
export function useText<En extends Texts>(catalogue: Catalogue<En>): Translation<NameIn<En>> {
  const language = useLanguage();
  const t = useCallback<Translate<NameIn<En>>>(
    (name, values) => textIn(language, catalogue, name, values),
    [catalogue, language],
  );
  return { t, language, chinese: (name, values) => textIn('zh', catalogue, name, values) };
}

/** English is shown for a name that has no Chinese text. */
function textIn<En extends Texts>(
  language: Language,
  { en, zh }: Catalogue<En>,
  ...[name, values]: Parameters<Translate>
): string {
  // TranslationOf<En> is a Texts by construction; the compiler cannot see that through the mapped type.
  const own = language === 'en' ? en : (zh as Texts);
  return translate(
    [
      [language, own],
      ['en', en],
    ],
    name,
    values,
  );
}
